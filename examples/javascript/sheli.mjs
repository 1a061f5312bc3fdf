// A reference interpreter of exported rites (`sheli export RITE -o FILE.json`), with nothing but the language.
// A state is {rest, world}: what remains of the score, and the values of the registers.
import { Acts } from "./acts.mjs";

const EMPTY = { kind: "seq", items: [], as: "" };
const numberOf = (person) => person.split(".")[1];
const overlap = (some, others) => some.some((one) => others.includes(one));
const distinct = (things) => [...new Map(things.map((thing) => [JSON.stringify(thing), thing])).values()];
const choices = (outcomes = {}) => Object.entries(outcomes).reduce(
  (all, [name, values]) => all.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))), [{}]);

export class Rite extends Acts {
  constructor(data) {
    super(data);
    this.remainders = new Map();
    this.known = new Map();
    this.start = { rest: data.score, world: data.registers.map((register) => register.initial) };
  }

  // --- remainders: parts of the score and what is left of them, one object for each name
  name(part) { return part.as ?? `#${part.id}`; }
  remainder(as, part) {
    if (!this.remainders.has(as)) this.remainders.set(as, { ...part, as });
    return this.remainders.get(as);
  }
  joined(parts, sign, kind) {
    if (parts.length < 2) return parts[0] ?? EMPTY;
    return this.remainder(`(${parts.map((part) => this.name(part)).join(sign)})`, kind);
  }
  then(...parts) {
    const items = parts.filter((part) => part !== EMPTY);
    return this.joined(items, ";", { kind: "seq", items });
  }
  both(all, deadline = false) { // with a deadline the first of two is overdue once the second is over
    const branches = deadline && all[0] !== EMPTY ? all : all.filter((branch) => branch !== EMPTY);
    return this.joined(branches, deadline ? "|!" : "|", { kind: "together", branches, deadline });
  }
  keys(part) { // of the crossings that may still come in a part
    const inside = part.items ?? part.branches ?? [part.body ?? EMPTY];
    return (part.keys ??= part.kind === "crossing" ? [part.key] : inside.flatMap((one) => this.keys(one)));
  }
  keysBeside({ branches }, i) { return branches.flatMap((branch, j) => (j === i ? [] : this.keys(branch))); }

  // --- what may come next: heads with what remains after them. alone: crossings passed over without a partner;
  // sync: the crossing it is a side of; share: only some do what all who still have to may do together
  heads(part, world) {
    switch (part.kind) {
      case "step": return this.joint(part, part.actors, world);
      case "joint": return this.joint(part.step, part.remaining, world, part.waived);
      case "seq": return this.inOrder(part.items, world);
      case "choice": return part.branches.flatMap((branch) => this.heads(branch, world));
      case "when": return this.value(part.test, world) ? this.heads(part.body, world) : [];
      case "loop": return this.value(part.test, world) ? this.before(this.heads(part.body, world), part) : [];
      case "together": return part.branches.flatMap((_, i) => this.sideBySide(part, i, world));
      case "crossing": return this.joint(part.step, part.step.actors, world).slice(0, 1)
        .map((head) => ({ ...head, sync: part.key }));
    }
    throw new Error(`no part of a score: ${part.kind}`);
  }
  before(heads, rest) { return heads.map((head) => ({ ...head, rest: this.then(head.rest, rest) })); }
  joint(step, remaining, world, waived = false) { // at once, each alone, or pair by pair
    const numbers = [...new Set(remaining.map(numberOf).filter(Boolean))];
    const pairs = numbers.map((number) => remaining.filter((person) => numberOf(person) === number));
    const shares = [...remaining.map((person) => [person]), ...pairs.filter((pair) => pair.length > 1)];
    return [remaining, ...shares.filter((some) => some.length < remaining.length)].map((actors) => {
      const left = remaining.filter((person) => !actors.includes(person)), share = left.length > 0;
      const rest = { kind: "joint", step, remaining: left, waived }, as = `#${step.id}:${left}${waived ? "?" : ""}`;
      const partial = actors.length < step.actors.length;
      return { step, actors, world, rest: share ? this.remainder(as, rest) : EMPTY, alone: [], partial, share };
    });
  }
  inOrder([first, ...others], world) { // the first, or the others where the first may be over
    if (first === undefined) return [];
    const rest = this.then(...others);
    const after = (end) => this.inOrder(others, end.world).map((h) => ({ ...h, alone: [...end.alone, ...h.alone] }));
    const late = (end) => after(end).map((h) => ({ ...h, rest: this.both([end.left, h.rest]), late: true }));
    return [
      ...this.before(this.heads(first, world), rest),
      ...this.lateEnds(first, world).flatMap(late),
      ...this.ends(first, world).flatMap(after),
    ];
  }
  sideBySide(part, i, world) { // one branch goes on; a crossing only together with that of a later branch
    const { branches, deadline } = part, awaited = this.keysBeside(part, i);
    const after = (rests) => this.both(branches.map((branch, n) => rests[n] ?? branch), deadline);
    const met = (h, j) => this.heads(branches[j], h.world).filter((other) => other.sync === h.sync).flatMap((other) => {
      const alone = [...h.alone, ...other.alone], together = this.joint(h.step, h.actors, other.world, true);
      return this.before(together, after({ [i]: h.rest, [j]: other.rest })).map((head) => ({ ...head, alone }));
    });
    return this.heads(branches[i], world).filter((h) => !overlap(h.alone, awaited)).flatMap((h) => {
      if (!awaited.includes(h.sync)) return [{ ...h, rest: after({ [i]: h.rest }) }];
      return branches.flatMap((_, j) => (j > i ? met(h, j) : []));
    });
  }

