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
  const given = { do: 'open', normalised: false, ...options };
  const opened = JSON.parse(new TextDecoder().decode(control(given)));
  const names: string[] = [
    ...opened.observation,
    ...opened.figures.map((name: string) =>
      opened.observation.includes(name) ? `figure_${name}` : name,
    ),
  ];
  const read = (body: Uint8Array): Map<string, number> => {
    const numbers = [...new Float64Array(body.buffer)].slice(-names.length);
    return new Map(names.map((name, at) => [name, numbers[at] ?? Number.NaN]));
  };
  const first = read(control({ do: 'reset', environments: [0], seeds: ['seen'] }));
  const step = (...action: number[]): Map<string, number> => {
    const payload = new Uint8Array(new Float64Array([1, 0, ...action]).buffer);
    return read(session.answer({ kind: FRAME_KINDS.step, payload }).slice(HEADER_BYTES));
  };
  return { first, step, names, observed: opened.observation.length };
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
  const none = step(1, 0.8, 0, 0);
  for (const name of ['bid_offset', 'bid_size', 'ask_offset', 'ask_size'])
    expect(none.get(name), name).toBe(0);
});

test('[LAB-2] the numbers of a row agree with each other', () => {
  const { step } = openLife({
    actions: 'target',
    position_value: 5_000,
    wallet: 10_000,
    levels: 3,
  });
  let row = step(1);
  for (let steps = 0; steps < 20; steps += 1) row = step(steps % 2 === 0 ? 0.5 : -1);
  const of = (name: string): number => row.get(name) ?? Number.NaN;
  const sizes = (side: string): number =>
    [1, 2, 3].reduce((sum, level) => sum + of(`${side}_${level}_size`), 0);
  expect(of('spread')).toBeGreaterThan(0);
  expect(of('spread')).toBeCloseTo(of('bid_1_offset') + of('ask_1_offset'), 12);
  expect(of('imbalance')).toBeCloseTo(
    (sizes('bid') - sizes('ask')) / (sizes('bid') + sizes('ask')),
    12,
  );
  for (const side of ['bid', 'ask']) {
    expect(of(`${side}_2_offset`)).toBeGreaterThan(of(`${side}_1_offset`));
    expect(of(`${side}_3_offset`)).toBeGreaterThan(of(`${side}_2_offset`));
    expect(of(`${side}_1_offset`)).toBeGreaterThan(0);
  }
  // Both are near the middle of the book.
  expect(Math.abs(of('mark'))).toBeLessThan(0.01);
  expect(Math.abs(of('index'))).toBeLessThan(0.01);
  expect(of('index')).not.toBe(of('mark'));
  expect(of('figure_mid')).toBe(of('mid'));
  expect(of('figure_position')).toBe(of('position'));
  expect(of('funding_hours')).toBeGreaterThan(0);
  expect(of('funding_hours')).toBeLessThanOrEqual(8);
  expect(Math.abs(of('funding_rate'))).toBeLessThan(0.01);
  expect(of('position')).toBeLessThan(0);
  expect(of('equity')).toBeCloseTo(10_000 * (1 + of('equity_change')), 6);
  expect(of('equity') - of('wallet')).toBeCloseTo(10_000 * of('unrealised'), 6);
  expect(of('free_margin')).toBeGreaterThan(0);
  expect(of('free_margin')).toBeLessThan(1 + of('equity_change'));
  expect(of('fees')).toBeGreaterThan(0);
  expect(of('filled') * of('mid')).toBeGreaterThan(20 * 0.75 * 5_000);
  expect([of('status'), of('step'), of('liquidations'), of('rejects')]).toEqual([0, 21, 0, 0]);
});

/** How each number is scaled: by a factor, or the root of what it is of a largest order. */
const FACTORS: readonly (readonly [names: RegExp, factor: number])[] = [
  [/^(?:return_.*|spread|mark|index|bid_offset|ask_offset|.*_\d_offset)$/, 1_000],
  [/^(?:imbalance|position_part|free_margin|time_left)$/, 1],
  [/^(?:unrealised|equity_change)$/, 10],
  [/^funding_rate$/, 10_000],
  [/^funding_hours$/, 1 / 8],
];

test('[LAB-8] a scaled observation is the plain one by its factor, up to the bound', () => {
  const options = { actions: 'target', position_value: 5_000, order_value: 2_500, levels: 2 };
  const [plain, scaled] = [options, { ...options, normalised: true }].map(openLife);
  const before = plain?.first.get('mid') ?? 0;
  for (const target of [1, -1, 0.2, 0]) {
    const [row, other] = [plain?.step(target), scaled?.step(target)];
    const lots = Math.abs(row?.get('position') ?? 0) / Math.abs(row?.get('position_part') ?? 1);
    for (const name of plain?.names.slice(0, plain.observed) ?? []) {
      const value = row?.get(name) ?? Number.NaN;
      const factor = FACTORS.find(([names]) => names.test(name))?.[1];
      const sized = Math.sign(value) * Math.sqrt((2 * Math.abs(value)) / lots);
      const wanted = name === 'mid' ? 100 * (value / before - 1) : value * (factor ?? Number.NaN);
      const bounded = Math.max(-10, Math.min(10, Number.isNaN(wanted) ? sized : wanted));
      if (Number.isNaN(bounded)) continue;
      expect(other?.get(name), name).toBeCloseTo(bounded, Number.isNaN(wanted) ? 1 : 9);
    }
  }
});

