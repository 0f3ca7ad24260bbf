"""Every detector of the bench, one module each; `detect.registry` lists them."""
