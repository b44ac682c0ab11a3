"""Hooks of schemathesis: every call has the session of the run's account."""

import os

import requests
import schemathesis

URL = os.environ["CONTRACT_URL"]
EMAIL = os.environ.get("CONTRACT_EMAIL")
UNKNOWN_ID = "00000000-0000-4000-8000-000000000000"


class Account:
    """The account of the run. A call may end its session, so a new one begins whenever a call was refused."""

    def __init__(self) -> None:
        self.session = ""
        self.id = ""
        self.sign_in()

    def sign_in(self) -> None:
        credentials = {"email": EMAIL, "password": os.environ["CONTRACT_PASSWORD"]}
        answer = requests.post(f"{URL}/api/auth/login", json=credentials, timeout=20)
        answer.raise_for_status()
        self.session = answer.cookies["tajmeea"]
        self.id = answer.json()["user"]["id"]


account = Account() if EMAIL else None


@schemathesis.hook
def before_call(context, case, kwargs):
    if account is None:
        return
    case.cookies = {**(case.cookies or {}), "tajmeea": account.session}
    # The account stays an administrator: it would be refused everything that comes after.
    if operation_id(case) == "revoke_admin" and case.path_parameters.get("id") == account.id:
        case.path_parameters["id"] = UNKNOWN_ID


@schemathesis.hook
def after_call(context, case, response):
    if account is not None and response.status_code == 401 and operation_id(case) != "login":
        account.sign_in()


def operation_id(case) -> str:
    return case.operation.definition.raw["operationId"]
