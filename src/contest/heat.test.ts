import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { shippedContracts } from '../../test/kit/contracts.ts';
import { seedOfWord } from '../market/seed.ts';
import { contractsOfRules, parseRules } from './contest-rules.ts';
import { runHeat } from './heat.ts';
import type { HeatProgram, NotedDecision } from './heat-seat.ts';
import { openProgram } from './node-program.ts';

function heatOf(
  programs: readonly HeatProgram[],
  chosen: object = {},
  seed = 'golden',
  heard: string[] = [],
  note: (decision: NotedDecision) => void = () => undefined,
) {
  const rules = parseRules({ name: 'test', hours: 0.05, warmUpSeconds: 10, ...chosen });
  const contracts = contractsOfRules(rules, shippedContracts());
  const hear = (_team: string, _at: number, said: string): unknown => heard.push(said);
  return runHeat({
    ...{ rules, contracts, key: seedOfWord(seed).key, programs, hear, note },
    seat: (_, birth) => openProgram(birth),
  });
}

function example(name: string, team = name): HeatProgram {
  const text = readFileSync(new URL(`../../examples/contest/${name}`, import.meta.url), 'utf8');
  return { team, text, language: name.endsWith('.ts') ? 'ts' : 'js' };
}

const program = (team: string, body: string): HeatProgram => ({
  team,
  text: `export function decide(state, memory) { ${body} }`,
  language: 'js',
});

const FIELD = ['trend.ts', 'contrarian.ts', 'maker.js', 'random.js', 'hold.js'];

test('[HEAT-1] a heat repeats to the last digit, here and on every other machine', async () => {
  const field = FIELD.map((name) => example(name));
  const first = await heatOf(field);
  const { hash, teams } = first;
  // Kept, so that another machine finds out if it counts otherwise.
  expect({ hash, scores: teams.map(({ team, score, fills }) => [team, score, fills]) }).toEqual({
    hash: '90b006319ae6975a',
    scores: [
      ['trend.ts', -31346, 1],
      ['contrarian.ts', 0, 0],
      ['maker.js', 0, 0],
      ['random.js', -51257, 4],
      ['hold.js', 0, 0],
    ],
  });
  expect(await heatOf(field)).toEqual(first);
  expect((await heatOf(field, {}, 'other')).hash).not.toBe(hash);
});

test('[HEAT-2] a program alone meets the market of the heat, whoever else comes', async () => {
  const [alone] = (await heatOf([example('maker.js')])).teams;
  const [beside] = (await heatOf([example('maker.js'), example('hold.js')])).teams;
  // One that does nothing leaves no trace in the book.
  expect(beside).toMatchObject({ score: alone?.score, fills: alone?.fills });
});

test('[HEAT-3] orders reach the venue late, and the next state has what came of it', async () => {
  const curious = program(
    'curious',
    `if (state.step === 0) return { orders: [{ side: 'buy', size: 0.01 }], memory: [] };
     memory.push([state.step, state.fills.length, state.account.positions.BTC?.size ?? 0]);
     if (state.step === 5) throw Error(JSON.stringify(memory));
     return {};`,
  );
  const seen = async (latencyMillis: number) =>
    (await heatOf([curious], { latencyMillis, hours: 0.01 })).teams[0]?.fault;
  const before = '[1,0,0],[2,0,0],';
  expect(await seen(0)).toContain('[[1,1,0.01],[2,0,0.01],');
  expect(await seen(2_100)).toContain(`[${before}[3,1,0.01],`);
});

test('[HEAT-4] what is no order is refused in words, and the others stand', async () => {
  const careless = program(
    'careless',
    `if (state.step > 0) return console.log(state.refusals.join('; '));
     const buy = { side: 'buy', size: 0.001 };
     return { cancels: [7, 'mine', {}], orders: [buy, { ...buy, price: NaN }, { ...buy, qty: 1 },
       { ...buy, size: 1e300 }, { ...buy, size: -1 }, { ...buy, side: 'bye' },
       { ...buy, price: 1e300 },
       { ...buy, contract: 'constructor' }, { ...buy, type: 'toString' }, null, 5] };`,
  );
  const heard: string[] = [];
  const [row] = (await heatOf([careless], { hours: 0.01 }, 'golden', heard)).teams;
  expect(row).toMatchObject({ orders: 1, fills: 1, faults: 0, refusals: 13 });
  const said = [
    'price is a number above zero, or left out, not null',
    'an order has no field "qty"',
    'size of BTC is from 0.0001',
    'size is a number above zero, not -1',
    'side is buy or sell, not "bye"',
    '1e+300 is no price',
    'contract is one of BTC, not "constructor"',
    'type is one of limit, post-only, ioc, fok, market, not "toString"',
    'null is not an order',
    'an object is not the id of an order',
  ];
  for (const words of said) expect(heard[0]).toContain(words);
});

