import { expect, test } from 'vitest';
import { shippedContracts } from '../../test/kit/contracts.ts';
import { NO_LATENCY } from '../domain/latency.ts';
import { parseSeed, parseTape, parseTerms } from './lab-terms.ts';

const parse = (chosen: Record<string, unknown>) => parseTerms(chosen, shippedContracts());

test('[LAB-5] what is left out is as the manual says', () => {
  expect(parse({})).toMatchObject({
    ...{ contracts: [{ base: 'BTC', id: 0 }], actions: 'target', environments: 1, wallet: 10_000 },
    ...{ leverage: 10, stepMillis: 1_000, lifeSteps: 600, warmUpMillis: 60_000, levels: 5 },
    ...{ positionValue: 10_000, orderValue: 1_000, offsetPpm: 1_000 },
  });
  expect(parse({})).toMatchObject({
    agents: 1,
    latency: NO_LATENCY,
    chaos: [],
    isNormalised: true,
  });
  expect(parse({}).regime).toBeUndefined();
  expect(parse({ contract: 'cmt_ethusdt' }).contracts).toMatchObject([{ base: 'ETH', id: 0 }]);
  expect(parse({ contracts: ['SOL', 'BTC'] }).contracts).toMatchObject([
    { base: 'SOL', id: 0 },
    { base: 'BTC', id: 1 },
  ]);
});

test.each([
  ['environments', 'environments', 1, 1_024, 1],
  ['agents', 'agents', 1, 64, 1],
  ['wallet', 'wallet', 1, 50_000_000, 1],
  ['step_seconds', 'stepMillis', 0.5, 86_400, 0.5],
  ['episode_steps', 'lifeSteps', 1, 100_000_000, 1],
  ['warm_up_seconds', 'warmUpMillis', 5, 86_400, 0.5],
  ['levels', 'levels', 1, 50, 1],
  ['position_value', 'positionValue', 1, 50_000_000, undefined],
  ['order_value', 'orderValue', 1, 50_000_000, undefined],
  ['offset_ppm', 'offsetPpm', 1, 9_000, undefined],
] as const)('[LAB-5] %s has its bounds', (name, term, least, most, step) => {
  const times = term.endsWith('Millis') ? 1_000 : 1;
  expect(parse({ [name]: least })[term]).toBe(least * times);
  expect(parse({ [name]: most })[term]).toBe(most * times);
  for (const wrong of [least / 2, most + (step ?? 1), '5', Number.NaN])
    expect(() => parse({ [name]: wrong })).toThrow(`from ${least} to ${most}`);
  if (step === undefined) return;
  expect(() => parse({ [name]: least + step / 3 })).toThrow(name);
  expect(parse({ [name]: least + step })[term]).toBe((least + step) * times);
});

test.each([
  ['maker_fee_ppm', 'makerFee', -10_000],
  ['taker_fee_ppm', 'takerFee', 0],
] as const)('[LAB-7] %s has its bounds', (name, term, least) => {
  const fees = (value: unknown) => {
    const chosen = { taker_fee_ppm: 10_000, maker_fee_ppm: 0, [name]: value };
    return parse(chosen).contracts[0];
  };
  for (const value of [least, 1, 10_000]) expect(fees(value)?.[term]).toBe(value);
  for (const wrong of [least - 1, 0.5, 10_001, '5'])
    expect(() => fees(wrong), String(wrong)).toThrow(`${name} must be`);
});

test('[LAB-7] each leg of the latency is less than a step', () => {
  const latency = (text: unknown) => parse({ step_seconds: 2, latency: text }).latency;
  expect(latency('none')).toEqual(NO_LATENCY);
  expect(latency('1999ms')).toMatchObject({ feed: [1_999], entry: [1_999], answer: [1_999] });
  expect(latency('feed=5ms,entry=20ms')).toMatchObject({ feed: [5], entry: [20], answer: [] });
  expect(latency('entry=20ms~0.6').entry).toHaveLength(64);
  for (const leg of ['feed', 'entry', 'answer'])
    expect(() => latency(`${leg}=2s`)).toThrow('less than a step, which has 2000 ms');
  for (const wrong of [5, 'soon', 'sight=5ms']) expect(() => latency(wrong)).toThrow('latency: ');
});

