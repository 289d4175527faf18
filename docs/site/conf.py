"""The site, made by scripts/ci/site.sh: the pages of docs/ and results/ by MyST, the reference by Breathe from Doxygen's XML."""
import os

from pygments.lexers.special import TextLexer
from sphinx.highlighting import lexers

project = "lanegjk"
author = copyright = "lanegjk contributors"
release = version = os.environ["LGJK_VERSION"]
extensions = ["myst_parser", "breathe"]
root_doc = "index"
include_patterns = ["*.md", "docs/**", "results/**", "packaging/*", "api/*"]
exclude_patterns = ["docs/site/**"]
html_theme = "furo"
html_title = f"lanegjk {version}"
html_show_sphinx = False
html_copy_source = False
breathe_projects = {"lanegjk": os.environ["LGJK_DOXYGEN_XML"]}
breathe_default_project = "lanegjk"
breathe_show_define_initializer = True
breathe_domain_by_extension = {"h": "c"}
c_id_attributes = ["LGJK_API"]
myst_heading_anchors = 4
highlight_language = "none"
lexers["csv"] = TextLexer()
