// node play.mjs RITE.json [SEED]
// Plays a rite to its end, each act by chance of those that may be done; the script it writes `sheli check` reads.
import { readFileSync } from "node:fs";
import { Rite } from "./sheli.mjs";

const [file, seed = "1"] = process.argv.slice(2);
if (!file) {
  console.error("usage: node play.mjs RITE.json [SEED]");
  process.exit(2);
}
let dice = Number(seed);
const one = (things) => things[(dice = (dice * 48271 + 11) % 2147483647) % things.length];
const FIELDS = ["object", "place", "facing", "addressee", "words", "manner"];

function action({ actors, step, details, outcome }) { // a move as an action of a script
  const stated = Object.entries({ ...details, ...outcome });
  const fields = stated.filter(([name]) => FIELDS.includes(name));
  const data = stated.filter(([name]) => !FIELDS.includes(name));
  return { actor: actors, act: step.act, ...Object.fromEntries(fields), data: Object.fromEntries(data) };
}

const rite = new Rite(JSON.parse(readFileSync(file, "utf8")));
const actions = [];
let state = rite.start;
while (rite.moves(state).moves.length) {
  const { moves } = rite.moves(state); // beside it `blocked`: what rules forbid, with their ids (`failing`)
  const inTime = moves.filter((move) => !move.late); // what is late may be done, and is a warning
  const move = one(inTime.length ? inTime : moves);
  actions.push(action(move));
  state = move.target;
}
console.log(JSON.stringify({ actions }));
