"""``--cluster`` with a real scheduler and real workers, started by Dask's own commands."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

import cases
from journal_files import chunks_in

pytest.importorskip("distributed")

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="processes are killed the POSIX way"
)

FAIRTRAY = (sys.executable, "-m", "fairtray_cli")
DASK = (sys.executable, "-m", "dask")
AUDIT = (
    "audit",
    "--ruleset",
    "block-knock",
    "--claim",
    "each-fits",
    "--claim",
    "uniform",
    "--json",
)
IMPATIENT = (
    sys.executable,
    "-c",
    (
        "from fairtray.runs import cluster; cluster._CONNECT_SECONDS = 1; "
        "from fairtray_cli.main import run; run()"
    ),
)


@dataclass
class Cluster:
    folder: Path
    address: str = ""
    scheduler: subprocess.Popen[bytes] | None = None
    workers: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def start(self, name: str, *arguments: str, **environment: str) -> subprocess.Popen[bytes]:
        with (self.folder / f"{name}.log").open("wb") as log:
            return subprocess.Popen(
                [*DASK, *arguments, "--host", "127.0.0.1", "--no-dashboard"],
                stdout=log,
                stderr=subprocess.STDOUT,
                cwd=self.folder,
                start_new_session=True,
                env={**os.environ, **environment},
            )

    def log(self, name: str) -> str:
        return (self.folder / f"{name}.log").read_text(encoding="utf-8", errors="replace")

    def begin(self) -> None:
        self.scheduler = self.start("scheduler", "scheduler", "--port", "0")
        limit = time.monotonic() + 120
        while not (found := re.search(r"Scheduler at:\s+(\S+)", self.log("scheduler"))):
            assert time.monotonic() < limit, self.log("scheduler")
            time.sleep(0.1)
        self.address = found[1]

    def hire(self, threads: int = 1, **environment: str) -> None:
        name = f"worker{len(self.workers)}"
        options = ("--nthreads", str(threads), "--no-nanny", "--local-directory", str(self.folder))
        self.workers.append(self.start(name, "worker", self.address, *options, **environment))

    def end(self) -> None:
        for process in [*self.workers, self.scheduler]:
            if process is not None:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                process.wait()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    found = Cluster(tmp_path)
    try:
        found.begin()
        yield found
    finally:
        found.end()


def audit(*options: str, cwd: Path, command: tuple[str, ...] = FAIRTRAY) -> tuple[int, str, str]:
    result = subprocess.run(
        [*command, *AUDIT, *options],
        check=False, capture_output=True, text=True, cwd=cwd, timeout=300,
    )  # fmt: skip
    return result.returncode, result.stdout, result.stderr


def started(*options: str, cwd: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*FAIRTRAY, *AUDIT, *options],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=cwd,
    )  # fmt: skip


def parts(output: str) -> tuple[str, dict[str, Any]]:
    """Return what must be the same on any machine, as text, and the rest."""
    document = json.loads(output)
    run = document.pop("run")
    return json.dumps(document), run


def wait_for_chunks(journal: Path, count: int, process: subprocess.Popen[str]) -> None:
    limit = time.monotonic() + 240
    while len(chunks_in(journal)) < count:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < limit
        time.sleep(0.02)


def test_a_worker_is_killed_in_the_middle(cluster: Cluster, tmp_path: Path) -> None:
    cluster.hire()
    cluster.hire()
    journal = tmp_path / "journal"
    count = ("-n", "60000")
    with started(
        *count, "--cluster", cluster.address, "--journal", str(journal), cwd=tmp_path
    ) as running:
        wait_for_chunks(journal, 3, running)
        os.killpg(cluster.workers[0].pid, signal.SIGKILL)
        out, err = running.communicate(timeout=240)
    assert (running.returncode, err) == (1, "")
    code, usual, _ = audit(*count, "--jobs", "1", cwd=tmp_path)
    assert code == 1
    same, run = parts(out)
    assert same == parts(usual)[0]
    assert run["cluster"] == cluster.address
    assert sum(run["chunks_by_worker"].values()) == 24
    assert max(run["chunks_by_worker"].values()) > 12
    # What a cluster has begun, this machine can end.
    code, again, _ = audit(*count, "--jobs", "1", "--journal", str(journal), cwd=tmp_path)
    assert parts(again)[1]["chunks_from_journal"] == 24
    assert parts(again)[0] == same


SIMULATIONS = {
    "mode": (
        *("--ruleset", "block-knock", "--mode", "challenge", "--challenge", "3"),
        *("--player", "tidy", "-n", "15"),
    ),
    "Blokus": ("--ruleset", "duo", "--mode", "table", "--player", "random", "-n", "15"),
}


@pytest.mark.parametrize("kind", SIMULATIONS)
def test_simulations_are_shared_too(cluster: Cluster, tmp_path: Path, kind: str) -> None:
    cluster.hire()
    command = [*FAIRTRAY, "simulate", *SIMULATIONS[kind], "--json"]
    with_cluster = [*command, "--cluster", cluster.address, "--journal", "journal"]
    outputs = [
        subprocess.run(words, check=True, capture_output=True, text=True, cwd=tmp_path).stdout
        for words in (with_cluster, [*command, "--jobs", "1"], [*command, "--journal", "journal"])
    ]
    documents, runs = zip(*map(parts, outputs), strict=True)
    assert len(set(documents)) == 1
    assert runs[0]["cluster"] == cluster.address
    assert sum(runs[0]["chunks_by_worker"].values()) == 3
    assert runs[2]["chunks_from_journal"] == 3


@pytest.mark.everyday
def test_control_c(cluster: Cluster, tmp_path: Path) -> None:
    cluster.hire()
    journal = tmp_path / "journal"
    with started(
        *("-n", "100000000", "--cluster", cluster.address, "--journal", str(journal)), cwd=tmp_path
    ) as running:
        wait_for_chunks(journal, 2, running)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=240)
    assert running.returncode == 130, err
    document = json.loads(out)
    assert document["partial"] is True
    assert document["deals"] >= 2_500
    assert err.splitlines()[-1].endswith("the same command continues from there")


def test_a_scheduler_that_goes(cluster: Cluster, tmp_path: Path) -> None:
    cluster.hire()
    journal = tmp_path / "journal"
    with started(
        *("-n", "100000000", "--cluster", cluster.address, "--journal", str(journal)), cwd=tmp_path
    ) as running:
        wait_for_chunks(journal, 1, running)
        assert cluster.scheduler is not None
        os.killpg(cluster.scheduler.pid, signal.SIGKILL)
        out, err = running.communicate(timeout=240)
    assert (running.returncode, out) == (2, ""), err
    assert err == (
        f"error: --cluster: {cluster.address!r}: the scheduler has gone; start it again, and run "
        "the same command again\n"
    )


def test_a_cluster_without_workers_left_is_told_and_waited_for(
    cluster: Cluster, tmp_path: Path
) -> None:
    cluster.hire()
    count, journal = ("-n", "40000"), tmp_path / "journal"
    with started(
        *count, "--cluster", cluster.address, "--journal", str(journal), cwd=tmp_path
    ) as running:
        wait_for_chunks(journal, 2, running)
        os.killpg(cluster.workers[0].pid, signal.SIGKILL)
        assert running.stderr is not None
        assert running.stderr.readline() == (
            f"note: {cluster.address}: the scheduler has no workers left; waiting until one is "
            "started (Ctrl-C ends it)\n"
        )
        cluster.hire()
        out, err = running.communicate(timeout=240)
    assert (running.returncode, err) == (1, f"note: {cluster.address}: the work continues\n")
    assert parts(out)[0] == parts(audit(*count, "--jobs", "1", cwd=tmp_path)[1])[0]


def test_a_worker_that_lacks_what_is_called_is_refused(cluster: Cluster, tmp_path: Path) -> None:
    """It says that its code is another one, whatever it would fail of."""
    other = tmp_path / "other"
    shutil.copytree(cases.ROOT / "solver", other, ignore=shutil.ignore_patterns("__pycache__"))
    path = other / "fairtray" / "audit" / "run.py"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("class Plan(", "class OtherPlan("), encoding="utf-8")
    cluster.hire(PYTHONPATH=str(other))
    code, out, err = audit("--cluster", cluster.address, cwd=tmp_path)
    assert (code, out, err.count("\n")) == (2, "", 1), err
    assert re.search("code: [0-9a-f]{64} there, [0-9a-f]{64} here; install the same", err), err


def test_what_is_wrong_with_a_cluster_is_one_line(cluster: Cluster, tmp_path: Path) -> None:
    def refused(*options: str) -> str:
        code, out, err = audit(*options, cwd=tmp_path, command=IMPATIENT)
        assert (code, out, err.count("\n")) == (2, "", 1), err
        return err

    assert "the scheduler has no workers; start some with 'dask worker tcp://" in refused(
        "--cluster", cluster.address
    )
    assert "no scheduler answers: " in refused("--cluster", "127.0.0.1:1")
    for address in ("here", "127.0.0.1:99999", "foo://127.0.0.1:1", "tcp://:8786"):
        assert "is not the address of a scheduler" in refused("--cluster", address)
    (tmp_path / "odd.py").write_text(
        "def deal(state, rng):\n    return ['dot'] * 3\n", encoding="utf-8"
    )
    cluster.hire(threads=2)
    patient = (sys.executable, "-m", "fairtray_cli")
    code, _, err = audit(
        *("--cluster", cluster.address, "--dealer", "odd:deal"), cwd=tmp_path, command=patient
    )
    assert code == 2
    assert "does 2 chunks at once in one process" in err
    assert "--nthreads 1" in err
    # Kernels stand threads.
    code, out, _ = audit("-n", "20000", "--cluster", cluster.address, cwd=tmp_path)
    assert parts(out)[0] == parts(audit("-n", "20000", "--jobs", "1", cwd=tmp_path)[1])[0]


def test_workers_with_other_code_are_refused(cluster: Cluster, tmp_path: Path) -> None:
    cluster.hire()
    other = (
        "from fairtray.runs import cluster; usual = cluster._fingerprint; "
        "cluster._fingerprint = lambda: {**usual(), 'numba': '0.1', 'code': '12'}; "
        "from fairtray_cli.main import run; run()"
    )
    code, out, err = audit(
        "--cluster", cluster.address, cwd=tmp_path, command=(sys.executable, "-c", other)
    )
    assert (code, out, err.count("\n")) == (2, "", 1), err
    assert re.search(r"worker tcp://\S+: numba: [0-9.]+ there, 0\.1 here \| worker ", err)
    assert err.endswith("12 here; install the same versions there\n")


def test_without_dask(tmp_path: Path) -> None:
    (tmp_path / "distributed.py").write_text("raise ImportError('none')\n", encoding="utf-8")
    first = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); "
    code = first + "from fairtray_cli.main import run; run()"
    found = audit("--cluster", "127.0.0.1:1", cwd=tmp_path, command=(sys.executable, "-c", code))
    assert found == (
        2,
        "",
        (
            "error: --cluster: '127.0.0.1:1': needs Dask, which is not installed; "
            "pip install 'fairtray[cluster]'\n"
        ),
    )


def test_a_dealer_program_runs_where_its_chunk_does(cluster: Cluster, tmp_path: Path) -> None:
    cluster.hire()
    dealer = tmp_path / "dealer.py"
    dealer.write_text(
        "import json, random, sys\n"
        "rng = random.Random()\n"
        "for line in sys.stdin:\n"
        "    ask = json.loads(line)\n"
        "    kind, number = ask['type'], ask.get('id')\n"
        "    if kind == 'exit':\n"
        "        break\n"
        "    answer = {'type': f'{kind}_ok', 'in_reply_to': number}\n"
        "    if kind == 'init':\n"
        "        names = [shape['name'] for shape in ask['shapes']]\n"
        "    elif kind == 'new_game':\n"
        "        rng.seed(ask['seed'])\n"
        "    else:\n"
        "        answer['tray'] = [rng.choice(names) for _ in range(3)]\n"
        "    print(json.dumps(answer), flush=True)\n",
        encoding="utf-8",
    )
    options = ("-n", "5000", "--dealer-command", f"{sys.executable} {dealer}")
    _, there, _ = audit(*options, "--cluster", cluster.address, cwd=tmp_path)
    _, here, _ = audit(*options, "--jobs", "1", cwd=tmp_path)
    assert parts(there)[0] == parts(here)[0]
    code, _, err = audit(*options, "--cluster", cluster.address, "--transcript", "t", cwd=tmp_path)
    assert (code, "--transcript cannot go with --cluster" in err) == (2, True)