test('[LAB-5] a tape is a file or a list of them', () => {
  expect(parseTape({})).toBeUndefined();
  expect(parseTape({ tape: null })).toBeUndefined();
  expect([parseTape({ tape: 'a' }), parseTape({ tape: ['a', 'b'] })]).toEqual([['a'], ['a', 'b']]);
  for (const tape of [[], 7, ['a', 7]])
    expect(() => parseTape({ tape })).toThrow('the name of a file, or a list of them');
  for (const chosen of [{ regime: 'calm' }, { chaos: [] }])
    expect(() => parseTerms(chosen, shippedContracts(), [])).toThrow('without regime and chaos');
});

test('[LAB-5] contracts are a list of different names', () => {
  for (const [chosen, reason] of [
    [{ contract: 'BTC', contracts: ['BTC'] }, 'left out where contracts is given'],
    [{ contracts: [] }, 'a list of names'],
    [{ contracts: 'BTC' }, 'a list of names'],
    [{ contracts: ['BTC', 'cmt_btcusdt'] }, 'different from each other'],
    [{ normalised: 1 }, 'normalised must be true or false'],
  ] as const)
    expect(() => parse(chosen)).toThrow(reason);
  expect(parse({ normalised: false, regime: null })).toMatchObject({ isNormalised: false });
  expect(parse({ regime: 'up' }).regime).toBe('up');
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

test('[LAB-7] fees may be a rebate, as far as the taker pays for it', () => {
  const [contract] = parse({ maker_fee_ppm: -50, taker_fee_ppm: 300 }).contracts;
  expect(contract).toMatchObject({ makerFee: -50, takerFee: 300 });
  expect(() => parse({ maker_fee_ppm: -301, taker_fee_ppm: 300 })).toThrow('at least -300');
  expect(() => parse({ taker_fee_ppm: -1 })).toThrow('taker_fee_ppm must be');
});

test('[LAB-7] contracts differ, a regime is one of four', () => {
  expect(() => parse({ disguise: true })).toThrow('disguise must be given with a tape');
  expect(() => parse({ contracts: ['BTC', 'cmt_btcusdt'] })).toThrow('different from each other');
  expect(() => parse({ contracts: [] })).toThrow('a list of names');
  expect(() => parse({ contracts: ['BTC'], contract: 'BTC' })).toThrow('left out');
  expect(() => parse({ regime: 'lunar' })).toThrow('regime must be one of calm');
  expect(() => parse({ normalised: 1 })).toThrow('true or false');
});

test('[LAB-7] chaos is a list of troubles with their times', () => {
  const [shock, thin] = parse({
    contracts: ['BTC', 'ETH'],
    chaos: [
      { kind: 'shock', change: -0.1, after_seconds: 30, seconds: 10, contract: 'ETH' },
      { kind: 'thin', depth: 0.2 },
    ],
  }).chaos;
  expect(shock).toEqual({
    trouble: { kind: 'shock', factor: 0.9 },
    contracts: [1],
    afterMillis: 30_000,
    forMillis: 10_000,
  });
  expect(thin).toMatchObject({ contracts: [0, 1], afterMillis: 0, forMillis: null });
  for (const [chaos, words] of [
    ['storm', 'a list of at most'],
    [['storm'], 'a list of objects'],
    [[{ kind: 'storm' }], 'has a kind, one of shock, regime'],
    [[{ kind: 'toString' }], 'has a kind, one of'],
    [[{ kind: 'thin', depth: 2 }], '"thin" has depth, a number from 0 to 1'],
    [[{ kind: 'one-sided', only: 'both' }], 'bids or asks'],
    [[{ kind: 'halt', contract: 'ETH' }], 'names a contract of the life'],
    [[{ kind: 'halt', seconds: -1 }], 'has seconds, a number from 0'],
  ] as const)
    expect(() => parse({ chaos })).toThrow(words);
});
