import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shippedContracts } from '../../test/kit/contracts.ts';
import { FRAME_KINDS, HEADER_BYTES } from './frames.ts';
import { createLabSession } from './lab-session.ts';

/** A client in the same process. */
function openClient(options: object) {
  const session = createLabSession(shippedContracts());
  const ask = (kind: number, payload: Uint8Array) => {
    const answer = session.answer({ kind, payload });
    const view = new DataView(answer.buffer, answer.byteOffset, answer.length);
    expect(view.getUint32(0, true)).toBe(answer.length - HEADER_BYTES);
    const body = answer.slice(HEADER_BYTES);
    return view.getUint32(4, true) === FRAME_KINDS.rows
      ? [...new Float64Array(body.buffer)]
      : JSON.parse(new TextDecoder().decode(body));
  };
  const control = (fields: object) =>
    ask(FRAME_KINDS.control, new TextEncoder().encode(JSON.stringify(fields)));
  const step = (...numbers: number[]) =>
    ask(FRAME_KINDS.step, new Uint8Array(new Float64Array(numbers).buffer));
  const opened = control({ do: 'open', warm_up_seconds: 5, ...options });
  return { ask, control, step, opened };
}

const RESET_BOTH = { do: 'reset', environments: [0, 1], seeds: ['one', 'two'] };

test('[LAB-1] [LAB-2] a life repeats, alone or beside another, step by step or held', () => {
  const both = openClient({ environments: 2 });
  const first = both.control(RESET_BOTH);
  const width = first.length / 2;
  const stepped = [both.step(1, 0, 0.5, 1, -1), both.step(1, 0, 0.5, 1, -1)];
  const alone = openClient({});
  expect(alone.control({ do: 'reset', environments: [0], seeds: ['one'] })).toEqual(
    first.slice(0, width),
  );
  expect(alone.step(2, 0, 0.5)).toEqual(stepped.flatMap((rows) => rows.slice(0, width)));
  expect(first.slice(width)).not.toEqual(first.slice(0, width));
});

test('[LAB-3] a life that is cut is over until it is reset', () => {
  const { control, step, opened } = openClient({ episode_steps: 2 });
  control({ do: 'reset', environments: [0], seeds: ['cut'] });
  const width = 1 + opened.observation.length + opened.figures.length;
  const rows = step(5, 0, 0);
  expect(rows).toHaveLength(2 * width);
  const status = 1 + opened.observation.length + opened.figures.indexOf('status');
  expect([rows[status], rows[width + status]]).toEqual([0, 2]);
  expect(step(1, 0, 0)).toMatchObject({ code: 'episode-over' });
  control({ do: 'reset', environments: [0], seeds: ['cut'] });
  expect(step(1, 0, 0)).toHaveLength(width);
});

test('[LAB-4] a refused step moves nobody', () => {
  const { control, step } = openClient({ environments: 2 });
  expect(step(1, 0, 0)).toMatchObject({ code: 'not-reset' });
  control(RESET_BOTH);
  const expected = step(1, 0, 1, 1, 1);
  control(RESET_BOTH);
  expect(step(1, 0, 1, 1, 1.5)).toEqual({
    code: 'action-out-of-bounds',
    message: 'number 0 of the action of environment 1 is 1.5; it must be from -1 to 1',
  });
  expect(control({ do: 'open', contract: 'PEPE' })).toMatchObject({ code: 'contract-unknown' });
  expect(control({ do: 'reset', environments: [0], seeds: ['no seed'] })).toMatchObject({
    code: 'seed-invalid',
  });
  expect(step(1, 0, 1, 1, 1)).toEqual(expected);
});

const NASTY: readonly unknown[] = [
  ...[{}, [], [[1]], null, true, '1', -1, 1.5, 1e300, '__proto__', '\ud800', { length: 3 }],
  ...[{ toString: 1 }, { toString: null, valueOf: null }, [{ toString: {} }]],
];
const anything = fc.oneof(fc.constantFrom(...NASTY), fc.jsonValue());
const FIELDS = ['environment', 'environments', 'seeds', 'contract', 'actions', 'wallet', 'levels'];

test('[LAB-5] whatever stands in a frame, it is answered in one and the lab goes on', () => {
  const { control, step, ask } = openClient({ environments: 2 });
  control(RESET_BOTH);
  const expected = step(1, 0, 1, 1, 1);
  const verbs = fc.constantFrom('open', 'reset', 'reject', 'usage', 'else');
  fc.assert(
    fc.property(verbs, fc.constantFrom(...FIELDS), anything, (verb, field, value) => {
      const told = control({ ...RESET_BOTH, do: verb, [field]: value });
      expect(typeof told).toBe('object');
    }),
    { numRuns: 400, seed: 7 },
  );
  fc.assert(
    fc.property(fc.nat(5), fc.uint8Array({ maxLength: 64 }), (kind, payload) => {
      expect(typeof ask(kind, payload)).toBe('object');
    }),
    { numRuns: 400, seed: 7 },
  );
  const deep = `{"do":"reject","environment":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
  expect(ask(FRAME_KINDS.control, new TextEncoder().encode(deep)).code).toMatch(/^not-|malformed/);
  control({ do: 'open', warm_up_seconds: 5, environments: 2 });
  control(RESET_BOTH);
  expect(step(1, 0, 1, 1, 1)).toEqual(expected);
});

test('[LAB-5] what a number should have been is told by what it is', () => {
  const { control } = openClient({ environments: 2 });
  const told = (value: unknown) => control({ do: 'reject', environment: value }).message;
  expect(told({ toString: 1 })).toBe('environments are 0 to 1, not an object');
  expect(told([0])).toBe('environments are 0 to 1, not a list');
  expect(told('0')).toBe('environments are 0 to 1, not "0"');
  expect(told(2)).toBe('environments are 0 to 1, not 2');
  expect(control({ do: 'open', contract: { toString: 1 } }).message).toMatch(
    /^there is no contract an object; there are BTC/,
  );
});

test('[LAB-4] an environment is reset once in a frame, not twice', () => {
  const { control } = openClient({ environments: 2 });
  const twice = { do: 'reset', environments: [1, 1], seeds: ['one', 'two'] };
  expect(control(twice)).toMatchObject({ code: 'frame-malformed' });
});

test('[LAB-9] agents in one book trade with the same market, and all act together', () => {
  const { control, step, opened } = openClient({ agents: 3, actions: 'target', episode_steps: 3 });
  expect(opened).toMatchObject({ protocol: 2, agents: 3 });
  const width = 1 + opened.observation.length + opened.figures.length;
  const first = control({ do: 'reset', environments: [0], seeds: ['shared'] });
  expect(first).toHaveLength(3 * width);
  expect([first[0], first[width], first[2 * width]]).toEqual([0, 1, 2]);
  expect(step(1, 0, 1, 1, 0)).toMatchObject({ code: 'frame-malformed' });
  const rows = step(1, 0, 1, 1, -1, 2, 0);
  const part = 1 + opened.observation.indexOf('position_part');
  expect(rows[part]).toBeCloseTo(1, 1);
  expect(rows[width + part]).toBeCloseTo(-1, 1);
  expect(rows[2 * width + part]).toBe(0);
  const mid = 1 + opened.observation.length + opened.figures.indexOf('mid');
  expect(rows[mid]).toBe(rows[width + mid]);
  expect(step(5, 0, 1, 1, -1, 2, 0)).toHaveLength(2 * 3 * width);
  expect(step(1, 0, 1, 1, -1, 2, 0)).toMatchObject({ code: 'episode-over' });
});
