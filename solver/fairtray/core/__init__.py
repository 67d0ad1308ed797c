"""What everything else is built on: errors, files, boards, shapes, strict JSON."""
