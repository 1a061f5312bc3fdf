// A reference interpreter of exported rites (`sheli export RITE -o FILE.json`), with nothing but the language.
// A state is {rest, world}: what remains of the score, and the values of the registers.
const div = (a, b) => Math.floor(a / b);
const digit = (n) => "〇一二三四五六七八九"[n];
const numeral = (n) => n < 0 || n > 99 ? String(n) : n < 10 ? digit(n)
  : (n < 20 ? "" : digit(div(n, 10))) + "十" + (n % 10 ? digit(n % 10) : "");
const OPERATORS = {
  is: (a, b) => a === b, in: (a, ...options) => options.includes(a), not: (a) => !a, lt: (a, b) => a < b, numeral,
  le: (a, b) => a <= b, add: (a, b) => a + b, sub: (a, b) => a - b, mul: (a, b) => a * b, div,
  mod: (a, b) => a - b * div(a, b), abs: Math.abs, concat: (...texts) => texts.join(""),
};
const EMPTY = { kind: "seq", items: [], as: "" };
const couple = (person) => person.split(".")[1] ?? "";
const itemsOf = (part) => part.items ?? part.branches ?? [part.body ?? part.tail].filter(Boolean);

export class Rite {
  constructor(data) {
    Object.assign(this, { data, slot: new Map(data.registers.map((r, i) => [r.name, i])), made: new Map(), known: new Map() });
    this.start = { rest: data.score, world: data.registers.map((r) => r.initial) };
  }
  // --- terms: a constant, ["var", name], ["reg", name, owner?] or [operator, ...]
  value(term, world, bound = {}) {
    if (!Array.isArray(term)) return term;
    const [op, ...args] = term, at = (t) => this.value(t, world, bound);
    if (op === "var") return bound[args[0]];
    if (op === "reg") return world[this.slot.get(this.register(term, world, bound))];
    if (op === "and") return args.every(at);
    if (op === "or") return args.some(at);
    return op === "if" ? at(at(args[0]) ? args[1] : args[2]) : OPERATORS[op](...args.map(at));
  }
  register([, name, owner], world, bound) { return owner === undefined ? name : `${name}[${this.value(owner, world, bound)}]`; }
  speaks(term, bound) { // a rule is silent where a parameter is open or a register is not kept
    if (!Array.isArray(term)) return true;
    if (term[0] === "var") return bound[term[1]] !== undefined;
    return term.slice(1).every((t) => this.speaks(t, bound)) && (term[0] !== "reg" || this.slot.has(this.register(term, [], bound)));
  }
  // --- acts: a head is {step, actors, world, ...}
  details({ step, world }) {
    return Object.fromEntries(Object.entries(step.details).map(([k, v]) => [k, v.term === undefined ? v : this.value(v.term, world)]));
  }
  bindings(head, outcome = {}) { // the parameters of the act, once for each who acts
    const plain = Object.entries({ ...this.details(head), ...outcome }).map(([k, v]) => [k, Array.isArray(v) ? v[0] : v]);
    const shared = Object.fromEntries(plain), { facts, levels } = this.data;
    if (shared.place in levels) shared.place_level = levels[shared.place];
    return head.actors.map((actor) => ({ ...facts[actor], ...shared, actor }));
  }
  failing(head) {
    return this.bindings(head).flatMap((bound) => this.data.verbs[head.step.act].guards
      .filter((g) => this.speaks(g.test, bound) && !this.value(g.test, head.world, bound)).map((g) => g.id));
  }
  performed(head, outcome) { // all effects are worked out in the world before
    const world = [...head.world];
    for (const bound of this.bindings(head, outcome))
      for (const { register, value } of this.data.verbs[head.step.act].effects)
        if (this.speaks(register, bound) && this.speaks(value, bound))
          world[this.slot.get(this.register(register, head.world, bound))] = this.value(value, head.world, bound);
    return world;
  }
  // --- remainders: parts of the score and what is left of them, one object for each
  name(part) { return part.as ?? `#${part.id}`; }
  make(as, part) { return this.made.get(as) ?? (this.made.set(as, { ...part, as }), this.made.get(as)); }
  then(...parts) {
    const items = parts.filter((p) => p !== EMPTY);
    return items.length < 2 ? items[0] ?? EMPTY : this.make(`(${items.map((p) => this.name(p)).join(";")})`, { kind: "seq", items });
  }
  both(branches, deadline) {
    const [tail, main] = branches, left = branches.filter((b) => b !== EMPTY);
    if (deadline && tail === EMPTY) return main;
    if (deadline && main === EMPTY) return this.make(`!${this.name(tail)}`, { kind: "overdue", tail });
    if (left.length < 2) return left[0] ?? EMPTY;
    return this.make(`(${left.map((p) => this.name(p)).join(deadline ? "|!" : "|")})`, { kind: "together", branches: left, deadline });
  }
  keys(part) { // of the crossings that may still come
    return (part.keys ??= part.kind === "crossing" ? [part.key] : itemsOf(part).flatMap((p) => this.keys(p)));
  }
  others({ branches }, i) { return branches.flatMap((b, j) => (j === i ? [] : this.keys(b))); }
  // --- what may come next: {step, actors, world, rest, sync?, late?, partial?, alone}
  heads(part, world, shares) {
    const onward = (body, rest) => this.heads(body, world, shares).map((h) => ({ ...h, rest: rest(h.rest) }));
    switch (part.kind) {
      case "step": return this.joint(part, part.actors, world, shares);
      case "joint": return this.joint(part.step, part.remaining, world, shares, part.waived);
      case "seq": return this.inOrder(part.items, world, shares);
      case "choice": return part.branches.flatMap((b) => this.heads(b, world, shares));
      case "when": return this.value(part.test, world) ? this.heads(part.body, world, shares) : [];
      case "loop": return this.value(part.test, world) ? onward(part.body, (r) => this.then(r, part)) : [];
      case "together": return part.branches.flatMap((_, i) => this.branch(part, i, world, shares));
      case "overdue": return onward(part.tail, (r) => this.both([r, EMPTY], true));
      case "crossing": return [{ step: part.step, actors: part.step.actors, world, rest: EMPTY, sync: part.key, alone: [] }];
    }
    return [];
  }
  joint(step, remaining, world, shares, waived = false) { // those who act together do so at once, each alone, or pair by pair
    const head = (actors) => {
      const left = remaining.filter((p) => !actors.includes(p)), as = `#${step.id}:${left}${waived ? "?" : ""}`;
      const rest = left.length ? this.make(as, { kind: "joint", step, remaining: left, waived }) : EMPTY;
      return { step, actors, world, rest, alone: [], partial: actors.length < step.actors.length };
    };
    if (!shares || remaining.length < 2) return [head(remaining)];
    const pairs = [...new Set(remaining.map(couple))].map((n) => remaining.filter((p) => n && couple(p) === n));
    return [remaining, ...remaining.map((p) => [p]), ...pairs.filter((p) => p.length > 1 && p.length < remaining.length)].map(head);
  }
  inOrder(items, world, shares) {
    const out = [];
    let reached = [{ world, alone: [] }];
    for (let i = 0; i < items.length && reached.length; i++) {
      const rest = this.then(...items.slice(i + 1));
      for (const end of reached) {
        const put = (h, more) => out.push({ ...h, ...more, alone: [...end.alone, ...(more.alone ?? []), ...h.alone] });
        for (const h of this.heads(items[i], end.world, shares)) put(h, { rest: this.then(h.rest, rest) });
        for (const { left, ...late } of this.lateEnds(items[i], end.world))
          for (const h of this.heads(rest, late.world, shares)) put(h, { rest: this.both([left, h.rest]), late: true, alone: late.alone });
      }
      reached = this.onward(reached, items[i]);
    }
    return out;
  }
  branch({ branches, deadline }, i, world, shares) {
    const others = this.others({ branches }, i);
    return this.heads(branches[i], world, shares).filter((h) => !h.alone.some((k) => others.includes(k))).flatMap((h) => {
      const rest = (j, met) => this.both(branches.map((b, n) => (n === i ? h.rest : n === j ? met : b)), deadline);
      if (h.sync === undefined || !others.includes(h.sync)) return [{ ...h, rest: rest() }];
      return branches.flatMap((b, j) => (j <= i ? [] : this.heads(b, h.world)).filter((o) => o.sync === h.sync).flatMap((o) =>
        this.joint(h.step, h.actors, o.world, shares, true).map((p) =>
          ({ ...p, rest: this.then(p.rest, rest(j, o.rest)), alone: [...h.alone, ...o.alone] }))));
    });
  }
  // --- whether it may be over: the worlds then, and the crossings that met nobody
  ends(part, world) {
    const over = [{ world, alone: [] }], head = { step: part, actors: part.actors, world };
    switch (part.kind) {
      case "step": return part.optional && !this.failing(head).length ? [{ world: this.performed(head), alone: [] }] : [];
      case "joint": return part.waived ? over : [];
      case "seq": case "overdue": return itemsOf(part).reduce((ends, p) => this.onward(ends, p), over);
      case "choice": return part.branches.flatMap((b) => this.ends(b, world));
      case "when": return this.value(part.test, world) ? this.ends(part.body, world) : over;
      case "loop": return this.value(part.test, world) ? [] : over;
      case "together": return part.branches.reduce((ends, p, i) => this.onward(ends, p, this.others(part, i)), over);
      case "crossing": return part.step.optional ? over : part.single ? [{ world, alone: [part.key] }] : [];
    }
    return over;
  }
  onward(ends, part, awaited = []) { // a crossing may fall away only where its partner can no longer come
    const join = (e, m) => ({ world: m.world, alone: [...new Set([...e.alone, ...m.alone])].sort() });
    const all = ends.flatMap((e) => this.ends(part, e.world).filter((m) => !m.alone.some((k) => awaited.includes(k))).map((m) => join(e, m)));
    return all.length < 2 ? all : [...new Map(all.map((e) => [JSON.stringify(e), e])).values()];
  }
  lateEnds(part, world) { // all but an overdue first branch has ended; what is left of that
    if (part.kind === "overdue") return [{ left: part.tail, world, alone: [] }];
    if (part.kind === "together" && part.deadline)
      return this.onward([{ world, alone: [] }], part.branches[1], this.others(part, 1)).map((e) => ({ ...e, left: part.branches[0] }));
    const items = part.kind === "seq" ? part.items : [];
    return items.slice(0, -1).reduce((ends, p) => this.onward(ends, p), items.length ? [{ world, alone: [] }] : [])
      .flatMap((e) => this.lateEnds(items.at(-1), e.world).map((l) => ({ ...l, alone: [...e.alone, ...l.alone] })));
  }
  // --- moves: acts that the rules allow, one for each outcome; and those that they forbid
  moves({ rest, world }, shares = false) {
    const as = `${shares}${this.name(rest)} ${world}`;
    if (this.known.has(as)) return this.known.get(as);
    const found = { moves: [], blocked: [] };
    for (const head of this.heads(rest, world, shares).filter((h) => h.sync === undefined)) {
      const failing = this.failing(head), details = this.details(head);
      if (failing.length) found.blocked.push({ ...head, details, outcome: {}, failing });
      else for (const outcome of Object.entries(head.step.outcomes ?? {}).reduce((all, [k, values]) =>
        all.flatMap((o) => values.map((v) => ({ ...o, [k]: v }))), [{}]))
        found.moves.push({ ...head, details, outcome, target: { rest: head.rest, world: this.performed(head, outcome) } });
    }
    this.known.set(as, found);
    return found;
  }
  mayEnd({ rest, world }) { return this.ends(rest, world).length > 0; }
}
