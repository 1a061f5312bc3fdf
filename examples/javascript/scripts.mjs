// Scripts of an exported rite: what an action states must agree, what it leaves out agrees with everything.
import { Rite } from "./sheli.mjs";

const within = (a, b) => a.every((x) => b.includes(x));
const same = (a, b) => a.length === b.length && within(a, b);
const text = (v) => (v === true ? "yes" : v === false ? "no" : String(v));
const numbered = (person) => [person.split(".")[0], Number(person.split(".")[1] ?? 0)];
const byNumber = (a, b) => {
  const [[name, n], [other, m]] = [numbered(a), numbered(b)];
  return name < other ? -1 : name > other ? 1 : n - m;
};

export class Scripts extends Rite {
  who(name) {
    const { groups, persons, offices, roles } = this.data, members = persons.filter((p) => p !== name && p.split(".")[0] === name);
    const found = [groups[name], persons.includes(name) && [name], offices[name] && name, ...[...(roles[name] ?? []), ...members].map((p) => [p])];
    return found.some(Boolean) ? found.filter(Boolean) : [[name]];
  }
  whoAll({ actor }) {
    const names = [actor].flat();
    if (names.length === 1) return this.who(names[0]);
    return names.reduce((all, n) => all.flatMap((a) => this.who(n).filter(Array.isArray).map((b) => [...new Set([...a, ...b])])), [[]]);
  }
  covers(said, right, { step, actors, details }) { // a place named coarsely, or as whose own it is
    const { facts, matching } = this.data, { own_mark, same_place, coarse_places, place_levels } = matching;
    if (right === "mark") return actors.every((p) => own_mark[facts[p]?.team] === said);
    if (said === details.by && ["go_up", "go_down"].includes(step.act)) return true; // by which steps
    if (same_place[said] === right) return true;
    if ((Object.values(own_mark).includes(right) && said === "mark") || right.startsWith(`${said}.`)) return true;
    return said in coarse_places && place_levels[right] === coarse_places[said];
  }
  agrees({ actor, act, data, clauses, ...stated }, head) {
    const { details, outcome } = head;
    const { groups, offices, matching } = this.data;
    return Object.entries({ ...stated, ...data }).every(([key, said]) => {
      const right = outcome[key] ?? details[key];
      if (right === undefined || text(said) === text(right)) return true;
      if (key === "place") return this.covers(said, right, head);
      if (key === "after") return said === "actor";
      if (key === "object") return (matching.generic[right] ?? []).includes(said) || String(right).startsWith(`${said}.`);
      if (key !== "addressee") return false;
      const names = [said].flat(), to = [right].flat();
      return within(to, names.flatMap((n) => groups[n] ?? [n])) || names.some((n) => offices[n] && within(to, offices[n]));
    });
  }
  means(action, who, head) { return action.act === head.step.act && (typeof who === "string" ? who === head.step.office : same(who, head.actors)); }
  successors(state, action) { // every state that the action may lead to from here
    const { moves: whole, blocked } = this.moves(state), meant = this.whoAll(action);
    const all = meant.flatMap((who) => whole.filter((m) => this.means(action, who, m)));
    const share = (who) => Array.isArray(who) && [...whole, ...blocked].some((m) => m.step.act === action.act && m.actors.length > who.length && within(who, m.actors));
    const some = (who, from) => this.moves(from, true).moves.filter((m) => m.partial && this.means(action, who, m));
    const one = (move, person) => move && [...some([person], move.target), ...this.moves(move.target).moves.filter((m) => this.means(action, [person], m))][0];
    const found = all.length ? all : meant.filter(share).flatMap((who) => {
      const at_once = some(who, state), last = at_once.length ? null : [...who].sort(byNumber).reduce(one, { target: state });
      return last ? [last] : at_once;
    });
    return found.filter((m) => this.agrees(action, m)).map((m) => m.target);
  }
  forbidding(state, action) { // ids of the rules that forbid an act whose turn it is
    const meant = (b) => this.whoAll(action).some((who) => this.means(action, who, b)) && this.agrees(action, b);
    return this.moves(state).blocked.filter(meant).flatMap((b) => b.failing);
  }
  verdict(actions) {
    let states = [this.start];
    for (const [index, action] of actions.entries()) {
      const next = states.flatMap((s) => this.successors(s, action));
      const guards = next.length ? [] : [...new Set(states.flatMap((s) => this.forbidding(s, action)))].sort();
      if (!next.length) return { accepted: false, index, reason: guards.length ? { kind: "guard", guards } : { kind: "not-next" } };
      states = next.length < 2 ? next : [...new Map(next.map((s) => [`${this.name(s.rest)} ${s.world}`, s])).values()];
    }
    if (states.some((s) => this.mayEnd(s))) return { accepted: true };
    return { accepted: false, index: actions.length, reason: { kind: "unfinished" } };
  }
}
