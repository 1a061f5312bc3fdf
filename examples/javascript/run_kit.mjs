// node run_kit.mjs KIT.json RITE.json: exits 1 where the interpreter and the kit disagree, 2 on wrong usage.
import { readFileSync } from "node:fs";
import { Scripts } from "./scripts.mjs";

const [kitFile, riteFile] = process.argv.slice(2);
if (!riteFile) {
  console.error("usage: node run_kit.mjs KIT.json RITE.json");
  process.exit(2);
}
const [kit, data] = [kitFile, riteFile].map((file) => JSON.parse(readFileSync(file, "utf8")));
const rite = new Scripts(data);
const canonical = (v) => JSON.stringify(v, Object.keys({ accepted: 0, index: 0, reason: 0, kind: 0, guards: 0 }));
let wrong = 0;
for (const { name, actions, expected } of kit.scripts) {
  const found = rite.verdict(actions);
  if (canonical(found) === canonical(expected)) continue;
  wrong += 1;
  if (wrong <= 20) console.log(`${name}: expected ${canonical(expected)}, found ${canonical(found)}`);
}
console.log(`${kit.scripts.length} scripts, ${wrong} disagreements`);
process.exit(wrong ? 1 : 0);
