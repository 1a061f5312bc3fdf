"""大射儀 獻獲者之屬 (DS2-11): the men of the targets are offered the cup, and each offers of it for his target."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from fsm.rites.dashe.people import TARGETS, bearer, marker, marshal, vice_marshal
from fsm.score import (
    EMPTY, Actor, Citation, Score, as_before, block, cited, edit_steps, editorial, law, manner, nothing, passage, property_,
    reading, seq, together, unsaid,
)

steward, clerks, sons = Actor("steward"), Actor("stewards_clerk"), Actor("sons")
sweepers, measurer, carriage_officer = Actor("sweepers"), Actor("measurer"), Actor("carriage_officer")
tamer = Actor("marker.great", office="beast_tamer")
"""服不, who calls the hits on the great target; his man (徒) is its bearer (敖繼公, 張爾岐, 盛世佐)."""
tamer_at_target = Actor("banner_bearer.great", office="beast_tamer")
"""服不, who has his back to the great target; his man calls its hits from the screen (鄭玄)."""

CUP = "marker_cup"
HERE, FOOD, RIGHT_WING, LEFT_WING, MIDDLE = (
    "target_northwest", "marker_food", "target_right_wing", "target_left_wing", "target_centre",
)


def as_caller(man: Actor) -> Actor:
    """Counted among the 獲者, though not he who calls."""
    return Actor(*man.persons, office="marker")


# --- jars and basin -----------------------------------------------------------------------------------------------

jars_set = passage("DS2-11",
    "001 司宮尊侯于服不之東北",  seq(reading("DS-44", all_targets=steward.set_up("target_jars", at="jars_of_targets"),
                                             great_only=steward.set_up("target_jars", at="jars_of_targets", for_="beast_tamer")),
                             law("pour.jars_set")),
    "002 兩獻酒",          property_("獲者之尊二", "two jars for the men at the targets", thing="target_jars", n=2),
    "003 東面南上",         property_("尊東面，以南為上", "the jars face east, the southern first", thing="target_jars", facing="east", order="south_first"),
    "004 皆加勺",          steward.put("ladle", at="jars_of_targets"),
    "005 設洗于尊西北",      steward.set_up("second_basin", at="basin_of_targets"),
    "006 篚在南",          steward.set_up("basket"),
    "007 東肆",           property_("篚自西而東陳之", "the basket lies eastward", thing="basket", order="east"),
    "008 實一散于篚",       steward.put(CUP, at="basket"),
    name="尊侯")


# --- one man is offered the cup --------------------------------------------------------------------------------------

def offered(giver: Actor, man: Actor, target: str = "great") -> Score:
    """The cup is filled and offered; he bows and receives it near his target, the giver bows in turn."""
    return passage("DS2-11",
        "010 遂實爵",          seq(giver.pour(CUP, from_="target_jars", facing="west"), law("offer_cup.cup_full")),
        "011 獻服不",          giver.offer_cup(CUP, to=man),
        "012 服不侯西北三步",    man.stand(to=HERE, target=target),
        "013 北面拜受爵",       seq(man.bow(for_="receiving", facing="north", to=giver), man.receive(CUP, facing="north", from_=giver),
                               law("receive.offered")),
        "014 司馬正西面拜送爵",  giver.bow(for_="sending", facing="west", to=man),
        name="獻")


def returns(giver: Actor) -> Score:
    return passage("DS2-11", "015 反位", giver.return_to_place(to="marshal_place"), name="司馬正反位")


def food_set(man: Actor) -> Score:
    return passage("DS2-11",
        "016 宰夫有司薦",       together(clerks.serve("food", to=man, at=FOOD), passage("DS2-11",
            "017 庶子設折俎",      seq(sons.serve("meat_stand", to=man, at=FOOD), law("serve.offered")), name="設折俎")),
        "018 卒錯",           law("libate.served"),
        name="薦俎")


def offers_for_the_target(man: Actor, target: str = "great") -> Score:
    """In one place: the food follows him, and he offers of it, then of the wine, cup in hand."""
    return passage("DS2-11",
        "020 薦俎從之",        seq(together(seq(manner(clerks.hold("food")), clerks.go(to=RIGHT_WING, after=man, target=target)),
                                       seq(manner(sons.hold("meat_stand")), sons.go(to=RIGHT_WING, after=man, target=target))),
                                law("libate.food_followed")),
        "021 獲者左執爵",       manner(man.hold(CUP, hand="left")),
        "022 右祭薦俎",        seq(unsaid(man.kneel(facing="south"), by="ao"), man.libate("food_and_stand", what="food", hand="right")),
        "023 二手祭酒",        seq(man.libate("wine", what="wine", hand="both", from_=CUP), unsaid(editorial(man.rise())),
                                law("libate.food_first", "libate.cup_held")),
        name="祭侯")


def offers_in_three_places(man: Actor, target: str = "great") -> Score:
    here = offers_for_the_target(man, target)
    return seq(
        passage("DS2-11", "019 獲者適右个", man.go(to=RIGHT_WING, target=target), name="適右个"),
        here,
        passage("DS2-11",
            "024 適左个",         man.go(to=LEFT_WING, target=target),
            "025 祭如右个",        as_before("祭如右个", here, changes={RIGHT_WING: LEFT_WING}),
            "026 中亦如之",        seq(man.go(to=MIDDLE, target=target), as_before("中亦如之", here, changes={RIGHT_WING: MIDDLE})),
            "027 卒祭",          law("drink.libated", "drink.all_three"),
            name="祭左个與中"))


def drinks(man: Actor, target: str = "great") -> Score:
    return passage("DS2-11",
        "028 左个之西北三步東面",  man.stand(to=HERE, facing="east", target=target),
        "029 設薦俎",         together(clerks.put("food", at=FOOD), sons.put("meat_stand", at=FOOD)),
        "030 立卒爵",         man.drink(CUP, posture="standing"),
        name="立卒爵")


def served(giver: Actor, man: Actor, going_back: Score) -> Score:
    """The rite of the great target whole, for one man; the giver goes back while the food is brought."""
    return block("OFFER", offered(giver, man), together(going_back, food_set(man)), offers_in_three_places(man), drinks(man),
                 english="one man is offered the cup and offers of it for his target")


# --- the marshal offers to the beast-tamer ------------------------------------------------------------------------------

cup_washed = passage("DS2-11", "009 司馬正洗散", seq(marshal.wash(CUP, at="basin_of_targets", facing="west"), law("pour.cup_clean")), name="洗散")


def his_man_too() -> tuple[Score, Score]:
    """What 鄭玄 infers: a second cup, for the tamer’s man, who then offers for the target as he did."""
    def likewise(score: Score) -> Score:
        return unsaid(as_before("容二人", score, changes={CUP: "jue"}), by="zheng")

    man = marker("great")
    return (seq(likewise(cup_washed), likewise(offered(marshal, man))),
            seq(likewise(food_set(man)), likewise(offers_in_three_places(man)), likewise(drinks(man))))


def marshal_offers() -> Score:
    """To the tamer alone; or to him and his man, one after the other, before the food is brought."""
    second, likewise = his_man_too()
    back, first = returns(marshal), tamer_at_target
    to_both = seq(
        offered(marshal, first),
        reading("DS-46", after_the_second=seq(second, together(back, food_set(first))),
                         at_once=seq(back, second, food_set(first))),
        offers_in_three_places(as_caller(first)), drinks(as_caller(first)), likewise)
    return seq(cup_washed, reading("DS-45", two=to_both, one=served(marshal, tamer, back), one_then_his_man=served(marshal, tamer, back)))


# --- the vice-marshal offers to all others -------------------------------------------------------------------------------

def next_cup() -> Score:
    return passage("DS2-11",
        "031 司馬師受虛爵",      seq(unsaid(vice_marshal.go(to=HERE, facing="north"), by="ao"),
                                vice_marshal.receive(CUP, state="empty"), law("receive.drained")),
        "032 洗",            seq(vice_marshal.wash(CUP, at="basin_of_targets"), law("wash.cup_empty")),
        name="受虛爵洗")


def as_at_the_great_target(man: Actor, target: str) -> Score:
    """如大侯之禮, the vice-marshal offering: he stays, and takes the cup back himself."""
    def pours(jars: str) -> Score:
        return cited(seq(vice_marshal.pour(CUP, from_=jars, facing="west")), Citation("DS2-11-010", "遂實爵"))

    offering = cited(vice_marshal.offer_cup(CUP, to=man), Citation("DS2-11-033", "獻隸僕人與巾車獲者"))
    rite = as_before(
        "皆如大侯之禮", served(marshal, marker("great"), EMPTY),
        changes={"marshal": "vice_marshal", "marker.great": man.persons[0], "great": target},
        instead={
            "DS2-11-010": reading("DS-44", all_targets=pours("target_jars"), great_only=pours("earlier_jars")),
            "DS2-11-011": offering,
        })
    named = edit_steps(rite, lambda s: replace(s, office="marker") if s.actors == man.persons and man.office else s)
    return passage("DS2-11", "034 皆如大侯之禮", named, name="如大侯之禮")


def each_in_turn(men: Iterable[Score]) -> Score:
    """Every man after the first is begun by taking the cup back from the one before and washing it."""
    again = unsaid(as_before("每獻皆洗", next_cup()), by="ao")
    return seq(*(seq(passage("DS2-11", "033 獻隸僕人與巾車獲者", again, name="每獻皆洗"), man) for man in men))


def callers(*targets_and_men: tuple[str, Actor]) -> list[Score]:
    return [as_at_the_great_target(man, target) for target, man in targets_and_men]


MARKERS = (("middle", marker("middle")), ("near", marker("near")))
HIS_MAN = ("great", as_caller(bearer("great")))
ALL_FIVE = (HIS_MAN, *((t, man) for t in ("middle", "near") for man in (marker(t), as_caller(bearer(t)))))


def vice_marshal_offers() -> Score:
    """To those who swept and stretched, then to the other callers; one cup, washed for each."""
    measurers = each_in_turn([as_at_the_great_target(measurer, "great")])
    return seq(
        next_cup(), as_at_the_great_target(sweepers, "great"),
        reading("DS-47", served=unsaid(measurers, by="zheng jia"), not_served=EMPTY),
        each_in_turn([as_at_the_great_target(carriage_officer, "great")]),
        reading("DS-45", two=each_in_turn(callers(*MARKERS)), one=each_in_turn(callers(*ALL_FIVE)),
                         one_then_his_man=each_in_turn(callers(HIS_MAN, *MARKERS))))


cup_put_back = passage("DS2-11",
    "035 卒",            nothing("皆已獻", "all have been served"),
    "036 司馬師受虛爵",      vice_marshal.receive(CUP, state="empty"),
    "037 奠于篚",          seq(vice_marshal.put(CUP, at="basket"), law("put.empty_below")),
    name="奠于篚")


# --- the food is moved, the targets manned again --------------------------------------------------------------------------

def food_moved(*men: Actor) -> Score:
    """Every caller takes his food to the screen, the stands after him."""
    all_men = Actor(*(p for man in men for p in man.persons), office="marker")
    return passage("DS2-11",
        "038 獲者皆執其薦",      all_men.take("food"),
        "039 庶子執俎從之",      seq(unsaid(all_men.go(to="screen"), by="ao"), sons.hold("meat_stand"), manner(sons.go(to="screen"))),
        "040 設于乏少南",       together(all_men.put("food", at="screen_south"), sons.put("meat_stand", at="screen_south")),
        name="設于乏少南")


def food_taken_to_the_screens() -> Score:
    served_alone = (marker("great"), bearer("great"), marker("middle"), marker("near"))
    return reading("DS-45", two=food_moved(*served_alone), one_then_his_man=food_moved(*served_alone),
                            one=food_moved(*(role(t) for t in TARGETS for role in (marker, bearer))))


def targets_manned(role: str) -> Score:
    """服不 backs the great target again, and the men of the other two theirs."""
    tamer_again = Actor(f"{role}.great", office="beast_tamer")
    others = Actor(*(f"{role}.{t}" for t in ("middle", "near")), office="banner_bearer")
    return passage("DS2-11",
        "041 服不復負侯而俟",     seq(together(tamer_again.back_target("banner", to="target", target="great", facing="north"),
                                      unsaid(others.back_target("banner", to="target", facing="north"), by="ao")),
                                  manner(tamer_again.wait())),
        name="復負侯")


def score() -> Score:
    return seq(
        jars_set, marshal_offers(), vice_marshal_offers(), cup_put_back, food_taken_to_the_screens(),
        reading("DS-08", bearers=targets_manned("banner_bearer"), markers=targets_manned("marker")))


