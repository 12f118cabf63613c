"""Hooks of the docs site: pages and files that lie outside `docs/`, and the reference of the command line.

mkdocs loads this file (see `hooks` in mkdocs.yml). On the forge every link of a page is relative to the
repository; on the site the README is the home page and linked files such as `deploy/nginx.conf` are
copied, so that the same links work in both places and offline.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from tools.cli_reference import cli_reference

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[1]
ROOT_PAGES = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
}
"""Pages at the root of the repository, and where they are on the site."""
LINK = re.compile(r"(\]\()(?!https?:|mailto:|#)([^)#\s]+)")
FENCE = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages of the root, the command line's reference, and every file that a page links to."""
    from mkdocs.structure.files import File

    pages = {f"docs/{file.src_uri}": file.content_string for file in files.documentation_pages()}
    for name, uri in ROOT_PAGES.items():
        if (ROOT / name).exists():
            pages[name] = (ROOT / name).read_text(encoding="utf-8")
            files.append(File.generated(config, uri, content=pages[name]))
    files.append(File.generated(config, "reference/cli.md", content=cli_reference()))
    for path in sorted({path for page, text in pages.items() for path in linked_files(page, text)}):
        text = (ROOT / path).read_text(encoding="utf-8")
        files.append(File.generated(config, copy_of(path), content=text))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001
    """Turn the links of a page, relative to the repository, into links of the site."""
    uri = page.file.src_uri
    home = next((name for name, there in ROOT_PAGES.items() if there == uri), f"docs/{uri}")
    return site_links(home, uri, markdown)


def site_links(home: str, uri: str, markdown: str) -> str:
    """Return a page's text with the links it has on the site.

    >>> site_links("docs/how-to/a.md", "how-to/a.md", "[x](../../deploy/x.conf) [b](b.md#c)")
    '[x](../files/deploy/x.conf.txt) [b](b.md#c)'
    >>> site_links("README.md", "index.md", "[a](docs/how-to/a.md)")
    '[a](how-to/a.md)'
    """
    here = posixpath.dirname(uri)

    def relative(link: re.Match[str]) -> str:
        target = posixpath.relpath(place_on_site(resolve(home, link[2])), here or ".")
        return f"{link[1]}{target}"

    parts = FENCE.split(markdown)
    return "".join(part if part.startswith("```") else LINK.sub(relative, part) for part in parts)


def resolve(home: str, link: str) -> str:
    """Return the path, from the repository's root, that a link of the page at `home` leads to."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(home), link))


def place_on_site(path: str) -> str:
    """Return where a path of the repository is on the site."""
    if path in ROOT_PAGES:
        return ROOT_PAGES[path]
    return str(PurePosixPath(path).relative_to("docs")) if path.startswith("docs/") else copy_of(path)


def copy_of(path: str) -> str:
    """Return the name of a file's copy, which a browser shows as text.

    >>> copy_of("deploy/jurat.service")
    'files/deploy/jurat.service.txt'
    """
    return f"files/{path}.txt"


def linked_files(home: str, markdown: str) -> set[str]:
    """Return the files outside `docs/` that a page links to, other than pages."""
    prose = FENCE.sub("", markdown)
    paths = {resolve(home, link) for _, link in LINK.findall(prose)}
    return {path for path in paths if not path.startswith("docs/") and path not in ROOT_PAGES}
