"""大射儀 獻釋獲者 (DS2-12): the director offers the cup to the tally officer."""

from __future__ import annotations

from fsm.rites.dashe.people import director, tally_officer
from fsm.rites.dashe.s11_markers_thanked import sons
from fsm.score import Actor, Score, forgoes, law, manner, passage, property_, seq, together, unsaid, when
from fsm.vocabulary.rules.registers import bow, gear, rod, sleeve

staff = Actor("staff")

CUP = "tally_officer_cup"
AT_HIS_FOOD = "holder_west_south"
"""A little south of his place west of the holder (於其位少南)."""

# Where the sides were level nobody drank, and he has not armed again since he watched the count.
HAS_ROD, HAS_BOW = rod("archery_director").is_("belt"), bow("archery_director").is_not("none")
BARED = sleeve("archery_director").is_("bared")

director_disarms = passage("DS2-12",
    "001 司射適階西",        director.go(to="west_of_west_steps"),
    "002 去扑",            seq(when(HAS_ROD, director.lay_off_rod("rod"), unsaid(director.lean_rod("rod", at="west_of_west_steps"), by="sheng")),
                                law("go_up.no_rod")),
    "003 適堂西",           director.go(to="west_of_hall"),
    "004 釋弓",            when(HAS_BOW, director.lay_down_bow(at="west_of_hall"), unsaid(director.put("arrow", at="west_of_hall"), by="ao")),
    "005 說決拾",           when(gear("archery_director"), director.gear_off(at="west_of_hall")),
    "006 襲",             seq(when(BARED, director.cover(at="west_of_hall")), law("cover.bow_down")),
    name="釋弓襲")

cup_offered = passage("DS2-12",
    "007 適洗",            director.go(to="basin"),
    "008 洗觚",            seq(director.wash(CUP, at="basin"), law("pour.cup_clean")),
    "009 升實之",           seq(director.go_up(to="hall"), director.pour(CUP, from_="hall_jars"), law("offer_cup.cup_full")),
    "010 降獻釋獲者于其位少南", seq(director.go_down(to="west_steps_foot"), director.offer_cup(CUP, to=tally_officer, at=AT_HIS_FOOD)),
    name="獻")

food_set = passage("DS2-12",
    "011 薦脯醢",           together(staff.serve("dried_meat", to=tally_officer, at=AT_HIS_FOOD), passage("DS2-12",
        "012 折俎",            sons.serve("meat_stand", to=tally_officer, at=AT_HIS_FOOD), name="折俎")),
    "013 皆有祭",           property_("薦俎皆有祭", "the food and the stand have a portion for offering", thing="food_and_stand", portions=1),
    name="薦俎")

cup_received = passage("DS2-12",
    "014 釋獲者薦右東面拜受爵", seq(tally_officer.bow(for_="receiving", at="food_right", facing="east", to=director),
                               tally_officer.receive(CUP, facing="east", from_=director), law("receive.offered")),
    "015 司射北面拜送爵",     director.bow(for_="sending", facing="north", to=tally_officer),
    name="拜受拜送")

he_offers = passage("DS2-12",
    "016 釋獲者就其薦坐",     seq(tally_officer.go(to=AT_HIS_FOOD), tally_officer.kneel()),
    "017 左執爵",           manner(tally_officer.hold(CUP, hand="left")),
    "018 右祭脯醢",         seq(tally_officer.libate("dried_meat", what="food", hand="right"), law("libate.served", "libate.kneeling")),
    "019 興取肺",           seq(tally_officer.rise(), tally_officer.take("lung"), law("take.stand_served")),
    "020 坐祭",            seq(tally_officer.kneel(), tally_officer.libate("lung", what="lung"), law("libate.lung_taken", "libate.kneeling")),
    "021 遂祭酒",           seq(tally_officer.libate("wine", what="wine", from_=CUP), law("libate.food_first")),
    "022 興",             tally_officer.rise(),
    name="祭")

he_drinks = passage("DS2-12",
    "023 司射之西北面立卒爵",  seq(tally_officer.stand(to="director_west", facing="north"), tally_officer.drink(CUP, posture="standing"),
                               law("drink.libated")),
    "024 不拜既爵",         forgoes(tally_officer.bow(for_="drained")),
    "025 司射受虛爵",        seq(director.receive(CUP, state="empty"), law("receive.drained")),
    "026 奠于篚",           seq(director.put(CUP, at="basket"), law("put.empty_below")),
    name="卒爵")

back_in_place = passage("DS2-12",
    "027 釋獲者少西辟薦",     seq(tally_officer.shift("dried_meat", dir="west"), unsaid(tally_officer.shift("meat_stand", dir="west"), by="zheng")),
    "028 反位",            tally_officer.return_to_place(to="holder_west"),
    name="辟薦反位")

director_arms = passage("DS2-12",
    "029 司射適堂西",        director.go(to="west_of_hall"),
    "030 袒決遂",           seq(director.bare(at="west_of_hall"), director.gear_up(at="west_of_hall")),
    "031 取弓挾一个",        seq(director.take_bow(at="west_of_hall"), director.hold_arrow("arrow", n=1)),
    "032 適階西",           director.go(to="west_of_west_steps"),
    "033 搢扑",            director.belt_rod("rod"),
    "034 以反位",           director.return_to_place(to="director_place"),
    name="袒決遂取弓搢扑")


def score() -> Score:
    return seq(director_disarms, cup_offered, food_set, cup_received, he_offers, he_drinks, back_in_place, director_arms)
