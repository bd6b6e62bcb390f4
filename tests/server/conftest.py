"""An editor that talks with ``cupylint server`` over its standard input and output."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Any

import pytest_lsp
from lsprotocol import types
from pygls.protocol import default_converter
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities
from pytest_lsp.client import DEFAULT_CLIENT_FEATURES, register_lsp_features

ROOT = Path(__file__).resolve().parents[2]
COMMAND = [sys.executable, "-m", "cupylint", "server"]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}
_PATIENCE = 30


class Editor(LanguageClient):
    """Opens and edits files, and waits for what the server says of them."""

    def __init__(self) -> None:
        super().__init__(converter_factory=default_converter)
        self.told: dict[tuple[str, int | None], list[types.Diagnostic]] = {}
        self.asked: list[types.Registration] = []
        self.versions: dict[str, int] = {}
        self._news = asyncio.Event()
        register_lsp_features(self, {**DEFAULT_CLIENT_FEATURES, **self._features()})

    def _features(self) -> dict[str, Callable[[Any], None]]:
        """What the server may say, and what is done then."""

        def hear(params: types.PublishDiagnosticsParams) -> None:
            self.told[params.uri, params.version] = list(params.diagnostics)
            self._news.set()

        def register(params: types.RegistrationParams) -> None:
            self.asked += params.registrations

        return {types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS: hear, types.CLIENT_REGISTER_CAPABILITY: register}

    async def of(self, uri: str, version: int | None) -> list[types.Diagnostic]:
        """The diagnostics of one version of a text, once they are there."""
        while (uri, version) not in self.told:
            await self.news()
        return self.told[uri, version]

    async def news(self) -> None:
        """Wait until the server says something."""
        self._news.clear()
        await asyncio.wait_for(self._news.wait(), _PATIENCE)

    async def open(self, path: Path, text: str | None = None) -> list[types.Diagnostic]:
        """Open a file, with a text that need not be that on the disk."""
        self.begin(path, text)
        return await self.of(path.as_uri(), 1)

    def begin(self, path: Path, text: str | None = None) -> None:
        """`open` without waiting for an answer."""
        uri = path.as_uri()
        self.versions[uri] = 1
        item = types.TextDocumentItem(uri, "python", 1, path.read_text(encoding="utf-8") if text is None else text)
        self.text_document_did_open(types.DidOpenTextDocumentParams(item))

    async def edit(self, path: Path, *changes: tuple[types.Range, str] | str) -> list[types.Diagnostic]:
        """Replace ranges one after the other, or everything."""
        self.type(path, *changes)
        return await self.of(path.as_uri(), self.versions[path.as_uri()])

    def type(self, path: Path, *changes: tuple[types.Range, str] | str) -> None:
        """`edit` without waiting for an answer."""
        uri = path.as_uri()
        self.versions[uri] += 1
        events: list[types.TextDocumentContentChangeEvent] = [
            types.TextDocumentContentChangeWholeDocument(change)
            if isinstance(change, str)
            else types.TextDocumentContentChangePartial(change[0], change[1])
            for change in changes
        ]
        identifier = types.VersionedTextDocumentIdentifier(self.versions[uri], uri)
        self.text_document_did_change(types.DidChangeTextDocumentParams(identifier, events))

    def close(self, path: Path) -> None:
        """Close a file."""
        identifier = types.TextDocumentIdentifier(path.as_uri())
        self.text_document_did_close(types.DidCloseTextDocumentParams(identifier))

    async def hover(self, path: Path, line: int, character: int) -> str:
        """The Markdown that is shown there, "" for nothing."""
        identifier = types.TextDocumentIdentifier(path.as_uri())
        found = await self.text_document_hover_async(types.HoverParams(identifier, types.Position(line, character)))
        assert found is None or isinstance(found.contents, types.MarkupContent)
        return "" if found is None else found.contents.value

    async def actions(
        self, path: Path, place: types.Range, only: Sequence[str] | None = None
    ) -> list[types.CodeAction]:
        """What is offered for a range."""
        context = types.CodeActionContext([], only=only or None)
        identifier = types.TextDocumentIdentifier(path.as_uri())
        found = await self.text_document_code_action_async(types.CodeActionParams(identifier, place, context))
        return [action for action in found or () if isinstance(action, types.CodeAction)]


@pytest_lsp.fixture(
    config=ClientServerConfig(server_command=COMMAND, server_env=ENVIRONMENT, client_factory=Editor), scope="module"
)
async def editor(client: LanguageClient) -> AsyncIterator[None]:
    """An editor with a server that has been greeted."""
    capabilities = client_capabilities("visual-studio-code")
    await client.initialize_session(types.InitializeParams(capabilities=capabilities))
    yield
    await client.shutdown_session()
