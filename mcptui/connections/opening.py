"""Which transport reaches a target, and how it is opened."""

import sys
from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from functools import partial

from mcptui.connections.child import Grace
from mcptui.connections.link import Link, LinkFacts
from mcptui.connections.log_tail import LogTail
from mcptui.connections.tap import Recorder
from mcptui.connections.variables import ResolvedTarget
from mcptui.contract.target import Http, Recorded, Stdio

Opened = AbstractAsyncContextManager[Link]


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What a transport gets from us beside its target."""

    environ: Mapping[str, str]
    log: LogTail
    grace: Grace


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """One transport for one target, to be opened once for each attempt."""

    name: str
    open: Callable[[Recorder, LinkFacts], Opened]
    starts_without_sdk: bool = False
    """It can be opened before the SDK is loaded: a process starts up meanwhile."""


def ways(target: ResolvedTarget, around: Surroundings) -> tuple[Way, ...]:
    """The ways to reach a server, in the order in which they are tried.

    A way after the first is for a server whose answer called for it (`LinkFacts.fallback`).
    """
    match target.how:
        case Stdio() as how:
            early = sys.platform != "win32"
            opened = partial(_stdio, how, target, around)
            return (Way(name="stdio", open=opened, starts_without_sdk=early),)
        case Http() as how:
            streamable = Way(name="Streamable HTTP", open=partial(_streamable_http, how, target))
            sse = Way(name="SSE", open=partial(_sse, how, target))
            return {"sse": (sse,), "auto": (streamable, sse)}.get(how.transport, (streamable,))
        case Recorded():
            return ()


def _stdio(
    how: Stdio,
    target: ResolvedTarget,
    around: Surroundings,
    recorder: Recorder,
    facts: LinkFacts,
) -> Opened:
    options = target.options
    if sys.platform == "win32":
        from mcptui.connections.transports import sdk_stdio  # noqa: PLC0415  # it loads the SDK

        return sdk_stdio.open_transport(
            how, recorder, facts, log=around.log, environ=around.environ, pass_env=options.pass_env
        )
    from mcptui.connections.transports import stdio  # noqa: PLC0415  # for POSIX only

    return stdio.open_transport(
        how,
        recorder,
        facts,
        log=around.log,
        environ=around.environ,
        pass_env=options.pass_env,
        limits=options.limits,
        grace=around.grace,
    )


def _streamable_http(
    how: Http, target: ResolvedTarget, recorder: Recorder, facts: LinkFacts
) -> Opened:
    from mcptui.connections.transports import streamable_http  # noqa: PLC0415  # it loads the SDK

    return streamable_http.open_transport(
        how, recorder, facts, options=target.options, secrets=target.secrets
    )


def _sse(how: Http, target: ResolvedTarget, recorder: Recorder, facts: LinkFacts) -> Opened:
    from mcptui.connections.transports import sse  # noqa: PLC0415  # it loads the SDK

    return sse.open_transport(how, recorder, facts, options=target.options, secrets=target.secrets)
