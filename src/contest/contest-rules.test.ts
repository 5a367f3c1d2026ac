import { expect, test } from 'vitest';
import { shippedContracts } from '../../test/kit/contracts.ts';
import { contractsOfRules, decisionsOf, parseRules } from './contest-rules.ts';

const parse = (chosen: object) => parseRules({ name: 'Test', ...chosen });

test('[HEAT-7] what the organiser does not say is as usual', () => {
  expect(parse({})).toEqual({
    ...{
      name: 'Test',
      contracts: ['BTC'],
      tapes: [],
      capital: 10_000,
      leverage: 10,
      latencyMillis: 50,
    },
    ...{ hours: 1, cadenceSeconds: 1, warmUpSeconds: 60, seeds: 20, gas: 20 },
    ...{ dailyRuns: 5, boardSeeds: 10 },
    ...{
      memoryMegabytes: 32,
      levels: 5,
      ordersMax: 20,
      book: 'alone',
      score: 'return',
      disguise: 'on',
      tapeFiles: 'published',
      python: 'off',
    },
  });
});

test.each([
  ['capital', 1, 50_000_000, [0, 1.5, 50_000_001]],
  ['leverage', 1, 1_000, [0, 2.5, 1_001]],
  ['latencyMillis', 0, 60_000, [-1, 0.5, 60_001]],
  ['hours', 0.01, 168, [0.009, 168.1]],
  ['cadenceSeconds', 0.5, 3_600, [0, 0.75, 3_600.5]],
  ['warmUpSeconds', 5, 86_400, [4.5, 5.25, 86_400.5]],
  ['seeds', 1, 1_000, [0, 1.5, 1_001]],
  ['gas', 1, 10_000, [0, 1.5, 10_001]],
  ['memoryMegabytes', 17, 1_024, [16, 17.5, 1_025]],
  ['levels', 1, 50, [0, 1.5, 51]],
  ['ordersMax', 1, 100, [0, 1.5, 101]],
  ['dailyRuns', 0, 1_000, [-1, 1.5, 1_001]],
  ['boardSeeds', 1, 1_000, [0, 1.5, 1_001]],
])('[HEAT-7] the rule %s is from %d to %d', (name, least, most, wrong) => {
  for (const value of [least, most])
    expect(parse({ [name]: value })).toMatchObject({ [name]: value });
  for (const value of [...wrong, 'x'])
    expect(() => parse({ [name]: value }), String(value)).toThrow(`the rule ${name} must be`);
});

test.each([
  [{ name: '' }, 'a contest has a name of 1 to 60 characters'],
  [{ name: 'x'.repeat(61) }, 'a contest has a name of 1 to 60 characters'],
  [{ contracts: [] }, 'the rule contracts must list 1 to 8'],
  [{ contracts: ['BTC', 'BTC'] }, 'the rule contracts must list 1 to 8'],
  [{ contracts: [7] }, 'the rule contracts must list 1 to 8'],
  [{ contracts: 'BTC' }, 'the rule contracts must list 1 to 8'],
  [{ contracts: [...'ABCDEFGHI'] }, 'the rule contracts must list 1 to 8'],
  [{ tapes: 'day.gz' }, 'the rule tapes must list at most 16 files'],
  [{ tapes: ['day.gz', 7] }, 'the rule tapes must list at most 16 files'],
  [{ disguise: true }, 'the rule disguise must be one of on, off'],
  [{ book: 'shared' }, 'the rule book must be one of alone, together'],
  [{ score: 'luck' }, 'the rule score must be one of return, return-less-drawdown'],
  [{ heats: 3 }, 'there is no rule heats; there are name, contracts, tapes, capital'],
])('[HEAT-7] %j is refused', (chosen, reason) => {
  expect(() => parse(chosen)).toThrow(reason);
});

test('[HEAT-7] words, long names and eight contracts are taken', () => {
  const chosen = { name: 'x'.repeat(60), contracts: [...'ABCDEFGH'], book: 'together' };
  expect(parse({ ...chosen, score: 'return-less-drawdown' })).toMatchObject(chosen);
});

test('[HEAT-7] contracts are numbered as the rules list them, and allow the leverage', () => {
  const known = shippedContracts();
  const rules = parse({ contracts: ['ETH', 'BTC'] });
  const found = contractsOfRules(rules, known);
  expect(found.map(({ base, id }) => [base, id])).toEqual([
    ['ETH', 0],
    ['BTC', 1],
  ]);
  const most = found[0]?.leverageMax ?? 0;
  expect(() => contractsOfRules({ ...rules, leverage: most }, known)).not.toThrow();
  expect(() => contractsOfRules({ ...rules, leverage: most + 1 }, known)).toThrow(
    `the leverage of ETH is from 1 to ${most}`,
  );
  expect(() => contractsOfRules(parse({ contracts: ['XXX'] }), known)).toThrow(
    'there is no contract XXX; there are BTC, ETH',
  );
});

test('[HEAT-7] a heat has as many decisions as fit, and one at least', () => {
  expect(decisionsOf(parse({ hours: 1, cadenceSeconds: 7 }))).toBe(514);
  expect(decisionsOf(parse({ hours: 0.01, cadenceSeconds: 3_600 }))).toBe(1);
});
