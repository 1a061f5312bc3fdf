"""The sentences of all messages: one template per code, in Chinese and English.

Messages are for directors and scholars: whole sentences that name who, what, what was read, what was
expected and what to do.  Chinese is in traditional characters; `fsm.messages` fills in and simplifies.
"""

# ruff: noqa: E501  (a table of sentences)

from __future__ import annotations

from collections.abc import Mapping

FINDINGS: Mapping[str, tuple[str, str]] = {
    "SH101.early": (
        "「{act}」做得太早：應在{to}才做{because}。請把這一行移到那裏。",
        "“{act}” comes too early: its place is {to}{because}. Move the line there.",
    ),
    "SH101.late": (
        "「{act}」做得太晚：應在{to}就做。請把這一行移到那裏。",
        "“{act}” comes too late: its place is {to}. Move the line there.",
    ),
    "SH102": (
        "「{act}」遲了：前一組通常應已就位（經文未明言，此期限由編者所定，故只作提醒）。",
        "“{act}” is late: the group before is expected to be back in place by now. "
        "(The classic does not say so; the deadline is editorial, hence only a warning.)",
    ),
    "SH201": ("此處少了「{first}」{because}。請在這一行之前補上。", "“{first}” is missing here{because}. Put it in before this line."),
    "SH201.run": (
        "此處少了 {n} 項動作，從「{first}」到「{last}」{because}。請在這一行之前補上。",
        "{n} acts are missing here, from “{first}” to “{last}”{because}. Put them in before this line.",
    ),
    "SH202": (
        "禮還沒有做完：還差 {n} 項，接著應是「{first}」。請續寫到禮畢；若只想檢查到此為止，請加 --partial。",
        "The rite is not finished: {n} more to do, next “{first}”. "
        "Write on to its end; to check only as far as this, add --partial.",
    ),
    "SH202.section": (
        "腳本止於 {section} 之末，而禮還沒有做完：還差 {n} 項，接著應是「{first}」。若只到這一節為止，請加 --to {section}（查這一節是否做全）或 --partial（不問做到哪裏）；不然請續寫到禮畢。",
        "The script stops at the end of {section}, and the rite is not finished: {n} more to do, next “{first}”. "
        "If it is meant to end there, add --to {section} (the section must be whole) or --partial (it may stop anywhere); "
        "else write on to the end of the rite.",
    ),
    "SH203": (
        "嚴格檢查時須寫出儀節「{first}」。請在這一行之前補上，或不用 --strict。",
        "A strict check wants the manner “{first}” to be written out. Put it in before this line, or do without --strict.",
    ),
    "SH301": ("此處不做「{act}」：可以做的是{expected}。{take_out}", "“{act}” has no place here: what may be done is {expected}. {take_out}"),
    "SH301.twin": ("「{act}」剛剛做過，不應再做一次。{take_out}", "“{act}” has just been done and is not done again. {take_out}"),
    "SH301.when": (
        "「{act}」只在「{when}」時才做，此時不是。{take_out}",
        "“{act}” is done only if {when}, which is not so now. {take_out}",
    ),
    "SH301.known": (
        "「{act}」不在此時做：經文裏它在 {home}；此處可以做的是{expected}。{take_out}",
        "“{act}” is not done now: it belongs to {home}; what may be done here is {expected}. {take_out}",
    ),
    "SH301.passage": (
        "此處沒有「{act}」這一段可做：可以做的是{expected}。請刪去；若是提示，不是動作，請寫在「備註」欄裏（文字檔則寫在 # 之後）。",
        "There is no passage “{act}” to be done here: what may be done is {expected}. Take it out; a stage direction, "
        "which is no act, belongs in a column “note” (of a text: behind #).",
    ),
    "SH301.nobody": (
        "「{act}」沒有寫由誰做：此處可以做的是{expected}。請補上行禮者；若是提示，不是動作，請寫在「備註」欄裏（文字檔則寫在 # 之後）。",
        "“{act}” does not say who acts: what may be done here is {expected}. Name the actor; a stage direction, "
        "which is no act, belongs in a column “note” (of a text: behind #).",
    ),
    "SH302": (
        "經文明言此處不做「{act}」（{home}）。{take_out}",
        "The classic says that “{act}” is not done here ({home}). {take_out}",
    ),
    "SH401": ("「{act}」的細節不合：{differing}。請照此改正。", "A detail of “{act}” is wrong: {differing}. Correct it so."),
    "SH402": ("此處讀到「{act}」，應是「{right}」。請換成後者。", "“{act}” stands where “{right}” is expected. Write the latter."),
    "SH501": (
        "「{act}」不該由{who}做，應由{right_who}做。請改正人名。",
        "“{act}” has the wrong actor: not {who}, but {right_who}. Correct the name.",
    ),
    "SH501.nobody": (
        "「{act}」沒有寫由誰做：應由{right_who}做。請補上行禮者。",
        "“{act}” does not say who acts: it should be {right_who}. Name the actor.",
    ),
    "SH601": ("此處不可「{act}」：{guards}。{take_out}", "“{act}” may not be done here: {guards}. {take_out}"),
    "SH701": (
        "「{act}」所報的結果與後文不合：{differing}。請改結果，或改後文。",
        "The outcome reported for “{act}” contradicts what follows: {differing}. Correct the outcome, or what follows.",
    ),
    "SH702": (
        "照前面所報的結果，此處不可「{act}」：{reason}。{take_out}若所報的結果有誤，請改結果。",
        "After the outcome reported before it, “{act}” may not be done: {reason}. "
        "{take_out} Or, if the outcome was reported wrongly, correct the outcome.",
    ),
    "SH801": ("不認識{unknown}。{likely}", "Not known: {unknown}. {likely}"),
    "SH802": (
        "「{act}」在本模型所演的範圍之外，未作檢查。",
        "“{act}” lies outside what is modelled here and was not checked.",
    ),
    "SH802.run": (
        "從「{act}」到「{last}」（{last_line}）共 {n} 項，在本模型所演的範圍之外，未作檢查。",
        "{n} acts, from “{act}” to “{last}” ({last_line}), lie outside what is modelled here and were not checked.",
    ),
    "SH803": (
        "「{act}」寫明「{stated}」：這一項本模型沒有，未作檢查。{likewise}",
        "“{act}” states {stated}: the model has no such detail, and it was not checked.{likewise}",
    ),
    "SH901.over": (
        "從這一行起，出入太多，不能逐一指出；此處已沒有可做的動作，所查的一段或已做完。請刪去以下各行，或用 --to 把所查的一段放長。",
        "From this line on too much differs to be told apart; nothing is left to be done here, and what is checked may be "
        "over. Take out the lines from here on, or have more checked with --to.",
    ),
    "SH901": (
        "從這一行起，出入太多，不能逐一指出。此處可以做的是{expected}。請先改好前面，再查一次。",
        "From this line on too much differs to be told apart. What may be done here is {expected}. "
        "Correct what comes before, and check again.",
    ),
}  # fmt: skip
"""Code, and variant of it, -> Chinese and English."""

