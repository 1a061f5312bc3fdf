// Terms of an exported rite: a constant, ["var", name], ["reg", name, owner?] or [operator, ...].
// `read` gives the value of a register by its full name, `bound` has the parameters of an act.
const quotient = (a, b) => Math.floor(a / b);
const digit = (n) => "〇一二三四五六七八九"[n];

function numeral(n) { // 10 is 十, 24 is 二十四
  if (n < 0 || n > 99) return String(n);
  if (n < 10) return digit(n);
  return (n < 20 ? "" : digit(quotient(n, 10))) + "十" + (n % 10 ? digit(n % 10) : "");
}

const OPERATORS = {
  is: (a, b) => a === b,
  in: (a, ...options) => options.includes(a),
  not: (a) => !a,
  lt: (a, b) => a < b,
  le: (a, b) => a <= b,
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  div: quotient,
  mod: (a, b) => a - b * quotient(a, b),
  abs: Math.abs,
  concat: (...texts) => texts.join(""),
  numeral,
};

export function evaluate(term, read, bound = {}) {
  if (!Array.isArray(term)) return term;
  const [operator, ...args] = term;
  const value = (arg) => evaluate(arg, read, bound);
  switch (operator) {
    case "var": return bound[args[0]];
    case "reg": return read(registerName(term, read, bound));
    case "and": return args.every(value);
    case "or": return args.some(value);
    case "if": return value(value(args[0]) ? args[1] : args[2]);
  }
  return OPERATORS[operator](...args.map(value));
}

export function registerName([, name, owner], read, bound) {
  return owner === undefined ? name : `${name}[${evaluate(owner, read, bound)}]`;
}

// Whether a term says anything: it does not where a parameter is open or a register is not kept.
export function speaks(term, keeps, bound) {
  if (!Array.isArray(term)) return true;
  const [operator, ...args] = term;
  if (operator === "var") return bound[args[0]] !== undefined;
  if (!args.every((arg) => speaks(arg, keeps, bound))) return false;
  return operator !== "reg" || keeps(registerName(term, () => undefined, bound));
}
