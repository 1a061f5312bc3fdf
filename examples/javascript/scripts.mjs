// Scripts of an exported rite: what an action states must agree, what it leaves out agrees with everything.
import { Rite } from "./sheli.mjs";

const within = (some, all) => some.every((one) => all.includes(one));
const same = (some, others) => some.length === others.length && within(some, others);
const distinct = (things) => [...new Set(things)];
const plain = (value) => (typeof value === "boolean" ? (value ? "yes" : "no") : String(value));

export class Scripts extends Rite {
  // --- who: a name means persons, together or one of several, or an office
  who(name) {
    const { groups, persons, offices, roles } = this.data;
    const any = [...(roles[name] ?? []), ...persons.filter((person) => person.startsWith(`${name}.`))];
    const found = [groups[name], persons.includes(name) && [name], offices[name] && name, ...any.map((one) => [one])];
    return found.some(Boolean) ? found.filter(Boolean) : [[name]];
  }

  whoAll({ actor }) {
    if (!Array.isArray(actor)) return this.who(actor);
    if (actor.length === 1) return this.who(actor[0]);
    const persons = (name) => this.who(name).filter(Array.isArray);
    return actor.reduce(
      (all, name) => all.flatMap((some) => persons(name).map((more) => distinct([...some, ...more]))), [[]]);
  }

  means(action, who, head) { // who: persons, or an office
    const named = Array.isArray(who) ? same(who, head.actors) : who === head.step.office;
    return named && action.act === head.step.act;
  }

  // --- details
  agrees({ actor, act, data, clauses, ...stated }, head) {
    return Object.entries({ ...stated, ...data }).every(([name, said]) => {
      const right = head.outcome[name] ?? head.details[name];
      return right === undefined || plain(said) === plain(right) || this.covers(name, said, right, head);
    });
  }

  covers(name, said, right, head) { // a kind for a thing, a level for a place, a group for its members
    const { groups, offices, matching } = this.data;
    switch (name) {
      case "place": return this.coversPlace(said, right, head);
      case "object": return (matching.generic[right] ?? []).includes(said) || String(right).startsWith(`${said}.`);
      case "after": return said === "actor";
      case "addressee": {
        const names = [said].flat(), to = [right].flat();
        const held = names.some((one) => offices[one] && within(to, offices[one]));
        return held || within(to, names.flatMap((one) => groups[one] ?? [one]));
      }
    }
    return false;
  }

  coversPlace(said, right, { step, actors, details }) { // a place named coarsely, or as whose own it is
    const { facts, matching: { own_mark, same_place, coarse_places, place_levels } } = this.data;
    if (right === "mark") return actors.every((person) => own_mark[facts[person]?.team] === said);
    if (said === details.by && ["go_up", "go_down"].includes(step.act)) return true; // by which steps
    if (said === "mark" && Object.values(own_mark).includes(right)) return true;
    if (same_place[said] === right || right.startsWith(`${said}.`)) return true;
    return said in coarse_places && place_levels[right] === coarse_places[said];
  }

  // --- verdicts
  successors(state, action) { // every state that the action may lead to from here
    const meant = this.whoAll(action), { moves } = this.moves(state);
    const whole = meant.flatMap((who) => moves.filter((move) => this.means(action, who, move)));
    const found = whole.length ? whole : meant.flatMap((who) => this.shares(state, action, who));
    return found.filter((move) => this.agrees(action, move)).map((move) => move.target);
  }

  shares(state, action, who) { // only some of those who act together: at once, or as if each had his own line
    const { moves, blocked } = this.moves(state);
    const larger = (m) => m.step.act === action.act && m.actors.length > who.length && within(who, m.actors);
    if (!Array.isArray(who) || ![...moves, ...blocked].some(larger)) return [];
    const some = (from, persons) =>
      this.moves(from, true).moves.filter((move) => move.partial && this.means(action, persons, move));
    const alone = (from, person) => [
      ...some(from, [person]),
      ...this.moves(from).moves.filter((move) => this.means(action, [person], move)),
    ][0];
    const atOnce = some(state, who);
    if (atOnce.length) return atOnce;
    const inTurn = this.data.persons.filter((person) => who.includes(person));
    const last = inTurn.reduce((move, person) => move && alone(move.target, person), { target: state });
    return last ? [last] : [];
  }

  forbidding(state, action) { // ids of the rules that forbid an act whose turn it is
    const meant = this.whoAll(action);
    return this.moves(state).blocked
      .filter((head) => meant.some((who) => this.means(action, who, head)) && this.agrees(action, head))
      .flatMap((head) => head.failing);
  }

  verdict(actions) {
    let states = [this.start];
    for (const [index, action] of actions.entries()) {
      const next = states.flatMap((state) => this.successors(state, action));
      if (!next.length) {
        const guards = distinct(states.flatMap((state) => this.forbidding(state, action))).sort();
        return { accepted: false, index, reason: guards.length ? { kind: "guard", guards } : { kind: "not-next" } };
      }
      states = [...new Map(next.map((state) => [`${this.name(state.rest)} ${state.world}`, state])).values()];
    }
    if (states.some((state) => this.mayEnd(state))) return { accepted: true };
    return { accepted: false, index: actions.length, reason: { kind: "unfinished" } };
  }
}