HINTS: Mapping[str, tuple[str, str]] = {
    "other-rite": (
        "這像是{zh}的腳本，不是{asked_zh}的：請試 sheli check {rite}{stretch}。",
        "This looks like a script of {en}, not of {asked_en}: try sheli check {rite}{stretch}.",
    ),
    "other-stretch": (
        "這像是「{first}」（{start}）至「{last}」（{end}）的腳本：請加{stretch}；若只寫了其中一部分，再加 --partial。",
        "This looks like a script of {start} ({first}) to {end} ({last}): add{stretch}, "
        "and --partial too if it has only some of that.",
    ),
    "other-stretch.one": (
        "這像是「{first}」（{start}）一節的腳本：請加{stretch}；若只寫了其中一部分，再加 --partial。",
        "This looks like a script of {start} ({first}): add{stretch}, and --partial too if it has only some of that.",
    ),
    "other-reading": (
        "這像是從{name}之說的腳本：請加 --reading {who}。",
        "This looks like a script that follows {name}: add --reading {who}.",
    ),
    "inherited": (
        "腳本從中間開始，{name}承自前文，卻沒有指明：請加 --given {key}=…（可以是 {domain}）。",
        "The script begins midway, and what was settled before it ({name}) is not told: "
        "add --given {key}=… (it can be {domain}).",
    ),
    "idle-reading": ("所選 {dispute} 在此無所決：{why_zh}。", "The choice in {dispute} decides nothing here: {why_en}."),
}  # fmt: skip
"""What might better be asked: code -> Chinese and English."""

