/**
 * Runs first in the sandbox of a program, inside QuickJS, and never on Node. It takes away what
 * differs between machines or between two runs, puts venue time and drawn numbers in its place, and
 * lets what the language does in one long native loop cost what a loop of the program would cost.
 */
(first, second, third, fourth, startAt) => {
  const { parse, stringify } = JSON;
  const { apply, construct, ownKeys } = Reflect;
  const { isArray } = Array;
  const { UTC: utcOf, parse: parseDate } = Date;
  const { getTime } = Date.prototype;
  const { exec } = RegExp.prototype;
  const textOf = String;
  const native = { Date, Math };

  const SAID_LENGTH_MAX = 2_000;
  let at = startAt;
  let memory;
  let said = '';

  // Garbage collection can be seen through these, and another thread through shared memory. A proxy
  // may say that it is as long as it likes. Single precision is rounded by the machine.
  for (const name of [
    'FinalizationRegistry',
    'Float16Array',
    'Float32Array',
    'Proxy',
    'SharedArrayBuffer',
    'WeakRef',
  ])
    delete globalThis[name];
  for (const name of ['getFloat16', 'setFloat16', 'getFloat32', 'setFloat32'])
    delete DataView.prototype[name];

  // The numbers are those of xoshiro128**.
  const words = [first, second, third, fourth];
  const turn = (word, bits) => (word << bits) | (word >>> (32 - bits));
  const { imul } = native.Math;
  Math.random = function random() {
    const drawn = imul(turn(imul(words[1], 5), 7), 9) >>> 0;
    const shifted = words[1] << 9;
    words[2] ^= words[0];
    words[3] ^= words[1];
    words[1] ^= words[2];
    words[0] ^= words[3];
    words[2] ^= shifted;
    words[3] = turn(words[3], 11);
    return drawn / 4_294_967_296;
  };

  // The only time zone is UTC. The machine's own is not to be seen: what has no zone gets one, and
  // what has another form is no date. A program may have changed how arrays are taken apart.
  const FORM = /^(\d{4}(?:-\d\d){0,2})(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?)?$/;
  const readTime = (text) => {
    const found = apply(exec, FORM, [text]);
    if (found === null) return NaN;
    return parseDate(`${found[1]}T${found[2] ?? '00:00'}${found[3] ?? 'Z'}`);
  };
  const timeOf = (value) => {
    if (value instanceof native.Date) return apply(getTime, value, []);
    return typeof value === 'number' ? value : readTime(textOf(value));
  };
  function VenueDate(...given) {
    if (new.target === undefined) return new VenueDate().toISOString();
    const time =
      given.length === 0 ? at : given.length === 1 ? timeOf(given[0]) : apply(utcOf, null, given);
    return construct(native.Date, [time], new.target);
  }
  VenueDate.prototype = native.Date.prototype;
  VenueDate.now = () => at;
  VenueDate.UTC = utcOf;
  VenueDate.parse = (text) => readTime(textOf(text));
  const dates = VenueDate.prototype;
  dates.constructor = VenueDate;
  for (const name of ownKeys(dates)) {
    if (typeof name !== 'string') continue;
    const [, verb, what] = /^([gs]et)UTC(.*)$/.exec(name) ?? [];
    if (verb !== undefined) dates[verb + what] = dates[name];
    if (/^to(?:Locale)?(?:Date|Time)?String$/.test(name)) dates[name] = dates.toISOString;
  }
  dates.getTimezoneOffset = () => 0;
  delete dates.getYear;
  delete dates.setYear;
  globalThis.Date = VenueDate;
  Object.defineProperty(VenueDate, 'name', { value: 'Date' });

  // A turn of this loop costs what any turn costs.
  const pay = (turns) => {
    for (let due = turns; due > 0; due -= 64);
  };
  const lengthOf = (value) => (typeof value === 'string' ? value.length : 0);
  const charge = (prototype, name, isFit, costOf) => {
    const plain = prototype[name];
    const charged = {
      [name](...given) {
        if (!isFit(this)) throw new TypeError(`${name} is called on something else`);
        const cost = costOf(this, given);
        if (cost > 64) pay(cost);
        return apply(plain, this, given);
      },
    };
    prototype[name] = charged[name];
  };
  // An object may ask to be spread, and be as long as it likes.
  const { concat } = Array.prototype;
  Array.prototype.concat = function join(...given) {
    const parts = given.map((each) => (isArray(each) ? each : [each]));
    pay(parts.reduce((sum, { length }) => sum + length, this.length));
    return apply(concat, this, parts);
  };
  const isText = (value) => typeof value === 'string' || value instanceof String;
  const typed = Object.getPrototypeOf(Uint8Array.prototype);
  const kinds = [
    [Array.prototype, isArray, (own) => own.length],
    [typed, (value) => ArrayBuffer.isView(value), (own) => own.length],
    [String.prototype, isText, (own, given) => own.length * (1 + lengthOf(given[0]) / 16)],
  ];
  const CHEAP = /^(?:at|charAt|charCodeAt|codePointAt|constructor|entries|keys|pop|push|values)$/;
  for (const [prototype, isFit, costOf] of kinds)
    for (const name of Object.getOwnPropertyNames(prototype)) {
      const { value } = Object.getOwnPropertyDescriptor(prototype, name);
      if (typeof value !== 'function' || CHEAP.test(name)) continue;
      if (prototype === String.prototype && /^(?:toString|valueOf)$/.test(name)) continue;
      charge(prototype, name, isFit, costOf);
    }

  const say = (...given) => {
    if (said.length >= SAID_LENGTH_MAX) return;
    const line = given.map((each) => (typeof each === 'string' ? each : stringify(each)));
    said = `${said}${line.join(' ')}\n`.slice(0, SAID_LENGTH_MAX);
  };
  globalThis.console = { log: say, info: say, warn: say, error: say };

  return (decide) => {
    if (typeof decide !== 'function')
      throw new TypeError(
        'the program has no function decide: export function decide(state, memory)',
      );
    return (text) => {
      const state = parse(text);
      at = state.at;
      said = '';
      const answer = decide(state, memory) ?? {};
      if (typeof answer !== 'object')
        throw new TypeError(`decide returned a ${typeof answer}, not { orders, cancels, memory }`);
      const { orders, cancels, memory: kept, then } = answer;
      if (typeof then === 'function')
        throw new TypeError('decide returned a promise, for which nobody waits');
      if (kept !== undefined) memory = kept;
      return stringify({ orders, cancels, said });
    };
  };
};
