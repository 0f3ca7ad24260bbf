"""A prompt -> what a model without tools says, from an endpoint or a local command.

One prompt a call, no tools, no history, nothing kept. What comes back is bounded and is text: a caller decides what of
it may go on. Errors are our own words.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple
from urllib.error import HTTPError, URLError
from urllib.request import HTTPRedirectHandler, Request, build_opener

from paredown.serve.voice import Ask, NoAnswer

TIMEOUT = 30.0
"""Seconds for one prompt."""
MOST = 64 * 1024
"""Bytes of an answer that are read."""
TOKENS = 300
"""Tokens that the model is asked to keep to."""
Shape = Literal["openai", "anthropic"]


class Endpoint(NamedTuple):
    """A model behind an HTTP address: the root of the API (`…/v1`), the model's name, and the key or nothing."""

    shape: Shape
    url: str
    model: str
    key: str

    def __repr__(self) -> str:
        return f"Endpoint({self.shape}, {self.model})"


class NoRedirects(HTTPRedirectHandler):
    """Follows no redirect: it would take the key and the prompt to another host."""

    def redirect_request(self, *_: Any) -> None:
        """Refuse."""


def asks_endpoint(endpoint: Endpoint, timeout: float = TIMEOUT) -> Ask:
    """Return what asks the model behind `endpoint`."""
    opener = build_opener(NoRedirects())

    def ask(prompt: str) -> str:
        path, headers, body = _request(endpoint, prompt)
        address = endpoint.url.rstrip("/") + path
        # Named by the person who runs the server, and http or https: the command line looks.
        request = Request(address, json.dumps(body).encode(), dict(headers), method="POST")  # noqa: S310
        try:
            with opener.open(request, timeout=timeout) as answer:
                return _said(endpoint.shape, json.loads(answer.read(MOST)))
        except HTTPError as error:
            error.close()
            raise NoAnswer(f"the model answered with status {error.code}") from None
        except (URLError, OSError) as error:
            raise NoAnswer("the model could not be reached") from error
        except (ValueError, KeyError, TypeError, IndexError, RecursionError) as error:
            raise NoAnswer("the model's answer could not be understood") from error

    return ask


def asks_command(command: Sequence[str], timeout: float = TIMEOUT) -> Ask:
    """Return what gives a prompt to the standard input of `command`, and takes its output."""

    def ask(prompt: str) -> str:
        try:
            run = subprocess.run(  # noqa: S603 - named by the person who runs the server
                list(command), input=prompt.encode(), capture_output=True, timeout=timeout, check=False
            )
        except subprocess.TimeoutExpired as error:
            raise NoAnswer("the model's command took too long") from error
        except OSError as error:
            raise NoAnswer("the model's command could not be started") from error
        if run.returncode:
            raise NoAnswer(f"the model's command ended with code {run.returncode}")
        return run.stdout[:MOST].decode("utf-8", "replace")

    return ask


def _request(endpoint: Endpoint, prompt: str) -> tuple[str, Mapping[str, str], Mapping[str, Any]]:
    message = {"role": "user", "content": prompt}
    body = {"model": endpoint.model, "max_tokens": TOKENS, "temperature": 0, "messages": [message]}
    headers = {"content-type": "application/json", "user-agent": "paredown"}
    if endpoint.shape == "anthropic":
        key = {"x-api-key": endpoint.key} if endpoint.key else {}
        return "/messages", {**headers, **key, "anthropic-version": "2023-06-01"}, body
    key = {"authorization": f"Bearer {endpoint.key}"} if endpoint.key else {}
    return "/chat/completions", {**headers, **key}, body


def _said(shape: Shape, answer: Any) -> str:
    said = answer["content"][0]["text"] if shape == "anthropic" else answer["choices"][0]["message"]["content"]
    if not isinstance(said, str):
        raise TypeError("not a text")
    return said
