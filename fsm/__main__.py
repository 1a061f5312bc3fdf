"""``python -m fsm`` is the command `sheli`."""

from .cli import main

if __name__ == "__main__":
    main()
