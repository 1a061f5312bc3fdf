"""The disputes of 投壺."""

from __future__ import annotations

from fsm.readings import Note, dispute, held

DISPUTES = (
    dispute(
        "TH-01", "TH-01-001", "誰說「辟」", "who says “he makes way”",
        held("themselves", "kong", "主人與賓自說", "host and guest themselves"),
        held("aides", "xiongansheng", "贊者代說", "the aides, for them"),
        note=Note("請投之拜在此前", "the bows of 請投 lie before this stretch"),
    ),
    dispute(
        "TH-02", "TH-01-001", "拜時所面", "facing of the bows",
        held("north", "kong", "北面", "north"),
        held("each_other", "xiongansheng", "或東西面相拜", "perhaps east and west, to each other"),
        note=Note("請投之拜在此前", "the bows of 請投 lie before this stretch"),
    ),
    dispute(
        "TH-03", "TH-01-005", "賓主之席所面", "facing of the mats",
        held("south", "zheng chenhao", "皆南鄉，主左賓右", "both south, host on the left"),
        held("paired", "kong", "相對為位", "“opposite each other”, which may only mean paired"),
        note=Note("孔穎達之說或止謂相耦", "Kǒng may only mean that they are paired"),
    ),
    dispute(
        "TH-04", "TH-02-009", "比投", "what a void throw is",
        held("out_of_turn", "zheng kong yishu", "不更遞而投", "throwing out of turn"),
        held("leaning", "ludian", "引手就壺", "leaning over to the pot"),
    ),
    dispute(
        "TH-05", "TH-02-012", "馬是算否", "whether the horse is a tally",
        held("tally", "zheng kong fangque", "取算為馬", "a tally taken as a horse"),
        held("own_piece", "yaoshunmu yishu", "馬自是馬", "a piece of its own"),
        note=Note("算有八十，皆足用", "with eighty tallies neither runs short"),
    ),
    dispute(
        "TH-06", "TH-02-013", "「一馬從二馬」此處有無", "whether “one horse follows two” is told here",
        held("told", "kong", "有此句", "it is told"),
        held("absent", "dingben dadai", "無此句", "it is not in the text here"),
    ),
    dispute(
        "TH-07", "TH-03-003", "間若一", "“the intervals alike”",
        held("beat", "zheng kong fangque yishu", "樂節疏數如一，以為投節", "an even beat that the throws keep to"),
        held("alternation", "ludian", "間歌，歌奏相間", "song and playing by turns"),
        note=Note("經不言失節之罰，腳本亦不記樂節", "no penalty is stated for a throw off the beat, and scripts carry no beat"),
    ),
    dispute(
        "TH-08", "TH-04-004", "釋算於何處", "where the tally is laid",
        held("ground", "kong yishu", "釋于地", "on the ground"),
        held("holder", "huowei", "釋于中", "into the holder"),
    ),
    dispute(
        "TH-09", "TH-04-016", "奇數如何告", "how an odd number is announced",
        held("all_odd", "kong", "九算曰九奇", "nine is “nine odd”"),
        held("pairs_and_odd", "zhu yishu", "九算曰四純一奇", "nine is “four pairs and one odd”"),
    ),
    dispute(
        "TH-10", "TH-06-002", "誰請立馬", "who asks to set up the horse",
        held("archery_director", "zheng kong", "司射", "the director of archery"),
        held("overseer", "dadai", "司正", "the overseer"),
    ),
    dispute(
        "TH-11", "TH-06-011", "三番皆鈞", "three level rounds",
        held("nothing", "yishu", "無馬無爵，不慶", "no horse, no cup, no congratulation"),
        held("mutual", "yishu", "或即行相慶禮", "perhaps both sides congratulate each other"),
    ),
    dispute(
        "TH-12", "TH-06-005", "慶爵誰酌", "who pours the cup of congratulation",
        held("partner", "zheng kong", "偶親酌，無豐", "the partner himself, without a stand"),
        note=Note("惟此一說", "only one position is held"),
    ),
    dispute(
        "TH-13", "TH-04-002", "誰投", "who throws",
        held("guest_and_host", "kong", "惟賓主三番", "only guest and host, three rounds"),
        held("parties_too", "zheng yishu", "賓主投畢，其黨繼投", "their parties throw after them"),
        note=Note("依人員而定：pairs=1 或以上", "chosen by the cast: pairs=1, or more"),
    ),
    dispute(
        "TH-14", "TH-07-001", "算數", "number of tallies",
        held("four_each", "zheng yishu", "人四算", "four for each thrower"),
        note=Note("惟此一說", "only one position is held"),
    ),
    dispute(
        "TH-15", "TH-02-002", "壺去席", "distance of the pot",
        held("two_and_a_half", "zheng kong", "二矢半：五尺、七尺、九尺", "two and a half arrows: 5, 7 or 9 chi"),
        note=Note("大戴此處無文；其度又見 TH-07-012", "the Dà Dài Lǐjì lacks the words here; the measure stands again at TH-07-012"),
    ),
)  # fmt: skip
