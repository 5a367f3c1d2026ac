import { expect, test } from 'vitest';
import { shippedContracts } from '../../test/kit/contracts.ts';
import { parseChaos, parseRegime } from './lab-chaos.ts';

const CONTRACTS = shippedContracts().slice(0, 2);
const parse = (...troubles: unknown[]) => parseChaos(troubles, CONTRACTS);

test.each([
  [
    { kind: 'shock', change: -0.95 },
    { kind: 'shock', factor: expect.closeTo(0.05, 12) },
  ],
  [
    { kind: 'shock', change: 4 },
    { kind: 'shock', factor: 5 },
  ],
  [
    { kind: 'regime', regime: 'stress' },
    { kind: 'regime', regime: 'stress' },
  ],
  [
    { kind: 'thin', depth: 0 },
    { kind: 'thin', depth: 0 },
  ],
  [
    { kind: 'thin', depth: 1 },
    { kind: 'thin', depth: 1 },
  ],
  [
    { kind: 'one-sided', only: 'bids' },
    { kind: 'one-sided', side: 'buy' },
  ],
  [
    { kind: 'one-sided', only: 'asks' },
    { kind: 'one-sided', side: 'sell' },
  ],
  [
    { kind: 'funding', rate: -0.0001 },
    { kind: 'funding', rate: -0.0001 },
  ],
  [
    { kind: 'basis', premium: 0.01 },
    { kind: 'basis', premium: 0.01 },
  ],
  [
    { kind: 'basis', premium: -0.01 },
    { kind: 'basis', premium: -0.01 },
  ],
  [{ kind: 'outage' }, { kind: 'outage' }],
  [{ kind: 'halt' }, { kind: 'halt' }],
])('[LAB-7] %j is at once, for all contracts and to the end', (fields, trouble) => {
  expect(parse(fields)).toEqual([{ trouble, contracts: [0, 1], afterMillis: 0, forMillis: null }]);
});

test('[LAB-7] trouble may be later, for a while and for one contract, by base or symbol', () => {
  const halt = { kind: 'halt', after_seconds: 1.5, seconds: 2 };
  const [, eth] = CONTRACTS;
  for (const contract of [eth?.base, eth?.symbol])
    expect(parse({ ...halt, contract })).toMatchObject([
      { contracts: [1], afterMillis: 1_500, forMillis: 2_000 },
    ]);
  expect(parse({ ...halt, seconds: 0 })).toMatchObject([{ forMillis: 0 }]);
  expect(parse({ ...halt, after_seconds: 1e8, seconds: 1e8 })).toHaveLength(1);
});

test.each([
  [{ kind: 'shock', change: -0.96 }, 'chaos "shock" has change, a number from -0.95 to 4'],
  [{ kind: 'shock', change: 4.1 }, 'chaos "shock" has change'],
  [{ kind: 'shock' }, 'chaos "shock" has change'],
  [{ kind: 'thin', depth: 1.1 }, 'chaos "thin" has depth, a number from 0 to 1'],
  [{ kind: 'thin', depth: -0.1 }, 'chaos "thin" has depth'],
  [{ kind: 'one-sided', only: 'both' }, 'chaos "one-sided" has only, bids or asks'],
  [{ kind: 'funding', rate: 1 }, 'chaos "funding" has rate'],
  [{ kind: 'basis', premium: 0.011 }, 'chaos "basis" has premium, a number from -0.01 to 0.01'],
  [{ kind: 'basis', premium: '0' }, 'chaos "basis" has premium'],
  [{ kind: 'regime', regime: 'mad' }, 'regime must be one of calm, up, down, stress'],
  [{ kind: 'plague' }, 'chaos has a kind, one of shock, regime, thin, one-sided, funding, basis'],
  [{ kind: 'toString' }, 'chaos has a kind, one of'],
  [{ kind: 'halt', contract: 'XXX' }, 'chaos names a contract of the life, or none for all'],
  [{ kind: 'halt', after_seconds: -1 }, 'chaos "halt" has after_seconds, a number from 0 to'],
  [{ kind: 'halt', after_seconds: 1e8 + 1 }, 'chaos "halt" has after_seconds'],
  [{ kind: 'halt', seconds: -1 }, 'chaos "halt" has seconds'],
  [[], 'chaos must be a list of objects, each with a kind'],
  [null, 'chaos must be a list of objects, each with a kind'],
])('[LAB-7] %j is refused', (fields, reason) => {
  expect(() => parse(fields)).toThrow(reason);
});

test('[LAB-7] a life has at most a hundred troubles', () => {
  const many = (count: number) => Array.from({ length: count }, () => ({ kind: 'halt' }));
  expect(parse(...many(100))).toHaveLength(100);
  expect(() => parse(...many(101))).toThrow('a list of at most 100 troubles');
  expect(() => parseChaos({}, CONTRACTS)).toThrow('a list of at most 100 troubles');
  expect(parseRegime('calm')).toBe('calm');
});
