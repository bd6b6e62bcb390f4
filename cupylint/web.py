"""The design that the pages of cupylint share: colours for light and dark, tables, cards, excerpts and pictures.

A page is one file that opens anywhere and asks the network for nothing: `document` says so to the browser, too.
"""

from __future__ import annotations

import hashlib
import re

STYLE = """
:root{color-scheme:light dark;--page:#fff;--ink:#1b1f24;--soft:#57606a;--line:#d5dae0;--card:#f6f8fa;--mark:#fff3c4;
--met:#116329;--missed:#b3141d;--skipped:#7a5200;--gate:#c9483b;--work:#2f6fd0;--wait:#8a8f98;--host:#7d4fc4;
--on:#fff;--shut:#c9483b1c}
@media(prefers-color-scheme:dark){:root{--page:#0e1116;--ink:#e6e9ee;--soft:#9da7b3;--line:#2f3742;--card:#161b22;
--mark:#3b3110;--met:#57c278;--missed:#ff7b72;--skipped:#e3b341;--gate:#e5695c;--work:#6aa5ff;--wait:#8d96a3;
--host:#b48cf2;--on:#0e1116;--shut:#e5695c24}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
main,header,footer{max-width:60rem;margin:0 auto;padding:0 1rem}
h1{font-size:1.5rem;margin:1.5rem 0 .25rem}h2{font-size:1.15rem;margin:2rem 0 .5rem}
h3{font-size:1rem;margin:0;display:inline}
p{margin:.4rem 0}a{color:var(--work)}.soft{color:var(--soft)}
.wide{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:.9rem}
th,td{text-align:left;vertical-align:top;padding:.35rem .6rem .35rem 0;border-bottom:1px solid var(--line)}
th,td{overflow-wrap:break-word}td.number,th.number{text-align:right;white-space:nowrap}
details{background:var(--card);border:1px solid var(--line);border-radius:8px;margin:.6rem 0;padding:.5rem .8rem}
summary{cursor:pointer}:is(summary,a,.wide,input,select):focus-visible{outline:2px solid var(--work);outline-offset:2px}
.state{font-weight:600}
pre{margin:.6rem 0;padding:.5rem 0;background:var(--page);border:1px solid var(--line);border-radius:6px;font:13px/1.5
ui-monospace,Menlo,Consolas,monospace}pre span{display:block;padding:0 .6rem;white-space:pre}
pre span.here{background:var(--mark);width:max-content;min-width:100%}pre i{font-style:normal;color:var(--soft)}
svg{display:block;height:auto;font:12px system-ui,sans-serif}
svg text{fill:var(--ink)}svg .lane{font-weight:600}svg line.rail{stroke:var(--line)}
footer{padding-block:2rem}
@media(max-width:40rem){table,tbody,tr,td{display:block}thead{display:none}
tr{border-bottom:1px solid var(--line);padding:.5rem 0}td,td.number{border:0;padding:0;text-align:left}
td[data-name]::before{content:attr(data-name) ": ";color:var(--soft)}}
@media print{details{break-inside:avoid}}
"""

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"


_SEAL = re.compile(rb'<meta name="generator" content="cupylint; sha256=([0-9a-f]{64})">\n')


def sealed(page: str) -> str:
    """A page with a digest of itself, by which `is_sealed` knows it again."""
    digest = hashlib.sha256(page.encode("utf-8", "backslashreplace")).hexdigest()
    seal = f'<meta name="generator" content="cupylint; sha256={digest}">\n'
    return page.replace("<title>", f"{seal}<title>", 1)


def is_sealed(data: bytes) -> bool:
    """Whether a file is such a page, and nobody has changed it since."""
    found = _SEAL.search(data)
    rest = b"" if found is None else data[: found.start()] + data[found.end() :]
    return found is not None and hashlib.sha256(rest).hexdigest().encode() == found[1]


def document(title: str, style: str, body: str, script: str) -> str:
    """A page. `title`, `style` and `script` are texts of cupylint's own, `body` is HTML that is escaped already."""
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{_POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<style>{STYLE}{style}</style>
</head>
<body>
{body}
<script>{script}</script>
</body>
</html>
"""
