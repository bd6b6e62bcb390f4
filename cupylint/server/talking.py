"""What is said between the editor and the server: pygls hears it, the first thread does the work."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from functools import partial

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from cupylint import __version__, source
from cupylint.findings import Finding
from cupylint.reading import read_regular
from cupylint.records import dataclass
from cupylint.server.actions import FIX_ALL, all_safe, fixes, silences
from cupylint.server.documents import Document, Documents, Sheet, path_of
from cupylint.server.jobs import Jobs
from cupylint.server.linting import Answer, Linter
from cupylint.server.shown import SOURCE, Abilities, Shown, page, sheet_of, shown

PAUSE = 0.02
"""Seconds that nothing more must be typed until what is there is linted: some edits come as several."""

_NOTEBOOKS = types.NotebookDocumentSyncOptions(
    notebook_selector=[
        types.NotebookDocumentFilterWithNotebook(
            notebook="jupyter-notebook", cells=[types.NotebookCellLanguage(language="python")]
        )
    ]
)
_WATCHED = ("**/*.py", "**/pyproject.toml")


@dataclass(frozen=True, slots=True)
class _Told:
    """The findings in a text as they were told last, and whether they are of that text or of an earlier state of it."""

    sheet: Sheet
    found: list[Shown]
    is_checked: bool

    @property
    def diagnostics(self) -> list[types.Diagnostic]:
        """What the editor is told."""
        return [one.diagnostic for one in self.found]


@dataclass(slots=True)
class _Session:
    """What is known of one editor. Only the thread that talks touches it, but for `linter`.

    Attributes:
        told: what was told last of each text, by its address.
    """

    jobs: Jobs
    linter: Linter
    documents: Documents = field(default_factory=Documents)
    abilities: Abilities = field(default_factory=Abilities)
    has_versions: bool = False
    has_watch: bool = False
    told: dict[str, _Told] = field(default_factory=dict)
    pending: asyncio.TimerHandle | None = None


def server(jobs: Jobs, linter: Linter) -> LanguageServer:
    """A server whose work, which is done with `linter`, goes to `jobs`."""
    made = LanguageServer(SOURCE, __version__, notebook_document_sync=_NOTEBOOKS)
    session = _Session(jobs, linter)
    _begin(made, session)
    _edits(made, session)
    _answers(made, session)
    return made


# --- what the editor tells ------------------------------------------------------------------------


def _begin(server: LanguageServer, session: _Session) -> None:
    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        encoding = server.workspace.position_encoding or types.PositionEncodingKind.Utf16
        session.documents.counted_in(types.PositionEncodingKind(encoding).value)
        text, space = params.capabilities.text_document, params.capabilities.workspace
        told = None if text is None else text.publish_diagnostics
        session.abilities = Abilities(
            related=bool(told and told.related_information),
            links=bool(told and told.code_description_support),
            tags=bool(told and told.tag_support),
        )
        session.has_versions = bool(space and space.workspace_edit and space.workspace_edit.document_changes)
        watch = None if space is None else space.did_change_watched_files
        session.has_watch = bool(watch and watch.dynamic_registration)

    @server.feature(types.INITIALIZED)
    async def initialized(params: types.InitializedParams) -> None:
        session.jobs.add(session.linter.prepare)
        if session.has_watch:
            watchers = [types.FileSystemWatcher(glob_pattern=glob) for glob in _WATCHED]
            options = types.DidChangeWatchedFilesRegistrationOptions(watchers)
            wanted = types.Registration("files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
            await server.client_register_capability_async(types.RegistrationParams([wanted]))

    @server.feature(types.SHUTDOWN)
    def shutdown(params: None) -> None:
        session.jobs.edited()


def _edits(server: LanguageServer, session: _Session) -> None:
    documents = session.documents
    edited = partial(_edited, server, session)

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def did_open(params: types.DidOpenTextDocumentParams) -> None:
        documents.open(params.text_document)
        edited(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def did_change(params: types.DidChangeTextDocumentParams) -> None:
        documents.change(params.text_document.uri, params.text_document.version, params.content_changes)
        edited(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(params: types.DidCloseTextDocumentParams) -> None:
        documents.close(params.text_document.uri)
        edited("")

    @server.feature(types.NOTEBOOK_DOCUMENT_DID_OPEN)
    def did_open_book(params: types.DidOpenNotebookDocumentParams) -> None:
        documents.open_book(params.notebook_document, params.cell_text_documents)
        edited(params.notebook_document.uri)

    @server.feature(types.NOTEBOOK_DOCUMENT_DID_CHANGE)
    def did_change_book(params: types.DidChangeNotebookDocumentParams) -> None:
        if params.change.cells is not None:
            documents.change_book(params.notebook_document.uri, params.change.cells)
        edited(params.notebook_document.uri)

    @server.feature(types.NOTEBOOK_DOCUMENT_DID_CLOSE)
    def did_close_book(params: types.DidCloseNotebookDocumentParams) -> None:
        documents.close_book(params.notebook_document.uri)
        edited("")

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def did_save(params: types.DidSaveTextDocumentParams) -> None:
        edited(params.text_document.uri, forget=not session.has_watch)

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def did_change_files(params: types.DidChangeWatchedFilesParams) -> None:
        """What is open counts as it is in the editor, so that saving it changes nothing."""
        is_open = documents.snapshot().keys()
        if any(
            each.type != types.FileChangeType.Changed or path_of(each.uri) not in is_open for each in params.changes
        ):
            edited("", forget=True)


def _edited(server: LanguageServer, session: _Session, uri: str, *, forget: bool = False) -> None:
    """Lint what is open, soon; what is being linted is out of date."""
    session.jobs.edited()
    if session.pending is not None:
        session.pending.cancel()
    if forget:
        session.jobs.add(session.linter.forget)
    loop = asyncio.get_running_loop()
    session.pending = loop.call_later(PAUSE, _lint, server, session, path_of(uri) if uri else "")


# --- what the server tells ------------------------------------------------------------------------


def _lint(server: LanguageServer, session: _Session, first: str) -> None:
    documents, loop = session.documents.snapshot(), asyncio.get_running_loop()

    def work() -> None:
        for answer in session.linter.lint(documents, first):
            _soon(loop, partial(_publish, server, session, documents, answer))

    session.jobs.add(work)


def _soon(loop: asyncio.AbstractEventLoop, call: Callable[[], object]) -> None:
    """Let the thread that talks do something, if it has not ended meanwhile."""
    try:
        loop.call_soon_threadsafe(call)
    except RuntimeError:
        if not loop.is_closed():
            raise


def _publish(server: LanguageServer, session: _Session, documents: dict[str, Document], answer: Answer) -> None:
    """Tell what was found in texts that are still what they were then; of those that were closed, nothing."""
    now = session.documents.snapshot()
    texts = partial(_sheet, now, session.documents.units)
    known = {sheet.uri for document in now.values() for sheet in document.sheets.values()}
    for uri in session.told.keys() - known:
        del session.told[uri]
        server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))
    for path, findings in answer.found.items():
        document = documents[path]
        if now.get(path) != document:
            continue
        found: dict[str, list[Shown]] = {sheet.uri: [] for sheet in document.sheets.values()}
        for finding in findings:
            if (one := shown(finding, document, texts, session.abilities)) is not None:
                found[one[0]].append(one[1])
        for sheet in document.sheets.values():
            _tell(server, session, _Told(sheet, found[sheet.uri], answer.is_checked))


def _tell(server: LanguageServer, session: _Session, told: _Told) -> None:
    """Tell what is new. Only what was found in this version of a text names it."""
    uri = told.sheet.uri
    before, session.told[uri] = session.told.get(uri), told
    if told.is_checked and before != told:
        params = types.PublishDiagnosticsParams(uri, told.diagnostics, told.sheet.version)
        server.text_document_publish_diagnostics(params)
    elif not told.is_checked and before is not None and before.diagnostics != told.diagnostics:
        server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, told.diagnostics))


def _sheet(documents: dict[str, Document], units: str, path: str, cell: int) -> Sheet | None:
    """A text that is open, or else what is on the disk."""
    document = documents.get(path)
    if document is not None:
        return document.sheets.get(cell)
    try:
        return None if cell else sheet_of(path, source.decode(read_regular(path)), units)
    except (OSError, source.UnreadableSource):
        return None


# --- what the editor asks -------------------------------------------------------------------------


def _answers(server: LanguageServer, session: _Session) -> None:
    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def hover(params: types.HoverParams) -> types.Hover | None:
        found = _at(session, params.text_document.uri, types.Range(params.position, params.position))
        if not found:
            return None
        pages = dict.fromkeys(page(one.finding) for one in found)
        contents = types.MarkupContent(types.MarkupKind.Markdown, "\n\n---\n\n".join(pages))
        return types.Hover(contents, found[0].diagnostic.range)

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(code_action_kinds=_KINDS))
    async def code_action(params: types.CodeActionParams) -> list[types.CodeAction]:
        return await _actions(session, params)


_KINDS = [types.CodeActionKind.QuickFix, FIX_ALL]


async def _actions(session: _Session, params: types.CodeActionParams) -> list[types.CodeAction]:
    """What can be done about the findings that a range touches, and about all of its text."""
    uri, only = params.text_document.uri, params.context.only
    wanted = {kind for kind in _KINDS if only is None or any(_is_of(kind, one) for one in only)}
    here = _at(session, uri, params.range) if types.CodeActionKind.QuickFix in wanted else []
    everywhere = session.told[uri].found if uri in session.told and FIX_ALL in wanted else []
    if not here and not (everywhere and only is not None):
        return []
    documents = session.documents.snapshot()
    document = _holding(documents, uri)
    if document is None:
        return []
    texts = partial(_sheet, documents, session.documents.units)
    fixed = await _with_fixes(session, documents, document.path)
    found = [one for one in (_fixed(each, fixed) for each in here) if one is not None]
    actions = [*fixes(found, document, texts, versions=session.has_versions)]
    actions += silences(here, document, versions=session.has_versions)
    whole = all_safe(fixed, document, texts, versions=session.has_versions) if FIX_ALL in wanted else None
    return actions if whole is None else [*actions, whole]


def _holding(documents: Mapping[str, Document], uri: str) -> Document | None:
    """The document that a text belongs to."""
    return next((one for one in documents.values() if any(s.uri == uri for s in one.sheets.values())), None)


def _is_of(kind: str, wanted: str) -> bool:
    """Whether a kind of code action is one of those that were asked for: "source" stands for all that begin so."""
    return not wanted or kind == wanted or kind.startswith(f"{wanted}.")


def _at(session: _Session, uri: str, place: types.Range) -> list[Shown]:
    """The findings that a range of a text touches, if they are about the text as it is now."""
    known = session.told.get(uri)
    if known is None:
        return []
    if all(known.sheet not in document.sheets.values() for document in session.documents.snapshot().values()):
        return []
    ranges = [(one, one.diagnostic.range) for one in known.found]
    return [one for one, its in ranges if its.start <= place.end and place.start <= its.end]


async def _with_fixes(session: _Session, documents: dict[str, Document], path: str) -> Sequence[Finding]:
    """The findings of a file with their fixes; none if it is edited meanwhile."""
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[list[Finding]] = loop.create_future()

    def told(found: list[Finding]) -> None:
        if not answer.done():
            answer.set_result(found)

    def work() -> None:
        _soon(loop, partial(told, session.linter.with_fixes(documents, path)))

    session.jobs.add(work, lambda: _soon(loop, partial(told, [])))
    return await answer


def _fixed(one: Shown, fixed: Sequence[Finding]) -> Shown | None:
    """The same finding with its fix, if there is one."""
    key = (one.finding.code, one.finding.location)
    found = next((each for each in fixed if (each.code, each.location) == key), None)
    return None if found is None else Shown(found, one.diagnostic)
