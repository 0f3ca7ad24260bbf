"""paredown: pare down what your dependencies can say to your coding agent.

The flow, one room a stage::

    resolve   project   -> artifacts      exact versions, declared or not, and where their files lie
    harvest   artifact  -> entries        symbol, signature; prose apart
    reduce    surface   -> smaller        one entry a symbol, declared only, usable only
    index     surface   -> store          findable by prose that is not in it
    serve     store     -> agent          symbol and signature, nothing else

`paredown.pipeline` is the product on one page.
"""

__version__ = "0.1.0"
