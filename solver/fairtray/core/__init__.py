"""What everything else stands on: errors, files, boards, shapes, strict JSON."""
