"""Writing workbooks (.xlsx, .ods): one sheet, its header in bold and kept in sight; equal rows give equal bytes.

A workbook of Excel is printed on wide pages, its header on each, with all columns if they can be read so.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Mapping, Sequence

from .markup import escaped
from .tables import column_letters
from .writing import Timed, table

_EPOCH = (1980, 1, 1, 0, 0, 0)
_CONTROL = re.compile("_x[0-9A-Fa-f]{4}_|[\x00-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff]")
_XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_SHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_NARROW, _WIDE = 8, 40
_PAGE = 200
"""So wide a table can be read on one page."""


def packed(members: Mapping[str, bytes], stored: Sequence[str] = ()) -> bytes:
    """A zip file of these members, with a fixed date; those in `stored` are not compressed."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        for name, content in members.items():
            info = zipfile.ZipInfo(name, _EPOCH)
            info.compress_type = zipfile.ZIP_STORED if name in stored else zipfile.ZIP_DEFLATED
            info.create_system = 3
            info.external_attr = 0o644 << 16
            file.writestr(info, content)
    return out.getvalue()


def xlsx_bytes(actions: Timed, lang: str) -> bytes:
    """The actions as a workbook of Excel."""
    return xlsx_of(table(actions, lang), "script" if lang in ("en", "id") else "腳本")


def ods_bytes(actions: Timed, lang: str) -> bytes:
    """The actions as a workbook of LibreOffice."""
    return ods_of(table(actions, lang), "script" if lang in ("en", "id") else "腳本")


def width(text: str) -> int:
    """How wide a text is, in letters; an ideograph is as wide as two."""
    return max((sum(2 if ord(char) > 0x2E7F else 1 for char in line) for line in text.split("\n")), default=0)


def _widths(rows: Sequence[Sequence[str]]) -> list[int]:
    count = max(map(len, rows), default=0)
    return [
        min(_WIDE, max(_NARROW, 2 + max((width(row[n][:100]) for row in rows if n < len(row)), default=0)))
        for n in range(count)
    ]


def _xlsx_text(text: str) -> str:
    """The text with what XML cannot say, and what would be taken for such, as _xHHHH_."""

    def code(found: re.Match[str]) -> str:
        return f"_x005F_{found[0][1:]}" if len(found[0]) > 1 else f"_x{ord(found[0]):04X}_"

    return escaped(_CONTROL.sub(code, text))


def xlsx_of(rows: Sequence[Sequence[str]], name: str) -> bytes:
    """Rows, the first of them a header, as a workbook of Excel."""
    written = []
    for number, row in enumerate(rows, 1):
        style = ' s="1"' if number == 1 else ' s="2"'
        cells = "".join(
            f'<c r="{column_letters(n)}{number}" t="inlineStr"{style}>'
            f'<is><t xml:space="preserve">{_xlsx_text(text)}</t></is></c>'
            for n, text in enumerate(row)
            if text
        )
        written.append(f'<row r="{number}">{cells}</row>')
    widths = _widths(rows)
    columns = "".join(f'<col min="{n}" max="{n}" width="{wide}" customWidth="1"/>' for n, wide in enumerate(widths, 1))
    fits = int(sum(widths) <= _PAGE)
    sheet = (
        f'{_XML}<worksheet xmlns="{_MAIN}"><sheetPr><pageSetUpPr fitToPage="{fits}"/></sheetPr>'
        '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" '
        'topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'
        f"<cols>{columns}</cols><sheetData>{''.join(written)}</sheetData>"
        '<pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/></worksheet>'
    )
    book = (
        f'{_XML}<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>'
        f'<sheet name="{escaped(name)}" sheetId="1" r:id="rId1"/></sheets><definedNames>'
        f'<definedName name="_xlnm.Print_Titles" localSheetId="0">{escaped(name)}!$1:$1</definedName>'
        "</definedNames></workbook>"
    )
    # Cells are text ("@"), so that a time or a number typed into them is taken as typed.
    styles = (
        f'{_XML}<styleSheet xmlns="{_MAIN}"><fonts count="2"><font><sz val="11"/></font>'
        '<font><b/><sz val="11"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill>'
        '<fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders>'
        '<cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf fontId="1" applyFont="1"/>'
        '<xf numFmtId="49" applyNumberFormat="1"/></cellXfs>'
        '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
    )
    links = (
        f'{_XML}<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="rId1" Type="{_OFFICE}/worksheet" '
        f'Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="{_OFFICE}/styles" Target="styles.xml"/>'
        "</Relationships>"
    )
    root = (
        f'{_XML}<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="rId1" '
        f'Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>'
    )
    types = (
        f'{_XML}<Types xmlns="{_PACKAGE}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{_SHEET}.sheet.main+xml"/>'
        f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{_SHEET}.worksheet+xml"/>'
        f'<Override PartName="/xl/styles.xml" ContentType="{_SHEET}.styles+xml"/></Types>'
    )
    members = {
        "[Content_Types].xml": types, "_rels/.rels": root, "xl/workbook.xml": book,
        "xl/_rels/workbook.xml.rels": links, "xl/styles.xml": styles, "xl/worksheets/sheet1.xml": sheet,
    }  # fmt: skip
    return packed({name: content.encode() for name, content in members.items()})