test('[LAB-8] scaled observations are bounded and about as large as one', () => {
  const { first, step, names, observed } = openLife({ normalised: true, actions: 'quotes' });
  const seen = [first, ...Array.from({ length: 30 }, () => step(0.5, 0.5, 1, 1))];
  for (const row of seen)
    for (const name of names.slice(0, observed)) {
      expect(Math.abs(row.get(name) ?? Infinity), name).toBeLessThanOrEqual(10);
    }
  const last = seen.at(-1);
  expect(first.get('mid')).toBe(0);
  expect(last?.get('bid_offset')).toBeCloseTo(0.5, 0);
  expect(last?.get('bid_size')).toBeCloseTo(1, 1);
  expect(last?.get('figure_mid')).toBeGreaterThan(1_000);
});

test('[LAB-7] several contracts have their numbers one after the other, and one account', () => {
  const { first, step, names } = openLife({ contracts: ['BTC', 'ETH'], position_value: 2_000 });
  expect(names.filter((name) => name.endsWith('_position_part'))).toEqual([
    'BTC_position_part',
    'ETH_position_part',
  ]);
  expect(names.filter((name) => name === 'equity_change')).toHaveLength(1);
  expect(first.get('BTC_mid')).toBeGreaterThan(5 * (first.get('ETH_mid') ?? 0));
  const row = step(0.5, -1);
  expect(row.get('BTC_position_part')).toBeCloseTo(0.5, 1);
  expect(row.get('ETH_position_part')).toBeCloseTo(-1, 1);
});

test('[LAB-7] a rebate is earned, a regime and chaos move the market', () => {
  const paid = openLife({ maker_fee_ppm: -100, taker_fee_ppm: 500, actions: 'quotes' });
  let row = paid.first;
  for (let steps = 0; steps < 300 && (row.get('fills') ?? 0) === 0; steps += 1)
    row = paid.step(0.002, 0.002, 1, 1);
  expect(row.get('fills')).toBeGreaterThan(0);
  expect(row.get('fees')).toBeLessThan(0);
  const shock = { kind: 'shock', change: -0.2, after_seconds: 5 };
  const shaken = openLife({ chaos: [shock] });
  const plain = openLife({});
  const run = ({ step }: typeof plain): number => {
    let last = 0;
    for (let steps = 0; steps < 20; steps += 1) last = step(0).get('figure_mid') ?? 0;
    return last;
  };
  expect(run(shaken) / run(plain)).toBeLessThan(0.85);
});

/** What two lives with the same actions saw, from the second step on. */
function watch(latency: string, form: object = {}) {
  const { first, step } = openLife({ latency, ...form });
  const rows = [first, ...Array.from({ length: 40 }, (_, at) => step(at % 8 < 4 ? 1 : -1))];
  return (name: string): (number | undefined)[] => rows.map((row) => row.get(name));
}

test('[LAB-7] an action arrives later, and fills at the price of then', () => {
  const [late, prompt] = [watch('entry=700ms'), watch('none')];
  expect(late('position_part')[1]).toBe(prompt('position_part')[1]);
  expect(late('equity')).not.toEqual(prompt('equity'));
});

test('[LAB-7] what is seen of the market is late, and the market is the same', () => {
  const idle = (latency: string) => {
    const { first, step } = openLife({ latency, step_seconds: 1 });
    return [first, ...Array.from({ length: 60 }, () => step(0))];
  };
  const [late, prompt] = [idle('feed=600ms'), idle('none')];
  const halves = (() => {
    const { first, step } = openLife({ step_seconds: 0.5 });
    return [first, ...Array.from({ length: 120 }, () => step(0))];
  })();
  const figures = (rows: Map<string, number>[]) => rows.map((row) => row.get('figure_mid'));
  expect(figures(late)).toEqual(figures(prompt));
  const seen = late.slice(1).map((row) => row.get('mid'));
  expect(seen).not.toEqual(figures(late).slice(1));
  // Half a second before the end of a step is the middle of a life in half seconds.
  const half = idle('feed=500ms')
    .slice(1)
    .map((row) => row.get('mid'));
  expect(half).toEqual(halves.flatMap((row, at) => (at % 2 === 1 ? [row.get('mid')] : [])));
});

test('[LAB-7] what an agent is told of its account is late, what is counted is not', () => {
  const [late, prompt] = [watch('entry=400ms,answer=700ms'), watch('entry=400ms')];
  expect(prompt('position_part')[1]).toBeCloseTo(1, 1);
  // Its order arrived after what it was told of.
  expect(late('position_part')[1]).toBe(0);
  expect(late('figure_position')[1]).toBeGreaterThan(0);
  expect(late('mid').slice(0, 2)).toEqual(prompt('mid').slice(0, 2));
  // It believes that it has none yet, and buys again.
  expect(late('figure_position')[2]).toBeGreaterThan(1.5 * (prompt('figure_position')[2] ?? 0));
});

test('[LAB-7] drawn delays are the same for the same seed and actions', () => {
  const drawn = (): unknown[] => watch('feed=50ms~0.8,entry=200ms~0.5,answer=80ms')('equity');
  expect(drawn()).toEqual(drawn());
  expect(drawn()).not.toEqual(watch('none')('equity'));
});
