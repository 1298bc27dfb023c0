"""What two sides said to each other before the first list, read from the frames."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from mcptui.connections.era_memory import Remembered
from mcptui.connections.tap import Direction, Frame, FrameKind, RpcId
from mcptui.connections.tapped import PROBE_METHOD
from mcptui.contract.display import shown
from mcptui.contract.target import Era
from mcptui.contract.wire import JsonValue

INITIALIZE: Final = "initialize"
MODERN_REVISION: Final = "2026-07-28"
_SERVER_INFO: Final = "io.modelcontextprotocol/serverInfo"
_CLIENT_CAPABILITIES: Final = "io.modelcontextprotocol/clientCapabilities"
_STEPS: Final = (PROBE_METHOD, INITIALIZE)


@dataclass(slots=True)
class Handshake:
    """The handshake of one attempt; every frame of the connection is told to `saw`."""

    asked: dict[str, JsonValue] = field(default_factory=dict)
    """Params of the last request of each step, as sent."""
    answers: dict[str, Frame] = field(default_factory=dict)
    """The last answer to each step; what the SDK made up for an HTTP status counts too."""
    probe_silent: bool = False
    """`server/discover` was still unanswered when `initialize` was answered."""
    stage: str = ""
    """The step that was begun last."""
    _open: dict[RpcId | None, str] = field(default_factory=dict)

    def saw(self, frame: Frame) -> None:
        """Take notice of a frame, whatever it is."""
        if frame.direction is Direction.SENT:
            if frame.kind is FrameKind.REQUEST and frame.method in _STEPS:
                self._open[frame.rpc_id] = self.stage = frame.method
                self.asked[frame.method] = frame.member("params") or None
            return
        if frame.kind not in (FrameKind.RESPONSE, FrameKind.ERROR):
            return
        step = self._open.pop(frame.rpc_id, None)
        if step is not None:
            self.answers[step] = frame
            if step == INITIALIZE:
                asked = PROBE_METHOD in self.asked
                self.probe_silent = asked and PROBE_METHOD not in self.answers

    @property
    def greeting(self) -> Mapping[str, Any]:
        """The result that settled the handshake, as sent; empty where there was none."""
        for step in (INITIALIZE, PROBE_METHOD):
            frame = self.answers.get(step)
            result = frame.member("result") if frame is not None else None
            if isinstance(result, dict):
                return result
        return {}

    @property
    def stopped_at_probe(self) -> bool:
        """Whether the probe was sent and nothing came of it, not even another step."""
        return self.stage == PROBE_METHOD and PROBE_METHOD not in self.answers

    def refusal(self, step: str) -> Frame | None:
        """The error with which the server itself answered a step, if it did."""
        frame = self.answers.get(step)
        is_error = frame is not None and frame.kind is FrameKind.ERROR and frame.raw is not None
        return frame if is_error else None

    @property
    def capabilities(self) -> JsonValue:
        """What the server declared, as sent; None where it declared nothing we saw."""
        declared: JsonValue = self.greeting.get("capabilities")
        return declared

    @property
    def offers_tools(self) -> bool:
        """False only where the server told its capabilities, and tools are not among them."""
        declared = self.capabilities
        return not isinstance(declared, dict) or declared.get("tools") is not None

    @property
    def declares_changes(self) -> bool:
        """Whether the server says that it announces changes of its tools."""
        declared = self.capabilities
        tools = declared.get("tools") if isinstance(declared, dict) else None
        return isinstance(tools, dict) and tools.get("listChanged") is True

    @property
    def client_capabilities(self) -> dict[str, Any] | None:
        """What we declared, as sent; None before anything was."""
        for step in (INITIALIZE, PROBE_METHOD):
            params = self.asked.get(step)
            if isinstance(params, dict):
                meta = params.get("_meta")
                declared = params.get("capabilities", MISSING_MEMBER)
                if declared is MISSING_MEMBER and isinstance(meta, dict):
                    declared = meta.get(_CLIENT_CAPABILITIES, MISSING_MEMBER)
                if isinstance(declared, dict):
                    return declared
        return None

    def server(self, protocol_version: str | None) -> dict[str, Any]:
        """The `server` member of a capture: what the server said of itself, as sent."""
        greeting = self.greeting
        meta = greeting.get("_meta")
        info = greeting.get("serverInfo")
        if info is None and isinstance(meta, dict):
            info = meta.get(_SERVER_INFO)
        told = {"serverInfo": info, "instructions": greeting.get("instructions")}
        server = {name: value for name, value in told.items() if value is not None}
        if protocol_version is not None:
            server["protocolVersion"] = protocol_version
        if self.capabilities is not None:
            server["capabilities"] = self.capabilities
        return server

    def words(
        self, era: Era, protocol_version: str | None, *, remembered: Remembered | None
    ) -> str:
        """How the handshake went, in words.

        Args:
            era: how it was begun.
            protocol_version: the revision agreed on.
            remembered: what made us begin with `initialize`, where that is why.
        """
        version = shown(protocol_version or "revision unknown")
        if INITIALIZE in self.asked:
            return f"{INITIALIZE}, {version}; {self._probe_words(era, remembered)}"
        if era is Era.MODERN:
            return f"no handshake, {version} at once (set so)"
        return f"{PROBE_METHOD}, {version}"

    def _probe_words(self, era: Era, remembered: Remembered | None) -> str:
        if remembered is not None:
            how = "got no answer" if remembered.silent else "was answered with an error"
            if remembered.ended:
                how = "ended the server"
            return f"not probed: the probe {how} on {remembered.day}"
        if era is Era.LEGACY:
            return "no probe (set so)"
        answer = self.answers.get(PROBE_METHOD)
        if self.probe_silent or answer is None:
            return "the probe got no answer"
        error = answer.member("error")
        if answer.kind is FrameKind.ERROR and isinstance(error, dict):
            if answer.raw is None:
                return "the probe was refused"
            return f"the probe was answered with error {error.get('code')}"
        return "the probe's answer names no revision of ours"


MISSING_MEMBER: Final = object()