USAGE: Mapping[str, tuple[str, str]] = {
    "unknown-rite": ("沒有「{rite}」這種禮{near:rite,rites}；現有：{titled}。", "There is no rite “{rite}”{near:rite,rites}; there are {titled}."),
    "unknown-section": (
        "{rite} 沒有「{section}」這一節{near:section,sections}；有：{titled}。",
        "{rite} has no section “{section}”{near:section,sections}; it has {titled}.",
    ),
    "sections-reversed": ("起節 {start} 在終節 {end} 之後；請對調。", "The stretch begins ({start}) after it ends ({end}); exchange them."),
    "unknown-reading": ("沒有「{asked}」這種讀法{near:asked,known}；有：{known}。", "Nobody holds the reading “{asked}”{near:asked,known}; there are {known}."),
    "unknown-dispute": (
        "所編入的異說沒有「{asked}」：它或屬於尚未編入的部分。有：{known}。",
        "There is no dispute “{asked}” here: it may belong to a part that is not encoded. There are {known}.",
    ),
    "unknown-cast": ("{rite} 沒有「{key}」可選{near:key,keys}；可選的是：{titled}。", "{rite} has no cast key “{key}”{near:key,keys}; its keys are {titled}."),
    "bad-cast": ("{key} 不能是「{value}」；可以是：{domain}。", "{key} cannot be “{value}”; it can be {domain}."),
    "unknown-given": (
        "{rite} 沒有可承前的「{asked}」；{known:none}。",
        "{rite} inherits no fact “{asked}”; {known:none}.",
    ),
    "bad-given": ("{key} 不能是「{value}」；可以是：{domain}。", "{key} cannot be “{value}”; it can be {domain}."),
    "given-too-early": (
        "{key} 在 {start} 之前還沒有可承：從 {since} 起方可。請把起節改為 {since} 或以後，或不用 {key}。",
        "Before {start} there is no {key} yet to inherit: there is from {since} on. "
        "Begin at {since} or later, or leave {key} out.",
    ),
    "given-too-many": (
        "{key} 不能是 {value}，至多是 {most}：{zh}。",
        "{key} cannot be {value}, but {most} at most: {en}.",
    ),
    "given-contradicts": (
        "{key} 不能是「{value}」：依所給的{others}，當是「{found}」。請刪去其一。",
        "{key} cannot be “{value}”: from {others}, as given, follows “{found}”. Leave one of them out.",
    ),
    "unknown-outcome": ("{rite} 沒有「{key}」這種結果{near:key,keys}；有：{keys}。", "{rite} decides no outcome “{key}”{near:key,keys}; it decides {keys}."),
    "bad-outcome": ("{key} 不能定為「{value}」；可以是：{domain}。", "{key} cannot be “{value}”; it can be {domain}."),
    "outcomes-without-end": (
        "依 {asked} 演之，禮無終時；請改所定的結果。",
        "With {asked} the rite never ends; ask for other outcomes.",
    ),
    "not-a-pair": ("{option} 要寫成 名=值，不是「{asked}」。", "{option} takes NAME=VALUE, not “{asked}”."),
    "bad-choice": ("{option} 不能是「{value}」；可以是：{domain}。", "{option} cannot be “{value}”; it can be {domain}."),
    "nothing-done": (
        "照所承的前文，這一段沒有要做的動作（如左右鈞，則不飲）；{known:none}，可用 --given 指明。",
        "After what comes before it nothing is to be done in this stretch (if the sides are level, nobody drinks); "
        "{known:none}, which --given can tell.",
    ),
    "not-together": ("{options} 不能並用；請只用其一。", "{options} do not go together; give one of them."),
    "nothing-known": ("不知道「{asked}」是什麼{near:asked,known}。", "Nothing is known of “{asked}”{near:asked,known}."),
    "no-such-folder": ("{option}：沒有資料夾「{path}」。", "{option}: there is no folder “{path}”."),
    "no-ledger": ("資料夾「{path}」裏沒有條目表；應有：{files}。", "The folder “{path}” has no ledger; it should have {files}."),
    "bad-ledger": ("條目表「{path}」第 {line} 行讀不懂：{reason}。", "Line {line} of the ledger “{path}” cannot be read: {reason}."),
    "not-written": ("不能寫入「{path}」：{reason}。", "“{path}” cannot be written: {reason}."),
    "not-for-terminals": ("這種格式不是文字，不能顯示；請用 -o 寫入檔案。", "This format is no text to be shown; write it to a file with -o."),
    "one-act": ("--act 要寫一項動作，如 --act \"賓 投\"；讀到「{asked}」。", "--act takes one act, as in --act \"guest throw\"; it was “{asked}”."),
    "not-understood": (
        "{total} 行裏有 {unknown} 行不認識，如{examples}。這大概不是這種腳本。可用的詞見 sheli words。",
        "{unknown} of {total} lines are not understood, such as {examples}. "
        "This is probably no script of this kind. For the words there are, see sheli words.",
    ),
}  # fmt: skip
"""Errors of use: code -> Chinese and English.  ``{near:x,xs}`` names what among xs is most like x."""

