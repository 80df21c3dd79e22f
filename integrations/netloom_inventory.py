#!/usr/bin/env python3
"""Ansible inventory of a Netloom service: ansible-inventory -i netloom_inventory.py --graph

Reads from the environment
  NETLOOM_URL       address of the service, http://localhost:4000 unless set
  NETLOOM_KEY       user API key, or
  NETLOOM_KEY_FILE  file with the key in it
  NETLOOM_FILTER    parameters of the request, such as network_id=…&tag_ids=…
"""
import argparse
import http.client
import json
import os
import re
import sys
import urllib.error
import urllib.request

PATH = "/api/v1/integrations/ansible/inventory"
TIMEOUT_SECONDS = 120


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """The key is for the configured address alone."""

    def redirect_request(self, req, fp, code, msg, headers, newurl):
        return None


def key():
    given = os.environ.get("NETLOOM_KEY")
    file = os.environ.get("NETLOOM_KEY_FILE")
    if not given and not file:
        sys.exit("netloom: set NETLOOM_KEY or NETLOOM_KEY_FILE")
    if not given:
        with open(file, encoding="utf-8") as stream:
            given = stream.read()
    # What is no key is not repeated: it may be nearly one.
    if not re.fullmatch(r"\w+", given.strip(), re.ASCII):
        sys.exit("netloom: the key has characters that no key has")
    return given.strip()


def reason(error):
    try:
        return json.load(error)["error"]
    except (ValueError, KeyError, TypeError):
        return error.reason


def inventory():
    address = os.environ.get("NETLOOM_URL", "http://localhost:4000").rstrip("/") + PATH
    wanted = os.environ.get("NETLOOM_FILTER")
    headers = {"Authorization": "Bearer " + key()}
    try:
        request = urllib.request.Request(address + ("?" + wanted if wanted else ""), headers=headers)
        with urllib.request.build_opener(NoRedirects).open(request, timeout=TIMEOUT_SECONDS) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        sys.exit("netloom: %s answered %d: %s" % (address, error.code, reason(error)))
    except (OSError, ValueError, http.client.HTTPException) as error:
        sys.exit("netloom: %s: %s" % (address, error))


def main():
    parser = argparse.ArgumentParser(description="Ansible inventory of a Netloom service.")
    asked = parser.add_mutually_exclusive_group(required=True)
    asked.add_argument("--list", action="store_true", help="the whole inventory")
    asked.add_argument("--host", metavar="NAME", help="the variables of one host")
    arguments = parser.parse_args()
    answer = inventory()
    if not arguments.list:
        answer = answer["_meta"]["hostvars"].get(arguments.host, {})
    json.dump(answer, sys.stdout)


if __name__ == "__main__":
    try:
        main()
    except (OSError, UnicodeError) as error:
        sys.exit("netloom: %s" % error)
