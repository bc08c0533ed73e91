"""How `make docs` builds the site: Sphinx with furo, from Markdown and the docstrings of the library. No network."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import kursbuch  # noqa: E402
from tools.documenting import write_pages  # noqa: E402

write_pages(
    ROOT / "docs" / "made"
)  # routes, commands, changes: made anew with every build, so never out of step

project = "Kursbuch"
author = "Kursbuch contributors"
version = release = kursbuch.__version__
html_title = f"Kursbuch {version}"
html_theme = "furo"
html_show_sourcelink = False
html_static_path = []
html_favicon = "../src/kursbuch/web/static/icon.svg"

extensions = ["myst_parser", "sphinx.ext.autodoc"]
myst_heading_anchors = 4
default_role = "literal"  # our docstrings write `code` with single backticks
pygments_style = "tango"
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
add_module_names = False
toc_object_entries_show_parents = "hide"
exclude_patterns = ["README.md"]
