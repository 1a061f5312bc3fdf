"""What can go wrong in drawing, said so that a user knows what to do."""

from __future__ import annotations


class DrawingError(RuntimeError):
    """A picture that cannot be drawn.  code: stable; zh, en: what is wrong and what would help."""

    def __init__(self, code: str, zh: str, en: str) -> None:
        super().__init__(f"{en} / {zh}")
        self.code = code
        self.zh = zh
        self.en = en
