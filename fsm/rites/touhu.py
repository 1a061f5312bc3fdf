"""投壺, pitch-pot (禮記): from taking the mats to the end of the game, with the measures.

Left the classic, right the act.  The director of archery (司射) tells the rules, three
rounds of four arrows are thrown by turns, tallies are counted, the losers drink, a
horse stands for each round won, and three horses are congratulated.
"""

from __future__ import annotations

from fsm.rite import CastKey, Composition, Definition, Inherited, Section, Setting
from fsm.rules import Rule, needs, rule, sets
from fsm.rites.touhu_disputes import DISPUTES
from fsm.score import (
    EMPTY, Actor, Score, as_before, block, each, editorial, law, loop, manner, nothing, outcome, passage, property_, reading,
    seq, specifies, unsaid, when,
)
from fsm.terms import Term, absolute, all_of, any_of, concat, if_, numeral, term
from fsm.vocabulary.rules import (
    CONGRATULATED, CONTENT, CUP, FOR, OBJECT, READY, RESULT, TALLY_DUE, TO, WHAT, arrows, counted, horses,
    in_hand, laid, only, seated, told,
)
from fsm.world import Register

ARROW_SPANS = {"chamber": 5, "hall": 7, "court": 9}
"""Length of an arrow in 扶 (hands of 4 寸) by venue, TH-07-002 to 004."""

