"""What checking found, as files: for people to read, for programs, and back in the script it was found in."""

from __future__ import annotations

from .rendering import ANNOTATED, PAGES, REPORTS, render

__all__ = ["ANNOTATED", "PAGES", "REPORTS", "render"]
