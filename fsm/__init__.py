"""The archery rites of ancient China as guarded state machines: rules, checking, scripts."""