SCRIPT_ERRORS: Mapping[str, tuple[str, str]] = {
    "unreadable": ("不能讀「{path}」：{reason}。", "“{path}” cannot be read: {reason}."),
    "too-large": ("腳本太大：{what} 超過 {limit}。請分成幾份。", "The script is too large: more than {limit} {what}. Divide it."),
    "binary": ("這不是文字檔（第 {offset} 位元組處有二進位資料）。", "This is no text: there is binary data at byte {offset}."),
    "bad-encoding": (
        "看不出文字的編碼（試過 {tried}）。請用 --encoding 指明，如 --encoding gb18030。",
        "The encoding of the text cannot be told (tried: {tried}). Name it, as in --encoding gb18030.",
    ),
    "unknown-encoding": ("沒有「{encoding}」這種編碼。", "There is no encoding “{encoding}”."),
    "unknown-format": ("沒有「{format}」這種格式；有：{known}。", "There is no format “{format}”; there are {known}."),
    "bad-json": ("JSON 第 {line} 行第 {column} 字有誤：{reason}。", "The JSON is wrong at line {line}, column {column}: {reason}."),
    "json-depth": ("JSON 層層相套超過 {limit} 層。", "The JSON is nested more than {limit} deep."),
    "json-not-a-number": ("JSON 裏不能有「{text}」這樣的數。", "The JSON has “{text}”, which is no number."),
    "no-actions": ("JSON 裏沒有動作：應是動作的清單，或有 \"actions\"；讀到的是 {found}。", "The JSON has no actions: a list of them is expected, or \"actions\"; found {found}."),
    "bad-table": ("表格第 {line} 行有誤：{reason}。", "The table is wrong at line {line}: {reason}."),
    "no-header": (
        "前十行裏沒有一行是欄名：至少要有「角色」「動作」兩欄（最像的是第 {line} 行：{read}；還缺 {lacking}）。"
        "請在最上面的列寫欄名；認得的有：{recognised}。",
        "None of the first ten rows names the columns: “actor” and “act” must be there at least (most like it is row {line}: "
        "{read}; it lacks {lacking}). Name the columns in a row at the top; known are {recognised}.",
    ),
    "bad-yaml": ("YAML 第 {line} 行第 {column} 字有誤：{reason}。", "The YAML is wrong at line {line}, column {column}: {reason}."),
    "bad-xml": ("XML 第 {line} 行第 {column} 字有誤：{reason}。", "The XML is wrong at line {line}, column {column}: {reason}."),
    "xml-forbidden": ("XML 裏不可有 {what}，為安全起見不讀。", "The XML has {what}, which is not read for safety."),
    "too-deep": ("層層相套超過 {limit} 層。", "It is nested more than {limit} deep."),
    "bad-workbook": ("工作簿讀不懂：{reason}。", "The workbook cannot be read: {reason}."),
    "no-sheet": ("工作簿裏沒有「{sheet}」這一張表；有：{known}。", "The workbook has no sheet “{sheet}”; it has {known}."),
    "no-cues": ("字幕檔裏沒有字幕；讀到的是 {found}。", "The subtitles have no cues; found {found}."),
    "no-annotations": ("標注檔裏沒有標注；讀到的是 {found}。", "The annotation file has no annotations; found {found}."),
    "missing-library": ("讀這種格式要先安裝 {library}。", "To read this format, install {library} first."),
}  # fmt: skip
"""A script that cannot be read at all."""

