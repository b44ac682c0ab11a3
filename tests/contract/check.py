"""Calls every operation of the OpenAPI document as nobody, as a shopper and as an administrator.

`run` starts the system and this program. schemathesis makes the calls, by `schemathesis.toml` and `hooks.py`; this
program gives each run its account, and prints a line for each operation and caller: "ok" or "not ok".
"""

import os
import secrets
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import requests

HERE = Path(__file__).resolve().parent
URL = os.environ["CONTRACT_URL"]
INGEST = os.environ["CONTRACT_INGEST"]
REPORTS = Path(os.environ["CONTRACT_REPORTS"])
# No call guesses the password, so no call changes it or deletes the account.
PASSWORD = secrets.token_urlsafe(16)
ADMIN = f"contract-admin-{secrets.token_hex(4)}@example.com"
SHOPPER = f"contract-shopper-{secrets.token_hex(4)}@example.com"


def main() -> int:
    make_accounts()
    # Administrators last: their calls change the catalogue.
    failed = [caller for caller, email in (("nobody", None), ("shopper", SHOPPER), ("admin", ADMIN)) if not run(caller, email)]
    return 1 if failed else 0


def make_accounts() -> None:
    """Makes both accounts by the operator's command, which makes administrators; the shopper then loses the role."""
    for email in (ADMIN, SHOPPER):
        command = [INGEST, "user", "create-admin", "--email", email, "--password-stdin"]
        subprocess.run(command, input=f"{PASSWORD}\n", text=True, check=True, stdout=subprocess.DEVNULL)
    shopper = sign_in(SHOPPER).get(f"{URL}/api/auth/me", timeout=20).json()["user"]["id"]
    sign_in(ADMIN).post(f"{URL}/api/admin/users/{shopper}/revoke-admin", timeout=20).raise_for_status()


def sign_in(email: str) -> requests.Session:
    session = requests.Session()
    session.post(f"{URL}/api/auth/login", json={"email": email, "password": PASSWORD}, timeout=20).raise_for_status()
    return session


def run(caller: str, email: str | None) -> bool:
    """Runs schemathesis as one caller; returns whether every operation passed."""
    report = REPORTS / f"{caller}.xml"
    report.unlink(missing_ok=True)
    environment = {**os.environ, "SCHEMATHESIS_HOOKS": "hooks", "PYTHONPATH": str(HERE)}
    if email is not None:
        environment |= {"CONTRACT_EMAIL": email, "CONTRACT_PASSWORD": PASSWORD}
    program = Path(sys.executable).with_name("schemathesis")
    command = [program, "--config-file", HERE / "schemathesis.toml", "run", f"{URL}/api/openapi.json"]
    log = REPORTS / f"{caller}.log"
    with log.open("wb") as output:
        subprocess.run([*command, "--report-junit-path", report], env=environment, stdout=output, stderr=output, check=False)
    if not report.exists():
        print(f"not ok - schemathesis made no report as {caller}:\n{log.read_text()}")
        return False
    return tell(caller, report)


def tell(caller: str, report: Path) -> bool:
    """Prints the outcome of each operation in a report; returns whether all passed."""
    passed = True
    for case in ElementTree.parse(report).iter("testcase"):
        problems = [problem.text or problem.get("message") or "" for problem in case if problem.tag in ("failure", "error")]
        passed = passed and not problems
        print(f"{'not ok' if problems else 'ok'} - {caller}: {case.get('name')}")
        for problem in problems:
            print("\n".join(f"    {line}" for line in problem.splitlines()))
    return passed


if __name__ == "__main__":
    sys.exit(main())