  // --- whether it may be over: the worlds then, and the crossings that met nobody
  ends(part, world) {
    const over = [{ world, alone: [] }];
    switch (part.kind) {
      case "step": return part.optional ? this.passedOver({ step: part, actors: part.actors, world }) : [];
      case "joint": return part.waived ? over : [];
      case "seq": return this.endsOfAll(part.items, world);
      case "choice": return part.branches.flatMap((branch) => this.ends(branch, world));
      case "when": return this.value(part.test, world) ? this.ends(part.body, world) : over;
      case "loop": return this.value(part.test, world) ? [] : over;
      case "together": return this.endsOfAll(part.branches, world, (i) => this.keysBeside(part, i));
      case "crossing": return part.step.optional ? over : part.single ? [{ world, alone: [part.key] }] : [];
    }
  }
  passedOver(head) { return this.failing(head).length ? [] : [{ world: this.performed(head), alone: [] }]; }
  endsOfAll(parts, world, awaited = () => []) { // a crossing falls away only where its partner can no longer come
    let reached = [{ world, alone: [] }];
    for (const [i, part] of parts.entries()) {
      reached = distinct(reached.flatMap((end) => this.ends(part, end.world)
        .filter((more) => !overlap(more.alone, awaited(i)))
        .map((more) => ({ world: more.world, alone: [...new Set([...end.alone, ...more.alone])].sort() }))));
    }
    return reached;
  }
  lateEnds({ kind, deadline, branches, items = [] }, world) { // all is over but an overdue branch, `left`
    if (kind === "together" && deadline) {
      const [left, main] = branches, met = (end) => !overlap(end.alone, this.keys(left));
      return this.ends(main, world).filter(met).map((end) => ({ ...end, left }));
    }
    return (items.length ? this.endsOfAll(items.slice(0, -1), world) : []).flatMap((end) =>
      this.lateEnds(items.at(-1), end.world).map((late) => ({ ...late, alone: [...end.alone, ...late.alone] })));
  }

  // --- moves: acts that the rules allow, one for each outcome; and those that they forbid
  moves({ rest, world }, shares = false) {
    const as = `${shares} ${this.name(rest)} ${world}`;
    if (!this.known.has(as)) {
      const heads = this.heads(rest, world).filter((head) => head.sync === undefined && (shares || !head.share))
        .map((head) => ({ ...head, details: this.details(head), failing: this.failing(head) }));
      this.known.set(as, {
        moves: heads.filter((head) => !head.failing.length).flatMap((head) => this.outcomes(head)),
        blocked: heads.filter((head) => head.failing.length).map((head) => ({ ...head, outcome: {} })),
      });
    }
    return this.known.get(as);
  }
  outcomes(head) {
    return choices(head.step.outcomes).map((outcome) =>
      ({ ...head, outcome, target: { rest: head.rest, world: this.performed(head, outcome) } }));
  }
  mayEnd({ rest, world }) { return this.ends(rest, world).length > 0; }
}
