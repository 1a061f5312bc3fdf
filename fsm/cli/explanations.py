"""What each code means, with an example and what to do; `sheli explain CODE`."""

# ruff: noqa: E501  (a table of sentences)

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Explanation:
    """A code explained: what it means, an example, what to do, each in Chinese and English."""

    title: tuple[str, str]
    meaning: tuple[str, str]
    example: tuple[str, str]
    remedy: tuple[str, str]


EXPLANATIONS: Mapping[str, Explanation] = {
    "SH101": Explanation(
        ("次序不合", "An act out of order"),
        (
            "這項動作本是要做的，只是做得太早或太晚。若此時有規則不許，並列出該規則與當時的情形。",
            "The act is part of the rite, but it comes too early or too late. A rule that forbids it at that "
            "point is named, with how things stood.",
        ),
        ("未度壺先設中。", "The holder of the tallies is set before the pot is placed."),
        ("照改法把這一行移到所指之處。", "Move the line to where the fix says."),
    ),
    "SH102": Explanation(
        ("遲於所期", "Later than expected"),
        (
            "前一組通常在後一組完畢之前已就位。經文沒有這樣的限期，是編者所定，所以只是提醒，仍算合禮。",
            "A pair is expected back in place before the next has finished. The classic sets no such term; it is "
            "the editors’, so this is a warning, and the script still conforms.",
        ),
        ("下一耦已射畢，上一耦還沒有回到堂西。", "The next pair has shot, and the pair before is not yet back west of the hall."),
        ("可把動作提前；用 --strict 時才算不合。", "Move the act forward; it counts against the script only with --strict."),
    ),
    "SH201": Explanation(
        ("缺少動作", "Acts missing"),
        (
            "經文要做的動作，腳本沒有寫，而後面的動作要靠它。連著缺的算一處。",
            "The script leaves out what the text prescribes and what later acts need. A run of missing acts counts as one mistake.",
        ),
        ("賓投而入，司射沒有釋算就接著投。", "A throw goes in, and the next follows without a tally."),
        ("在所指的行之前補上。經未明言的動作可以不寫，不算缺。", "Put them in before the line named. What the text itself leaves out need not be written."),
    ),
    "SH202": Explanation(
        ("禮未畢", "Not finished"),
        ("腳本停在禮還不能結束的地方。", "The script stops where the rite cannot end."),
        ("三番投完，沒有請徹馬。", "After the third round nobody asks to clear the horses."),
        ("續寫到禮畢，或用 --partial、--to 只查一段。", "Write on to the end, or check a part only, with --partial or --to."),
    ),
    "SH203": Explanation(
        ("未寫儀節", "Manner not written"),
        ("用 --strict 時，怎樣做（如坐、併足）也要寫出。平時可略。", "With --strict, how an act is done (kneeling, feet together) must be written too. Otherwise it may be left out."),
        ("司射釋算前沒有寫「坐」。", "The director does not kneel before he lays a tally."),
        ("補上儀節，或不用 --strict。", "Add the manner, or do without --strict."),
    ),
    "SH301": Explanation(
        ("多出的動作", "An act too many"),
        (
            "此處沒有這項動作：或剛做過，或它只在某種情形下才做，或它屬於別處。",
            "The act has no place here: it has just been done, or is done only under a condition that does not hold, or belongs elsewhere.",
        ),
        ("賓就筵以後又揖。", "The guest salutes again after he has taken his mat."),
        ("刪去，或移到所指的條目處。", "Take it out, or move it to the clause named."),
    ),
    "SH302": Explanation(
        ("經文明言不做", "Expressly not done"),
        ("經文特意說此處不做這項動作。", "The text says expressly that this is not done here."),
        ("主人啐酒，而經文說不啐酒。", "The host tastes the wine where the text says that he does not."),
        ("刪去。", "Take it out."),
    ),
    "SH401": Explanation(
        ("細節不合", "A detail is wrong"),
        ("誰做、做什麼都對，而位置、面向、器物、數目或辭令不對。", "Who and what are right, but a place, facing, thing, number or wording is not."),
        ("室中壺去席四尺；應是二矢半，五尺。", "In the chamber the pot stands 4 chi from the mats; two and a half arrows are 5."),
        ("照所列的應有之值改正，或刪去這項細節：不寫的細節不查。", "Correct it to the value given, or leave the detail out: what is not stated is not checked."),
    ),
    "SH402": Explanation(
        ("動作不合", "Another act is expected"),
        ("人對，動作不對。", "The person is right, the act is not."),
        ("該揖而拜。", "A bow where a salute is expected."),
        ("換成所期的動作。", "Write the act expected."),
    ),
    "SH501": Explanation(
        ("行禮者不合", "The wrong person"),
        ("動作對，但應由別人做。", "The act is right but somebody else does it."),
        ("主人命弦者；應由司射命。", "The host orders the music; the director of archery does."),
        ("改正人名。若是異說所爭，看「異說」一行。", "Correct the name. Where commentators differ, see the line “reading”."),
    ),
    "SH601": Explanation(
        ("規則不許", "A rule forbids it"),
        (
            "此時做這項動作，違反它自己的規則。規則後面列出當時的情形，並引規則所出的經文。",
            "Done now, the act breaks a rule of its own. The rule is followed by how things stood, and by the words it comes from.",
        ),
        ("一番中投第五矢：手中有矢方投（人四矢）（賓之矢＝0）。", "A fifth arrow in one round: one throws while one has arrows, four each (arrows of guest = 0)."),
        ("刪去，或先做使規則成立的動作。", "Take it out, or do first what makes the rule hold."),
    ),
    "SH701": Explanation(
        ("結果與後文不合", "An outcome is contradicted"),
        ("腳本所報的結果（中否、入否）與後面所做的不能並立。", "The outcome reported (hit, fall) and what is done afterwards cannot both be so."),
        ("報 fall=out，而後面釋了算，數也照有算的報。", "A throw is reported out, yet a tally is laid and counted."),
        ("查對結果與後文，改其中之一。", "Compare the two, and correct one of them."),
    ),
    "SH702": Explanation(
        ("動作與所報結果不合", "An act that the outcome rules out"),
        ("照剛報的結果，這項動作不該有。", "After the outcome just reported, this act has no place."),
        ("末入（倒）而釋算。", "A tally is laid for an arrow that went in reversed."),
        ("刪去這項動作，或查對結果。", "Take the act out, or check the outcome."),
    ),
    "SH801": Explanation(
        ("不認識的詞", "A word not known"),
        ("詞彙裏沒有這個名字；列出相近的。", "The vocabulary has no such name; the nearest are given."),
        ("「司謝 請」應是「司射 請」。", "“archery directer” for “archery director”."),
        ("改正，或看 sheli words RITE 有哪些詞。", "Correct it; the names there are: sheli words RITE."),
    ),
    "SH802": Explanation(
        ("在模型之外", "Not modelled"),
        ("這一行屬於本模型沒有演到的部分，未作檢查，也不算錯。", "The line belongs to what is not modelled; it was not checked and is no fault."),
        ("所查的一段之前或之後的動作。", "Acts before or after the stretch that is modelled."),
        ("不必改；可用 --from、--to 指定所查的一段。", "Nothing; --from and --to choose the stretch that is checked."),
    ),
    "SH803": Explanation(
        ("細節在模型之外", "A detail that is not modelled"),
        (
            "這一行合禮，但它寫明的某項細節，本模型於這種動作沒有，所以未作檢查，也不算錯。",
            "The line conforms, but it states a detail that the model does not have for such an act, so that was not checked.",
        ),
        ("「投 手=左」：用哪一隻手投，經與注都沒有說。", "“throw, hand=left”: with which hand one throws neither the classic nor the commentary says."),
        ("不必改；但請自己查對這一項。", "Nothing; but look this detail up yourself."),
    ),
    "SH901": Explanation(
        ("出入太多", "Too much differs"),
        ("從這一行起，與禮相差太遠，找不到最省的改法。", "From this line on the script is too far from the rite for the cheapest repair to be found."),
        ("整段次序打亂，或用了別一種禮的腳本。", "Whole passages are shuffled, or the script is of another rite."),
        ("先改好前面所指的，再查一次；或用 --from、--to 分段查。", "Correct what is named before it and check again, or check stretch by stretch with --from and --to."),
    ),
}  # fmt: skip
"""Code → its explanation."""