PROBLEMS: Mapping[str, tuple[str, str]] = {
    "no-actor": ("這一行沒有行禮者：「{read}」。", "This line says nobody who acts: “{read}”."),
    "no-act": ("這一行沒有動作：「{read}」。", "This line says no act: “{read}”."),
    "empty-mark": ("記號之後沒有字：「{read}」。", "Nothing follows the mark: “{read}”."),
    "line-too-long": ("這一行太長，沒有讀。", "This line is too long and was not read."),
    "wrong-type": ("「{read}」的型別不對{wanted}。", "“{read}” is of the wrong type{wanted}."),
    "duplicate-key": ("「{read}」寫了兩次。", "“{read}” stands twice."),
    "unclosed-mark": ("括號或引號沒有合上：「{read}」。", "A bracket or quotation mark is not closed: “{read}”."),
    "ambiguous-acts": ("「{read}」可以有幾種讀法{wanted}；用了第一種。", "“{read}” can be read in several ways{wanted}; the first was taken."),
    "ambiguous-name": ("「{read}」可以指幾樣{wanted}；用了第一樣。", "“{read}” can mean several things{wanted}; the first was taken."),
    "unknown-key": ("不認識的欄位「{read}」，沒有讀。", "“{read}” is no field that is known; it was not read."),
    "stated-twice": ("同一事寫了兩次：「{read}」；用了後面的。", "The same is stated twice: “{read}”; the later was taken."),
    "bad-time": ("時刻看不懂：「{read}」；應如 0:05:00。", "The time is not understood: “{read}”; it should be like 0:05:00."),
    "time-order": ("時刻比前一行早：「{read}」。", "The time is earlier than that of the line before: “{read}”."),
    "duplicate-column": ("欄名「{read}」有兩個；用了第一個。", "There are two columns “{read}”; the first was used."),
    "unknown-column": (
        "不認識欄名「{read}」，這一欄沒有讀。若是指最相近的一欄{wanted}，請改用其名；不然不必理會。",
        "“{read}” is no column that is known, and the column was not read. "
        "If the nearest one is meant{wanted}, call it so; otherwise leave it.",
    ),
    "invisible-marks": ("這一行有看不見的記號，已略去。", "The line has invisible marks, which were passed over."),
    "broken-characters": ("這一行有壞字：「{read}」{wanted}。", "The line has broken characters: “{read}”{wanted}."),
    "empty-formula": ("這一格的公式沒有算出的值：「{read}」。請在試算表裏重算存檔。", "The formula of this cell has no value: “{read}”. Recalculate and save the sheet."),
    "cell-error": ("這一格是錯誤值：「{read}」。", "This cell holds an error: “{read}”."),
    "columns-cut": ("這一行的欄多於標題，多出的沒有讀{wanted}。", "The row has more columns than are read{wanted}."),
    "sheets-not-read": ("其他的表沒有讀：「{read}」。", "Other sheets were not read: “{read}”."),
    "tier-not-read": ("這一層沒有讀：「{read}」。", "This tier was not read: “{read}”."),
    "missing-time": ("這一項沒有時刻：「{read}」。", "This has no time: “{read}”."),
    "bad-cue": ("這一條字幕讀不懂：「{read}」{wanted}。", "This cue is not understood: “{read}”{wanted}."),
}  # fmt: skip
"""Something of a script that could not be read."""
