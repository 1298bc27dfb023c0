"""Reports on paper: one file a document and format, each with `render`, which is pure.

`FORMATS` names the formats of each document, in the order people see them.
"""

FORMATS = {
    "tools": ("text", "json"),
    "routes": ("text", "json"),
    "lint": ("text", "json", "markdown", "sarif", "junit", "github"),
}
