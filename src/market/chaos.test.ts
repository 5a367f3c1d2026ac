import { expect, test } from 'vitest';
import { contractId } from '../domain/ids.ts';
import { fineTicks, type Millis, millis } from '../domain/units.ts';
import { createChaos, type Happening, type Trouble } from './chaos.ts';
import { type HouseMood, USUAL_MOOD } from './house.ts';

const BTC = contractId(0);
const ETH = contractId(1);

function openChaos() {
  const moods: HouseMood[] = [{ ...USUAL_MOOD }, { ...USUAL_MOOD }];
  const forced: (string | null)[] = [];
  const prices = [100, 100];
  const chaos = createChaos({
    moods,
    force: (regime) => forced.push(regime),
    shock: (contract, times) => {
      prices[contract] = (prices[contract] ?? 0) * times;
    },
  });
  const begin = (trouble: Trouble, until: number | null, contracts = [BTC]): Happening => {
    const happening = {
      trouble,
      contracts,
      since: at(0),
      until: until === null ? null : at(until),
    };
    chaos.begin(happening);
    return happening;
  };
  return { chaos, moods, forced, prices, begin };
}

const at = (time: number): Millis => millis(1_000_000 + time);

test('[CHAOS-2] a shock at once moves the price once, and stays', () => {
  const { chaos, prices, begin } = openChaos();
  const shock = begin({ kind: 'shock', factor: 0.9 }, 0);
  expect(chaos.pass(at(0))).toEqual([shock]);
  expect(prices[0]).toBeCloseTo(90, 9);
  chaos.pass(at(60_000));
  expect(chaos.list()).toEqual([]);
  expect(prices).toEqual([expect.closeTo(90, 9), 100]);
});

test('[CHAOS-12] a rate and a basis become a premium, the later one counts', () => {
  const { chaos, moods, begin } = openChaos();
  begin({ kind: 'funding', rate: -0.001 }, null);
  // A rate below the interest begins 0.05 % below it.
  expect(moods[0]).toMatchObject({ premium: expect.closeTo(-1_500, 6), isAtQuotes: true });
  expect(moods[1]).toEqual(USUAL_MOOD);
  const basis = begin({ kind: 'basis', premium: 0.005 }, 10_000);
  expect(moods[0]).toMatchObject({ premium: 5_000, isAtQuotes: false });
  expect(chaos.pass(at(10_000))).toEqual([basis]);
  expect(moods[0]?.premium).toBeCloseTo(-1_500, 6);
  chaos.end();
  expect(moods[0]).toEqual(USUAL_MOOD);
  begin({ kind: 'funding', rate: 0.0001 }, null);
  expect(moods[0]?.premium).toBe(0);
  begin({ kind: 'funding', rate: 0.003 }, null);
  expect(moods[0]?.premium).toBeCloseTo(3_500, 6);
});

test('[CHAOS-2] a shock over a time moves by equal returns, whatever the beats are', () => {
  for (const beats of [1, 3, 40]) {
    const { chaos, prices, begin } = openChaos();
    begin({ kind: 'shock', factor: 0.81 }, 60_000);
    for (let beat = 1; beat <= beats; beat += 1) chaos.pass(at((beat * 30_000) / beats));
    expect(prices[0]).toBeCloseTo(90, 9);
    for (let beat = 1; beat <= beats; beat += 1) chaos.pass(at(30_000 + (beat * 40_000) / beats));
    expect(prices[0]).toBeCloseTo(81, 9);
    expect(chaos.list()).toEqual([]);
  }
});

test('[CHAOS-8] calm ends a shock where it stands', () => {
  const { chaos, prices, begin } = openChaos();
  begin({ kind: 'shock', factor: 0.81 }, 60_000);
  chaos.pass(at(30_000));
  expect(chaos.end()).toHaveLength(1);
  chaos.pass(at(90_000));
  expect(prices[0]).toBeCloseTo(90, 9);
});

test('[CHAOS-4] [CHAOS-5] what came last holds, and what came before holds again after it', () => {
  const { chaos, moods, begin } = openChaos();
  begin({ kind: 'thin', depth: 0.5 }, null, [BTC, ETH]);
  begin({ kind: 'thin', depth: 0.1 }, 5_000);
  begin({ kind: 'one-sided', side: 'buy' }, 8_000);
  expect(moods).toEqual([
    { ...USUAL_MOOD, depth: 0.1, sides: 'buy' },
    { ...USUAL_MOOD, depth: 0.5 },
  ]);
  chaos.pass(at(5_000));
  expect(moods[0]).toEqual({ ...USUAL_MOOD, depth: 0.5, sides: 'buy' });
  chaos.pass(at(8_000));
  expect(moods[0]).toEqual({ ...USUAL_MOOD, depth: 0.5 });
  chaos.end();
  expect(moods[1]).toEqual(USUAL_MOOD);
});

test('[CHAOS-3] a regime is forced once and let go of once', () => {
  const { chaos, forced, begin } = openChaos();
  begin({ kind: 'regime', regime: 'stress' }, 5_000);
  begin({ kind: 'thin', depth: 0.5 }, null);
  chaos.pass(at(4_999));
  chaos.pass(at(5_000));
  chaos.pass(at(6_000));
  expect(forced).toEqual(['stress', null]);
});

test('[CHAOS-6] a silent index is not heard, the others are', () => {
  const { chaos, begin } = openChaos();
  const prices = [BTC, ETH].map((contract) => ({ contract, price: fineTicks(10_000) }));
  begin({ kind: 'outage' }, 30_000);
  expect(chaos.hear(prices).map(({ contract }) => contract)).toEqual([ETH]);
  chaos.pass(at(30_000));
  expect(chaos.hear(prices)).toEqual(prices);
});
