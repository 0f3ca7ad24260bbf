"""`python -m paredown.cli`: the same as `paredown`."""

from paredown.cli import main

if __name__ == "__main__":
    main()
