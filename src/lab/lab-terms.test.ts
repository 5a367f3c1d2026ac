import { expect, test } from 'vitest';
import { shippedContracts } from '../../test/kit/contracts.ts';
import { parseSeed, parseTerms } from './lab-terms.ts';

const parse = (chosen: Record<string, unknown>) => parseTerms(chosen, shippedContracts());

test('[LAB-5] what is left out is as the manual says', () => {
  expect(parse({})).toMatchObject({
    ...{ contract: { base: 'BTC', id: 0 }, actions: 'target', environments: 1, wallet: 10_000 },
    ...{ leverage: 10, stepBeats: 2, lifeSteps: 600, warmUpBeats: 120, levels: 5 },
    ...{ positionValue: 10_000, orderValue: 1_000, offsetPpm: 1_000 },
  });
  expect(parse({ contract: 'cmt_ethusdt' }).contract).toMatchObject({ base: 'ETH', id: 0 });
});

test.each([
  ['environments', 'environments', 1, 1_024, 1],
  ['wallet', 'wallet', 1, 50_000_000, 1],
  ['step_seconds', 'stepBeats', 0.5, 86_400, 0.5],
  ['episode_steps', 'lifeSteps', 1, 100_000_000, 1],
  ['warm_up_seconds', 'warmUpBeats', 5, 86_400, 0.5],
  ['levels', 'levels', 1, 50, 1],
  ['position_value', 'positionValue', 1, 50_000_000, undefined],
  ['order_value', 'orderValue', 1, 50_000_000, undefined],
  ['offset_ppm', 'offsetPpm', 1, 9_000, undefined],
] as const)('[LAB-5] %s has its bounds', (name, term, least, most, step) => {
  const times = term.endsWith('Beats') ? 2 : 1;
  expect(parse({ [name]: least })[term]).toBe(least * times);
  expect(parse({ [name]: most })[term]).toBe(most * times);
  for (const wrong of [least / 2, most + (step ?? 1), '5', Number.NaN])
    expect(() => parse({ [name]: wrong })).toThrow(`from ${least} to ${most}`);
  if (step !== undefined) expect(() => parse({ [name]: least + step / 3 })).toThrow(name);
});

test('[LAB-5] leverage is bounded by the contract, too', () => {
  const [{ leverageMin, leverageMax } = { leverageMin: 0, leverageMax: 0 }] = shippedContracts();
  expect(parse({ leverage: leverageMin }).leverage).toBe(leverageMin);
  expect(parse({ leverage: leverageMax }).leverage).toBe(leverageMax);
  expect(() => parse({ leverage: leverageMax + 1 })).toThrow(`to ${leverageMax} for BTC`);
});

test('[LAB-5] names and words that are not known are refused', () => {
  expect(() => parse({ levrage: 1 })).toThrow('there is no option levrage; there are contract');
  expect(() => parse({ contract: 'PEPE' })).toThrow('there is no contract');
  expect(() => parse({ actions: 'toString' })).toThrow('one of target, orders, quotes');
  expect(parseSeed('a.B-9_')).toBe('a.B-9_');
  for (const seed of ['', 'a b', 7]) expect(() => parseSeed(seed)).toThrow('a seed is a word');
});
