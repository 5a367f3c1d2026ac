import { expect, test } from 'vitest';
import { shippedContracts } from '../../test/kit/contracts.ts';
import { FRAME_KINDS, HEADER_BYTES } from './frames.ts';
import { createLabSession } from './lab-session.ts';

/** One life, whose rows are read by the names of their numbers. */
function openLife(options: object) {
  const session = createLabSession(shippedContracts());
  const control = (fields: object): Uint8Array =>
    session
      .answer({
        kind: FRAME_KINDS.control,
        payload: new TextEncoder().encode(JSON.stringify(fields)),
      })
      .slice(HEADER_BYTES);
  const opened = JSON.parse(new TextDecoder().decode(control({ do: 'open', ...options })));
  const names: string[] = [...opened.observation, ...opened.figures];
  const read = (body: Uint8Array): Map<string, number> => {
    const numbers = [...new Float64Array(body.buffer)].slice(-names.length);
    return new Map(names.map((name, at) => [name, numbers[at] ?? Number.NaN]));
  };
  const first = read(control({ do: 'reset', environments: [0], seeds: ['seen'] }));
  const step = (...action: number[]): Map<string, number> => {
    const payload = new Uint8Array(new Float64Array([1, 0, ...action]).buffer);
    return read(session.answer({ kind: FRAME_KINDS.step, payload }).slice(HEADER_BYTES));
  };
  return { first, step };
}

test('[LAB-2] returns are those of the middle over one, ten and sixty steps', () => {
  const { first, step } = openLife({ warm_up_seconds: 5 });
  const middles = [first.get('mid') ?? 0];
  for (let steps = 1; steps <= 130; steps += 1) {
    const row = step(0);
    middles.push(row.get('mid') ?? 0);
    for (const back of [1, 10, 60]) {
      const before = middles[Math.max(0, steps - back)] ?? 0;
      expect(row.get(`return_${back}`)).toBeCloseTo(Math.log((middles[steps] ?? 0) / before), 12);
    }
    expect(row.get('step')).toBe(steps);
    expect(row.get('time_left')).toBeCloseTo(1 - steps / 600, 12);
  }
});

test('[LAB-2] orders add up to the largest position, on both sides, and no further', () => {
  const { step } = openLife({ actions: 'orders', position_value: 2_500, order_value: 1_000 });
  const parts = (part: number, count: number): (number | undefined)[] =>
    Array.from({ length: count }, () => step(part).get('position_part'));
  const bought = parts(1, 4);
  for (const [at, part] of [0.4, 0.8, 1, 1].entries()) expect(bought[at]).toBeCloseTo(part, 1);
  const sold = parts(-1, 6);
  for (const [at, part] of [0.6, 0.2, -0.2, -0.6, -1, -1].entries())
    expect(sold[at]).toBeCloseTo(part, 1);
});

test('[LAB-2] a target is gone to at once, from one side to the other', () => {
  const { step } = openLife({ actions: 'target', position_value: 5_000 });
  for (const target of [1, -1, 0.5, 0]) {
    const row = step(target);
    expect(row.get('position_part')).toBeCloseTo(target, 1);
    expect(row.get('rejects')).toBe(0);
  }
});

test('[LAB-2] quotes rest on both sides of the middle, where they were wanted', () => {
  const { step } = openLife({ actions: 'quotes', offset_ppm: 5_000, order_value: 500 });
  const row = step(1, 0.8, 1, 0.5);
  expect(row.get('bid_offset')).toBeCloseTo(0.005, 3);
  expect(row.get('ask_offset')).toBeCloseTo(0.004, 3);
  expect(row.get('bid_size')).toBeCloseTo(2 * (row.get('ask_size') ?? 0), 2);
  expect(step(1, 0.8, 0, 0).get('bid_size')).toBe(0);
});
