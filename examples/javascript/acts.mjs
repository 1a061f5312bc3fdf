// Acts of an exported rite: what they require, what they change.
// A head is {step, actors, world, ...}: an act that may come next, who does it, and the world before it.
import { evaluate, registerName, speaks } from "./terms.mjs";

export class Acts {
  constructor(data) {
    this.data = data;
    this.slot = new Map(data.registers.map((register, i) => [register.name, i]));
  }

  value(term, world, bound) { return evaluate(term, (register) => world[this.slot.get(register)], bound); }

  speaks(term, bound) { return speaks(term, (register) => this.slot.has(register), bound); }

  details({ step, world }) {
    const plain = (value) => (value.term === undefined ? value : this.value(value.term, world));
    return Object.fromEntries(Object.entries(step.details).map(([name, value]) => [name, plain(value)]));
  }

  bindings(head, outcome = {}) { // the parameters of the act, once for each who acts
    const { facts, levels } = this.data;
    const given = { ...this.details(head), ...outcome };
    const shared = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, [value].flat()[0]]));
    if (shared.place in levels) shared.place_level = levels[shared.place];
    return head.actors.map((actor) => ({ ...facts[actor], ...shared, actor }));
  }

  failing(head) { // ids of the rules that forbid it
    const { guards } = this.data.verbs[head.step.act];
    const fails = ({ test }, bound) => this.speaks(test, bound) && !this.value(test, head.world, bound);
    return this.bindings(head).flatMap((bound) => guards.filter((guard) => fails(guard, bound)).map(({ id }) => id));
  }

  performed(head, outcome) { // the world after it; all effects are worked out in the world before
    const after = [...head.world], read = (register) => head.world[this.slot.get(register)];
    for (const bound of this.bindings(head, outcome)) {
      for (const { register, value } of this.data.verbs[head.step.act].effects) {
        if (!this.speaks(register, bound) || !this.speaks(value, bound)) continue;
        after[this.slot.get(registerName(register, read, bound))] = evaluate(value, read, bound);
      }
    }
    return after;
  }
}