test('[HEAT-5] the others of a heat do not notice a program that fails or is stopped', async () => {
  const bad = [
    program('loops', 'for (;;);'),
    program('throws', 'throw Error("boo")'),
    { team: 'broken', text: 'export const', language: 'js' as const },
    { ...program('stopped', 'return { orders: [{ side: "buy", size: 0.01 }] }'), stopAt: 0 },
  ];
  const [alone] = (await heatOf([example('maker.js')])).teams;
  const { teams } = await heatOf([example('maker.js'), ...bad], { gas: 1 });
  expect(teams[0]).toMatchObject({ score: alone?.score, fills: alone?.fills });
  expect(
    teams.slice(1).map(({ score, fills, fault }) => [score, fills, fault?.slice(0, 24)]),
  ).toEqual([
    [0, 0, 'decision 0: out of gas: '],
    [0, 0, 'decision 0: boo (line 1)'],
    [0, 0, 'variable name expected ('],
    [0, 0, 'it was stopped at decisi'],
  ]);
  expect(teams[1]?.faults).toBe(100);
});

test('[HEAT-5] what a program decided is told once, also after it is stopped', async () => {
  const noted: string[] = [];
  const note = ({ team, step }: NotedDecision): unknown => noted.push(`${team} ${step}`);
  const failing = program('failing', 'throw Error("boo")');
  await heatOf([failing, program('idle', '')], {}, 'golden', [], note);
  const told = (team: string, count: number) =>
    Array.from({ length: count }, (_, step) => `${team} ${step}`);
  expect(noted.toSorted()).toEqual([...told('failing', 100), ...told('idle', 180)].sort());
});

test('[CTS-7] who ends where it was stopped, but slowly, is named as not seen', async () => {
  const rules = parseRules({ name: 'test', hours: 0.01, warmUpSeconds: 5 });
  const contracts = contractsOfRules(rules, shippedContracts());
  const stopped = { ...program('ann', 'return {}'), stopAt: 3, isDoubted: true };
  const stopIn = async (millis: number) => {
    let at = 0;
    const worked = (): number => (at += millis);
    const { unseen, teams } = await runHeat({
      ...{ rules, contracts, key: seedOfWord('golden').key, programs: [stopped], worked },
      seat: (_, birth) => openProgram(birth),
    });
    return [unseen, teams[0]?.fault];
  };
  const words = 'it was stopped at decision 3: it';
  expect(await stopIn(900)).toEqual([[], `${words} comes to an end there`]);
  expect(await stopIn(1_100)).toEqual([['ann'], `${words} did not come to an end`]);
});

test('[HEAT-6] no program cancels the orders of another', async () => {
  const thief = program(
    'thief',
    `const all = Array.from({ length: 19 }, (_, at) => state.step * 19 + at);
     return { cancels: ['mine', ...all] };`,
  );
  const victim = program(
    'victim',
    `if (state.step === 170) throw Error('it has ' + state.account.orders.length);
     if (state.step > 0) return {};
     const price = state.markets.BTC.index * 0.99;
     return { orders: [{ side: 'buy', size: 0.01, price, id: 'mine' }] };`,
  );
  const { teams } = await heatOf([victim, thief], { latencyMillis: 0 });
  expect(teams[0]?.fault).toContain('it has 1');
  expect(teams[1]).toMatchObject({ cancels: 20 * 180, refusals: 20 * 180 });
});

test('[HEAT-7] rules that cannot be meant are refused by name', () => {
  const refusal = (chosen: object): string => {
    try {
      parseRules({ name: 'test', ...chosen });
      return '';
    } catch (error) {
      return String(error);
    }
  };
  expect(refusal({ hour: 1 })).toContain('there is no rule hour; there are name, contracts,');
  expect(refusal({ gas: 0 })).toContain('the rule gas must be a whole number from 1 to 10000');
  expect(refusal({ cadenceSeconds: 0.7 })).toContain('a multiple of 0.5');
  expect(refusal({ book: 'both' })).toContain('one of alone, together');
  expect(refusal({ name: '' })).toContain('a name of 1 to 60');
  expect(refusal({ contracts: ['BTC', 'BTC'] })).toContain('1 to 8 contracts');
  const rules = parseRules({ name: 'test', contracts: ['NONE'] });
  expect(() => contractsOfRules(rules, shippedContracts())).toThrow('there is no contract NONE');
});
