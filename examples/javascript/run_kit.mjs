// node run_kit.mjs KIT.json RITE.json [KIT.json RITE.json ...]
// Exits 1 where the interpreter and a kit disagree, 2 on wrong usage.
import { readFileSync } from "node:fs";
import { Scripts } from "./scripts.mjs";

const files = process.argv.slice(2);
if (!files.length || files.length % 2) {
  console.error("usage: node run_kit.mjs KIT.json RITE.json [KIT.json RITE.json ...]");
  process.exit(2);
}
const read = (file) => JSON.parse(readFileSync(file, "utf8"));
const canonical = (v) => JSON.stringify(v, ["accepted", "index", "reason", "kind", "guards"]);
let all = 0, wrong = 0;
for (let i = 0; i < files.length; i += 2) {
  const kit = read(files[i]), rite = new Scripts(read(files[i + 1]));
  for (const { name, actions, expected } of kit.scripts) {
    const found = rite.verdict(actions);
    all += 1;
    if (canonical(found) === canonical(expected)) continue;
    if (++wrong <= 20) console.log(`${files[i]} ${name}: expected ${canonical(expected)}, found ${canonical(found)}`);
  }
}
console.log(`${all} scripts, ${wrong} disagreements`);
process.exit(wrong ? 1 : 0);
