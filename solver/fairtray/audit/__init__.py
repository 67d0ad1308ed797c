"""Deals many times, checks what a game promises of its dealer, and reports.

From the top: :mod:`~fairtray.audit.report` (the document, and ``run_audit`` in one call) reads
what :mod:`~fairtray.audit.run` made: chunks of deals, each summed up by
:mod:`~fairtray.audit.summary`.

* Deals: ``request`` (what an audit is of), ``players``, ``games`` or ``recorded``, ``sample``.
* Deal claims: ``verify`` (the search's answers, by engines that share no code with it), ``exact``.
* Draw claims: ``chances`` (of each draw), ``features`` (what faults would show), ``draws`` (sums),
  ``significance``, ``fairness``, ``independence`` (tests).
* Answer claims: ``replays``, ``probes``.
* Verdicts and counterexamples: ``verdicts``, ``counterexamples``, ``shrink``, ``saved``, ``again``.
"""
