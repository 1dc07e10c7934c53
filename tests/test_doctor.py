"""Does the doctor find what is missing, say what to do, and fail only where a promise is broken?"""

from __future__ import annotations

from pathlib import Path

import pytest

from lab import doctor
from lab.doctor import Finding


@pytest.fixture
def found() -> dict[str, Finding]:
    """What is found on this machine, by topic."""
    return {finding.topic: finding for finding in doctor.examine()}


def test_this_environment_is_fit(found: dict[str, Finding]) -> None:
    """Where these tests run, nothing is broken, and both Python and the encoder are named."""
    assert [finding for finding in found.values() if finding.health == "bad"] == []
    assert "CPython" in found["python"].state
    assert found["encoder, interpreted"].health == "good"


def test_whatever_is_amiss_has_a_remedy(found: dict[str, Finding]) -> None:
    """No finding leaves a reader with a complaint alone."""
    assert all(finding.remedy for finding in found.values() if finding.health != "good")


def test_a_missing_package_is_bad(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without one of the packages that the lab needs, the doctor says so and names the setup."""
    monkeypatch.setattr(doctor, "_NEEDED", ("no-such-package",))
    finding = next(each for each in doctor.examine() if each.topic == "no-such-package")
    assert (finding.health, finding.remedy) == ("bad", "Run: python -m lab setup")


def test_an_old_ipykernel_is_bad(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before 7.4 the panel's callbacks could run beside a running cell."""
    monkeypatch.setattr(doctor, "version_of", lambda name: "7.1.0")
    finding = next(each for each in doctor.examine() if each.topic == "ipykernel")
    assert finding.health == "bad" and "7.4" in finding.remedy


def test_missing_payloads_are_no_failure(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Look-alikes serve; the command that fetches the real ones is named."""
    monkeypatch.setenv("LAB_DATA", str(tmp_path))
    finding = next(each for each in doctor.examine() if each.topic == "real payloads")
    assert finding.health == "missing" and "data fetch" in finding.remedy


def test_missing_peers_are_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are named, with the command that needs them."""
    monkeypatch.setattr(doctor, "PACKAGES", ("orjson-of-tomorrow",))
    finding = next(each for each in doctor.examine() if each.topic == "other encoders")
    assert finding.health == "missing" and "orjson-of-tomorrow" in finding.remedy and finding.state == "0 of 1"


def test_a_missing_valgrind_is_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    """The commands that need it are named."""
    monkeypatch.setattr("shutil.which", lambda name, **kept: None)
    finding = next(each for each in doctor.examine() if each.topic == "valgrind")
    assert finding.health == "missing" and "`cpu`" in finding.remedy


def test_a_package_that_does_not_import_is_bad(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Installed is not enough: memray has compiled parts, so a fresh process imports it."""
    (tmp_path / "memray.py").write_text("raise ImportError('libunwind is missing')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr(doctor, "version_of", lambda name: "9.9")
    finding = next(each for each in doctor.examine() if each.topic == "memray")
    assert finding.health == "bad" and "libunwind is missing" in finding.state


@pytest.mark.parametrize(("compiler", "said"), [("no-such-cc", "is not there"), ("false", "does not compile")])
def test_the_compiler_is_the_one_that_would_be_called(
    monkeypatch: pytest.MonkeyPatch, compiler: str, said: str
) -> None:
    """$CC decides, with its options, and one line of C tries it."""
    monkeypatch.setenv("CC", f"{compiler} -O2")
    finding = next(each for each in doctor.examine() if each.topic == "C compiler")
    assert finding.health == "missing" and said in finding.state and "$CC" in finding.remedy
