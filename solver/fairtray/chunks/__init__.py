"""Numbered chunks of work: done by whatever executor there is, kept in a journal."""