POT_DISTANCE = {venue: spans * 4 * 5 // (2 * 10) for venue, spans in ARROW_SPANS.items()}
"""尺 from the mats to the pot: two and a half arrows, TH-02-002."""

ROUNDS = 3

SECTIONS = (
    Section("TH-01", "就筵", "Taking the mats"),
    Section("TH-02", "請賓", "The rules are told"),
    Section("TH-03", "作樂", "Music is ordered"),
    Section("TH-04", "請投視算", "Throwing and counting"),
    Section("TH-05", "卒投飲不勝者", "The losers drink"),
    Section("TH-06", "三投慶多馬", "Horses and congratulation"),
    Section("TH-07", "記算壺矢之度數", "Measures of tally, pot and arrow"),
)

CAST = (
    CastKey("pairs", (1, 2, 3, 4, 5), 1, "耦數（一耦即賓與主人）", "pairs of throwers (one: guest and host)"),
    CastKey("venue", ("chamber", "hall", "court"), "hall", "投壺之處", "where the game is played"),
)

director, aides, musicians = Actor("archery_director"), Actor("aides"), Actor("musicians")
string_players, blind_master = Actor("string_players"), Actor("blind_master")
guest, host, overseer = Actor("guest"), Actor("host"), Actor("overseer")
winners_youth = Actor("winners_youth")
both = guest + host


def throwers(pairs: int) -> list[tuple[str, str]]:
    """Each pair's members, guest's side first: they throw in this order (TH-04-002, TH-04-007)."""
    return [("guest", "host"), *((f"guests_party.{n}", f"hosts_party.{n}") for n in range(2, pairs + 1))]


# --- taking the mats ---------------------------------------------------------------------------------------------

taking_the_mats = passage("TH-01",
    "001 已拜",           nothing("請投之拜，在此前", "the bows of the asking (請投), before this stretch"),
    "002 受矢",           host.receive("four_arrows", at="east_steps", from_="aides"),
    "003 進即兩楹閒",      host.go(to="between_pillars"),
    "004 退反位",         seq(host.withdraw(), host.return_to_place(to="east_steps", facing="west")),
    "005 揖賓就筵",       seq(host.salute(to=guest, facing="west"), both.take_seat(facing="south")),
)


# --- the rules are told ------------------------------------------------------------------------------------------

def tells(person: Actor, words: str) -> Score:
    """One item of the rules and its answer."""
    return seq(director.say(to=person, words=words), unsaid(person.assent(to=director, words="諾"), by="kong"))


the_rules = block("請賓", passage("TH-02",
    "007 請賓曰",         director.ask(for_="rules", to=guest),
    "008 順投為入",       seq(tells(guest, "順投為入"), law("lay_tally.straight")),
    "009 比投不釋",       seq(tells(guest, "比投不釋"),
                             reading("TH-04", out_of_turn=law("throw.by_turns"),
                                              leaning=nothing("引手就壺而投者不為入：fall=leaning", "a throw made leaning over is no hit: fall=leaning"))),
    "010 勝飲不勝者",     seq(tells(guest, "勝飲不勝者"), law("order.not_level")),
    "011 正爵既行",       seq(tells(guest, "正爵既行"), law("set_horse.drunk")),
    "012 請為勝者立馬",    seq(tells(guest, "請為勝者立馬"), law("set_horse.winner")),
    "013 一馬從二馬",     reading("TH-06", told=seq(tells(guest, "一馬從二馬"), law("merge_horses.two_one")),
                                          absent=nothing("此無其文，見 TH-06-004", "not in the text here; it stands at TH-06-004")),
    "014 三馬既立",       seq(tells(guest, "三馬既立"), law("ask.three_horses")),
    "015 請慶多馬",       tells(guest, "請慶多馬"),
    name="請賓曰"), english="the guest is told the rules")


def telling_the_rules(venue: str) -> Score:
    return passage("TH-02",
        "001 司射進度壺",     seq(unsaid(director.receive("pot", at="west_head"), by="kong"),
                                 director.go(to="guest_seat_front"), director.measure("pot")),
        "002 間以二矢半",      specifies(dist=POT_DISTANCE[venue]),
        "003 反位",           director.return_to_place(to="west_head"),
        "004 設中",           seq(unsaid(editorial(director.kneel())), director.set_up("holder"), law("set_up.pot_first")),
        "005 東面",           specifies(facing="east"),
        "006 執八算興",       seq(unsaid(director.put_tallies(at="holder", n=8), by="zheng kong"),
                                 unsaid(director.put_tallies("tally", at="holder_west"), by="zheng"),
                                 director.take_tallies(n=8, facing="east"), director.rise(),
                                 law("take_tallies.holder_set", "lay_tally.in_hand")),
        name="度壺設中",
    )


def telling_host(rules: Score) -> Score:
    return passage("TH-02",
        "016 請主人亦如之",    as_before("請主人亦如之", rules, changes={"guest": "host"}),
        name="請主人",
    )


ordering_music = passage("TH-03",
    "001 命弦者曰",       seq(director.order(to=string_players, content="music", words="請奏貍首間若一"), law("order.told_both")),
    "002 請奏貍首",       nothing("001 之辭", "the words of 001"),
    "003 間若一",         nothing("001 之辭：其節如一", "the words of 001: the beat is even"),
    "004 大師曰諾",       seq(blind_master.assent(to=director, words="諾"),
                             unsaid(musicians.play(piece="lishou"), by="kong yishu")),
)


# --- a round -----------------------------------------------------------------------------------------------------

def tally(side: str) -> Score:
    """A straight throw is tallied at once."""
    def lay(place: str) -> Score:
        return seq(manner(director.kneel()), director.lay_tally("tally", n=1, side=side, at=place),
                   unsaid(director.rise(), by="zheng"))
    return when(TALLY_DUE.is_(side), passage("TH-04",
        "004 則司射坐而釋一算焉", seq(reading("TH-08", ground=lay(f"{side}_pile"), holder=lay("holder")),
                                 law("throw.tally_first", "lay_tally.straight")),
        name="釋算",
    ))


def throws(pair: tuple[str, str], falls: tuple[str, ...]) -> Score:
    """Four arrows each, by turns, guest's side first."""
    upper, lower = map(Actor, pair)

    def one(thrower: Actor, side: str) -> Score:
        return seq(passage("TH-04", "003 有入者", thrower.throw("arrow", fall=outcome(*falls)), name="投"), tally(side))

    return block("拾投",
        passage("TH-04", "001 左右告矢具", when(~seated(pair[0]), unsaid((upper + lower).take_seat(facing="south"), by="kong yishu")),
                         "004 則司射坐而釋一算焉", when(in_hand("archery_director") < 8, unsaid(director.take_tallies(n=8, at="holder_west"), by="yishu")),
                name="就筵實算"),
        loop(arrows(pair[0]) > 0, one(upper, "right"), one(lower, "left")),
        passage("TH-04", "007 卒投", unsaid((upper + lower).return_to_place(), by="zheng"), name="各反其位"),
        english="throwing by turns")


MARGIN = absolute(laid("right") - laid("left"))
BETTER = if_(laid("left") < laid("right"), "賓黨賢於主黨", "主黨賢於賓黨")
WINNER = if_(laid("left") < laid("right"), "guests_party", "hosts_party")


def result_in(pairs: Term, odd: Term) -> Score:
    """The announcement in so many pairs and odd ones."""
    words = concat(BETTER, if_(pairs > 0, concat(numeral(pairs), "純"), ""), if_(odd > 0, concat(numeral(odd), "奇"), ""))
    return director.report("surplus_tallies", to=both, what="result", winner=WINNER, tally_pairs=pairs, odd=odd, words=words)


def counting() -> Score:
    even = MARGIN % 2
    return passage("TH-04",
        "007 卒投",           law("ask.all_thrown"),
        "008 司射執算曰",      manner(director.hold("tally", facing="east")),
        "009 左右卒投",       nothing("010 之辭之前半", "the first half of the words of 010"),
        "010 請數",           director.ask(for_="count", to=both, words="左右卒投請數"),
        "011 二算為純",       nothing("所告之單位，見 015", "the unit of the announcement, 015"),
        "012 一純以取",       seq(director.count_tallies(side="right"), unsaid(director.count_tallies(side="left"), by="zheng kong"),
                                 law("count_tallies.right_first")),
        "013 一算為奇",       nothing("所告之奇，見 016", "the odd one of the announcement, 016"),
        "014 遂以奇算告",      law("report.counted"),
        "015 曰某賢於某若干純", when(MARGIN > 0, reading("TH-09",
                                 all_odd=result_in(if_(even.is_(0), MARGIN // 2, 0), if_(even.is_(0), 0, MARGIN)),
                                 pairs_and_odd=result_in(MARGIN // 2, even))),
        "016 奇則曰奇",       nothing("015 之辭所言奇", "the odd part of the sentence at 015"),
        "017 鈞則曰左右鈞",    seq(when(MARGIN.is_(0), director.report("surplus_tallies", to=both, what="level", words="左右鈞")),
                                 law("order.not_level")),
        name="卒投請數",
    )


def penalty(all_who_threw: Actor, winners: Actor, losers: Actor) -> Score:
    return passage("TH-05",
        "001 命酌曰",         seq(unsaid(director.ask(for_="cup", to=both), by="zheng kong"),
                                 director.order(to=winners_youth, content="cup", words="請行觴"), law("order.not_level")),
        "002 請行觴",         nothing("001 之辭", "the words of 001"),
        "003 酌者曰諾",       seq(winners_youth.assent(to=director, words="諾"),
                                 unsaid(seq(winners_youth.set_up("cup_stand", at="west_head", facing="south"),
                                            winners_youth.wash("penalty_cup")), by="kong"),
                                 unsaid(seq(winners_youth.pour("penalty_cup"),
                                            winners_youth.put("penalty_cup", at="cup_stand.top")), by="zheng kong")),
        "004 當飲者皆跪奉觴",  seq(unsaid(all_who_threw.go_up(to="west_head"), by="kong"),
                                 losers.kneel(), losers.hold("penalty_cup"), law("hold.cup_full")),
        "005 曰賜灌",         losers.say(to=winners, words="賜灌"),
        "006 勝者跪",         winners.kneel(),
        "007 曰敬養",         seq(winners.say(to=losers, words="敬養"), unsaid(losers.drink("penalty_cup"), by="zheng kong")),
        name="飲不勝者",
    )


def horse(side: str) -> Score:
    def ask(speaker: Actor) -> Score:
        return speaker.ask(for_="horse", to=both, words="請立馬")
    return passage("TH-06",
        "001 正爵既行",       law("set_horse.drunk"),
        "002 請立馬",         reading("TH-10", archery_director=ask(director), overseer=ask(overseer)),
        "003 馬各直其算",      director.set_horse("horse", side=side, at=f"{side}_pile"),
        name="立馬",
    )


def a_round(number: int, pairs: list[tuple[str, str]], falls: tuple[str, ...]) -> Score:
    """One of the three rounds; from the second on the arrows are fetched and the tallies put back first."""
    guests, hosts = sides(pairs)

    def won_by(side: str) -> Score:
        winning, losing = (guests, hosts) if side == "right" else (hosts, guests)
        winners, losers = Actor(*winning.persons, office="winners"), Actor(*losing.persons, office="losers")
        return when(RESULT.is_(side), penalty(guests + hosts, winners, losers), horse(side))

    again = EMPTY if number == 1 else seq(
        unsaid(editorial(aides.fetch_arrows("arrow"))), unsaid(director.put_tallies("tally", at="holder"), by="yishu"))
    return seq(
        passage("TH-04",
            "001 左右告矢具",     seq(again, director.report(what="arrows_ready", to=both, words="矢具"),
                                     law("throw.told", "report.arrows_complete")),
            "002 請拾投",         seq(director.ask(for_="throws", to=both, words="請拾投"), law("throw.by_turns")),
            name="請拾投"),
        each(pairs, lambda pair: throws(pair, falls), label="each pair"),
        passage("TH-04",
            "005 賓黨於右",       law("lay_tally.side"),
            "006 主黨於左",       law("lay_tally.side"),
            name="釋算之所"),
        counting(),
        won_by("right"), won_by("left"),
    )


def sides(pairs: list[tuple[str, str]]) -> tuple[Actor, Actor]:
    """The guest's side and the host's."""
    return Actor(*(g for g, _ in pairs)), Actor(*(h for _, h in pairs))


# --- the end -----------------------------------------------------------------------------------------------------

NO_HORSES = all_of(horses("right").is_(0), horses("left").is_(0))


def congratulation(pairs: list[tuple[str, str]]) -> Score:
    guests, hosts = sides(pairs)

    def cup(side: str) -> Score:
        most, partners = (guests, hosts) if side == "right" else (hosts, guests)
        many = Actor(*most.persons, office="more_horses")
        poured = Actor(*partners.persons, office="partner_of_horses")
        return when(horses(side).is_(3), unsaid(seq(
            poured.pour("congratulation_cup"), poured.offer_cup("congratulation_cup", to=many),
            many.drink("congratulation_cup")), by="zheng kong"))

    def mutual() -> Score:
        return when(NO_HORSES, unsaid(seq(
            hosts.offer_cup("congratulation_cup", to=guests), guests.offer_cup("congratulation_cup", to=hosts)), by="yishu"))

    def merge(side: str) -> Score:
        other = "left" if side == "right" else "right"
        return when(horses(side).is_(2) & horses(other).is_(1), director.merge_horses("horse", side=side))

    three = any_of(horses("right").is_(3), horses("left").is_(3))
    return passage("TH-06",
        "004 一馬從二馬",      seq(merge("right"), merge("left"), law("merge_horses.two_one")),
        "005 以慶",           nothing("此敘其事，行於 006 至 010", "narrated here, done at 006 to 010"),
        "006 慶禮曰",         when(three, director.ask(for_="congratulation", to=both, words="三馬既備請慶多馬")),
        "007 三馬既備",       law("ask.three_horses"),
        "008 請慶多馬",       nothing("006 之辭", "the words of 006"),
        "009 賓主皆曰諾",     seq(when(three, both.assent(to=director, words="諾")), cup("right"), cup("left")),
        "010 正爵既行",       law("ask.congratulated"),
        "011 請徹馬",         seq(reading("TH-11", nothing=EMPTY, mutual=mutual()),
                                 when(~NO_HORSES, director.ask(for_="clear_horses", to=both, words="請徹馬"),
                                                  director.clear_away("horse"))),
        name="慶多馬",
    )


measures = passage("TH-07",
    "001 算多少視其坐",    seq(property_("算：人四", "four tallies for each thrower", thing="tally", number="4 for each thrower"), law("throw.arrows")),
    "002 籌室中五扶",      property_("室中之矢五扶（二尺）", "in the chamber arrows of five spans (20 cun)", thing="arrow", venue="chamber", spans=5, cun=20),
    "003 堂上七扶",       property_("堂上之矢七扶（二尺八寸）", "on the hall arrows of seven spans (28 cun)", thing="arrow", venue="hall", spans=7, cun=28),
    "004 庭中九扶",       property_("庭中之矢九扶（三尺六寸）", "in the court arrows of nine spans (36 cun)", thing="arrow", venue="court", spans=9, cun=36),
    "005 算長尺二寸",      property_("算長十二寸", "a tally is 12 cun long", thing="tally", length_cun=12),
    "006 壺頸修七寸",      property_("壺頸長七寸", "the neck of the pot is 7 cun long", thing="pot", neck_cun=7),
    "007 腹修五寸",       property_("壺腹長五寸", "its belly is 5 cun high", thing="pot", belly_cun=5),
    "008 口徑二寸半",      property_("壺口徑二寸半", "its mouth is 2.5 cun wide", thing="pot", mouth_cun="2.5"),
    "009 容斗五升",       property_("壺容一斗五升", "it holds 1.5 dou", thing="pot", capacity_dou="1.5"),
    "010 壺中實小豆焉",    property_("壺中實小豆", "it is filled with small beans", thing="pot", filled_with="small beans"),
    "011 為其矢之躍而出也", property_("恐矢躍而出", "lest arrows bounce out", thing="pot", reason="that arrows do not bounce out"),
    "012 壺去席二矢半",    property_("壺去席二矢半：室五尺、堂七尺、庭九尺", "the pot stands two and a half arrows from the mats: 5 chi in the chamber, 7 on the hall, 9 in the court", thing="pot", distance_arrows="2.5", distance_chi=POT_DISTANCE),
    "013 矢以柘若棘",      property_("矢材柘若棘", "arrows are of silkworm-thorn or jujube wood", thing="arrow", wood="silkworm-thorn or jujube"),
    "014 毋去其皮",       property_("皮不去", "the bark is left on", thing="arrow", bark="left on"),
)


# --- the whole ---------------------------------------------------------------------------------------------------

def rules_of_the_game(everyone: list[str]) -> tuple[Rule, ...]:
    """What acts require and change here because of all who throw, beside the rules of the verbs."""
    all_complete = all_of(*(arrows(p).is_(4) for p in everyone))
    all_thrown = all_of(*(arrows(p).is_(0) for p in everyone))
    three = any_of(horses("right").is_(3), horses("left").is_(3))
    outcome_now = if_(MARGIN.is_(0), "level", if_(laid("left") < laid("right"), "right", "left"))
    return (
        rule("ask",
             needs("ask.tallies_in_hand", only(FOR.is_("rules"), in_hand("archery_director").is_(8)), "執八算而後請", "the rules are told with eight tallies in hand"),
             needs("ask.all_thrown", only(FOR.is_("count"), all_thrown), "卒投方請數", "counting is asked for when all arrows are thrown"),
             needs("ask.cup_drunk", only(FOR.is_("horse"), CUP.is_("drunk")), "正爵既行方請立馬", "the horse is asked for once the penalty cup is drunk"),
             needs("ask.three_horses", only(FOR.is_("congratulation"), three), "三馬既備方慶", "congratulation needs three horses"),
             needs("ask.congratulated", only(FOR.is_("clear_horses"), any_of(~three, CONGRATULATED)), "慶爵既行方請徹馬", "the horses go once the congratulation cup is drunk"),
             sets(told(TO), if_(FOR.is_("rules"), True, told(TO))),
             sets(READY, if_(FOR.is_("count"), False, READY))),
        rule("order",
             needs("order.told_both", only(CONTENT.is_("music"), told("guest") & told("host")), "賓主皆已請", "guest and host have been told the rules"),
             needs("order.not_level", only(CONTENT.is_("cup"), RESULT.is_in("right", "left")), "有勝負方行觴", "the cup is passed only if one side won"),
             sets(CUP, if_(CONTENT.is_("cup"), "none", CUP))),
        rule("report",
             needs("report.arrows_complete", only(WHAT.is_("arrows_ready"), all_complete), "人四矢，矢具方告", "four arrows each before they are told complete"),
             needs("report.counted", only(WHAT.is_in("result", "level"), counted("right") & counted("left")), "數訖方告", "the result is told once both sides are counted"),
             sets(READY, if_(WHAT.is_("arrows_ready"), True, READY)),
             sets(RESULT, if_(WHAT.is_in("result", "level"), outcome_now, RESULT))),
        rule("hold",
             needs("hold.cup_full", only(OBJECT.is_("penalty_cup"), CUP.is_("full")), "觶在豐上，已酌", "the filled cup stands on its stand")),
        rule("fetch_arrows", *(sets(arrows(p), 4) for p in everyone)),
        rule("put_tallies",
             *(sets(laid(s), if_(OBJECT.is_("tally"), 0, laid(s))) for s in ("right", "left")),
             *(sets(counted(s), False) for s in ("right", "left")),
             sets(RESULT, "none")),
    )


def registers(pairs: list[tuple[str, str]]) -> tuple[Register, ...]:
    """Everything that can vary, as it stands when the bows of the asking are over."""
    yes_no = (False, True)
    tallies, per_side = tuple(range(9)), tuple(range(4 * len(pairs) + 1))
    everyone = [p for pair in pairs for p in pair]
    return (
        *(Register(f"seated[{p}]", yes_no, False) for p in everyone),
        *(Register(f"arrows[{p}]", tuple(range(5)), 0 if p == "host" else 4) for p in everyone),
        Register("pose[archery_director]", ("stand", "kneel"), "stand"),
        Register("in_hand[archery_director]", tallies, 0),
        Register("told[guest]", yes_no, False), Register("told[host]", yes_no, False),
        Register("pot_set", yes_no, False), Register("holder_set", yes_no, False), Register("ready", yes_no, False),
        Register("tally_due", ("none", "right", "left"), "none"), Register("last", ("none", "right", "left"), "none"),
        *(Register(f"laid[{s}]", per_side, 0) for s in ("right", "left")),
        *(Register(f"counted[{s}]", yes_no, False) for s in ("right", "left")),
        Register("result", ("none", "right", "left", "level"), "none"),
        Register("cup", ("none", "washed", "full", "drunk"), "none"),
        *(Register(f"horses[{s}]", (0, 1, 2, 3), 0) for s in ("right", "left")),
        Register("congratulated", yes_no, False),
    )


def horses_inherited(side: str, other: str) -> Inherited:
    """The horses of a side, once the three rounds are over."""
    return Inherited(f"horses[{side}]", since="TH-05", until="TH-05", most=term(ROUNDS) - horses(other),
                     zh="三番，兩黨之馬合計不過三", en="there are three rounds, and so three horses of both sides together")


def compose(setting: Setting) -> Composition:
    """The whole game for a cast and a venue."""
    pairs = throwers(setting.number("pairs"))
    guests, hosts = sides(pairs)
    falls: tuple[str, ...] = ("straight", "reversed", "out")
    if setting.position("TH-04", ("out_of_turn", "leaning")) == "leaning":
        falls = (*falls, "leaning")
    score = seq(
        taking_the_mats,
        telling_the_rules(str(setting.cast["venue"])), the_rules, telling_host(the_rules),
        ordering_music,
        each(range(1, ROUNDS + 1), lambda number: a_round(number, pairs, falls), label="three rounds"),
        congratulation(pairs),
        measures,
    )
    return Composition(
        score,
        registers(pairs),
        groups={"guests_party": guests.persons, "hosts_party": hosts.persons},
        roles={"thrower": guests.persons + hosts.persons},
        given={f"{side}_horses": horses_inherited(side, other) for side, other in (("right", "left"), ("left", "right"))},
        facts={p: {"team": side} for pair in pairs for p, side in zip(pair, ("right", "left"), strict=True)},
        rules=rules_of_the_game([p for pair in pairs for p in pair]),
    )


TOUHU = Definition(
    id="touhu", zh="投壺", en="Pitch-pot", source="禮記 投壺 (欽定禮記義疏 卷七十二)",
    sections=SECTIONS, cast=CAST, disputes=DISPUTES, compose=compose,
)