_ODF = "urn:oasis:names:tc:opendocument:xmlns"
_ODS_TYPE = "application/vnd.oasis.opendocument.spreadsheet"
_RUNS = re.compile("\t|\n|^ | $|  +")


def _ods_paragraph(line: str) -> str:
    """A paragraph; spaces that would be lost are counted."""
    out, at = [], 0
    for found in _RUNS.finditer(line):
        out.append(escaped(line[at : found.start()].replace("\r", "\ufffd")))
        out.append("<text:tab/>" if found[0] == "\t" else f'<text:s text:c="{len(found[0])}"/>')
        at = found.end()
    return "".join(out) + escaped(line[at:].replace("\r", "\ufffd"))


def ods_of(rows: Sequence[Sequence[str]], name: str) -> bytes:
    """Rows, the first of them a header, as a workbook of LibreOffice; a carriage return becomes a line break."""
    written = []
    for number, row in enumerate(rows):
        style = ' table:style-name="head"' if number == 0 else ""
        cells = "".join(
            f'<table:table-cell office:value-type="string"{style}>'
            + "".join(f"<text:p>{_ods_paragraph(line)}</text:p>" for line in re.split("\r\n|\r|\n", text))
            + "</table:table-cell>"
            if text
            else "<table:table-cell/>"
            for text in row
        )
        written.append(f"<table:table-row>{cells or '<table:table-cell/>'}</table:table-row>")
    namespaces = "".join(
        f' xmlns:{short}="{_ODF}:{long}:1.0"'
        for short, long in (("office", "office"), ("table", "table"), ("text", "text"), ("style", "style"))
    )
    content = (
        f'{_XML}<office:document-content{namespaces} xmlns:fo="{_ODF}:xsl-fo-compatible:1.0" office:version="1.3">'
        '<office:automatic-styles><style:style style:name="head" style:family="table-cell">'
        '<style:text-properties fo:font-weight="bold"/></style:style></office:automatic-styles>'
        f'<office:body><office:spreadsheet><table:table table:name="{escaped(name)}">{"".join(written)}'
        "</table:table></office:spreadsheet></office:body></office:document-content>"
    )
    manifest = (
        f'{_XML}<manifest:manifest xmlns:manifest="{_ODF}:manifest:1.0" manifest:version="1.3">'
        f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{_ODS_TYPE}"/>'
        '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>'
    )
    members = {"mimetype": _ODS_TYPE, "content.xml": content, "META-INF/manifest.xml": manifest}
    return packed({name: text.encode() for name, text in members.items()}, stored=("mimetype",))
