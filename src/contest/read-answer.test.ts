import { expect, test } from 'vitest';
import { shippedContracts } from '../../test/kit/contracts.ts';
import { accountId } from '../domain/ids.ts';
import { readAnswer } from './read-answer.ts';
import { judgeRisk, type RiskCaps } from './risk-caps.ts';

const account = accountId(7);
const CONTRACTS = shippedContracts();
const BTC = CONTRACTS[0]!;
const ETH = CONTRACTS[1]!;

const read = (answer: unknown, contracts = [BTC], ordersMax = 3) =>
  readAnswer(JSON.stringify(answer), { account, contracts, ordersMax });

/** The first command of an order with these fields, or why there is none. */
function order(fields: object, contracts = [BTC]): unknown {
  const { commands, refusals } = read({ orders: [fields] }, contracts);
  return commands[0] ?? refusals[0];
}

const BUY = { side: 'buy', size: 0.01 };

test('[HEAT-4] prices and sizes go to the nearest step', () => {
  expect(order({ ...BUY, size: 0.01004, price: 90_000.06 })).toEqual({
    ...{ kind: 'place-order', account, contract: 0, positionSide: 'long', effect: 'open' },
    ...{ size: 100, price: 900_001, timeInForce: 'normal', clientOrderId: null },
    ...{ takeProfit: null, stopLoss: null, marginMode: null, options: { positionMode: 'net' } },
  });
  expect(
    order({ side: 'sell', size: 1, contract: 'ETH', reduceOnly: true, id: 'a.b-c_1' }, [BTC, ETH]),
  ).toEqual({
    ...{ kind: 'place-order', account, contract: 1, positionSide: 'long', effect: 'close' },
    ...{ size: 1_000, price: null, timeInForce: 'ioc', clientOrderId: 'a.b-c_1' },
    ...{ takeProfit: null, stopLoss: null, marginMode: null },
  });
  expect(order({ ...BUY, reduceOnly: true })).toMatchObject({ positionSide: 'short' });
  expect(order({ ...BUY, side: 'sell' })).toMatchObject({ positionSide: 'short', effect: 'open' });
});

test.each([
  [{ price: 1 }, 'normal'],
  [{ price: 1, type: 'limit' }, 'normal'],
  [{ price: 1, type: 'post-only' }, 'post-only'],
  [{ price: 1, type: 'ioc' }, 'ioc'],
  [{ price: 1, type: 'fok' }, 'fok'],
  [{}, 'ioc'],
  [{ type: 'market' }, 'ioc'],
])('[HEAT-4] an order of %j', (fields, timeInForce) => {
  expect(order({ ...BUY, ...fields })).toMatchObject({ timeInForce });
});

const MOST = (BTC.orderLotsMax * BTC.lotStep) / 10 ** BTC.sizeDecimals;

test.each([
  [{ side: 'long' }, 'side is buy or sell, not "long"'],
  [{ size: 0 }, 'size is a number above zero, not 0'],
  [{ size: '1' }, 'size is a number above zero, not "1"'],
  [{ size: 0.00004 }, `size of BTC is from 0.0001 to ${MOST}, not 0.00004`],
  [{ size: MOST + 0.0001 }, `size of BTC is from 0.0001 to ${MOST}`],
  [{ price: 0 }, 'price is a number above zero, or left out, not 0'],
  [{ price: null }, 'price is a number above zero, or left out, not null'],
  [{ price: '5' }, 'price is a number above zero, or left out, not "5"'],
  [{ price: 0.04 }, '0.04 is no price'],
  [{ price: 1e15 }, '1000000000000000 is no price'],
  [{ type: 'stop' }, 'type is one of limit, post-only, ioc, fok, market, not "stop"'],
  [{ type: 'toString' }, 'type is one of limit'],
  [{ type: 'limit' }, 'an order of type limit has a price'],
  [{ type: 'market', price: 5 }, 'an order at market has no price'],
  [{ reduceOnly: 1 }, 'reduceOnly is true or false'],
  [{ id: '' }, 'id is a word of 1 to 32'],
  [{ id: 'x'.repeat(33) }, 'id is a word of 1 to 32'],
  [{ id: 7 }, 'id is a word of 1 to 32'],
  [{ contract: 'DOGE' }, 'contract is one of BTC, not "DOGE"'],
  [
    { leverage: 5 },
    'an order has no field "leverage"; it has contract, side, size, price, type, reduceOnly, id',
  ],
])('[HEAT-4] an order with %j is refused in words', (fields, reason) => {
  expect(order({ ...BUY, ...fields })).toContain(reason);
});

test('[HEAT-4] the bounds of a size are in it, and the longest id', () => {
  expect(order({ ...BUY, size: 0.0001 })).toMatchObject({ size: 1 });
  expect(order({ ...BUY, size: MOST })).toMatchObject({ size: BTC.orderLotsMax });
  expect(order({ ...BUY, id: 'x'.repeat(32) })).toMatchObject({ clientOrderId: 'x'.repeat(32) });
  expect(order({ ...BUY, price: 0.06 })).toMatchObject({ price: 1 });
});

test('[HEAT-4] with several contracts an order names its own', () => {
  expect(order(BUY, [BTC, ETH])).toContain('contract is one of BTC, ETH, not');
});

test('[HEAT-4] cancels come first, by id, by number or all', () => {
  const { commands } = read({ orders: [BUY], cancels: ['mine', 0] });
  expect(commands).toMatchObject([
    { kind: 'cancel-order', target: { by: 'client-order-id', clientOrderId: 'mine' } },
    { kind: 'cancel-order', target: { by: 'id', order: 0 } },
    { kind: 'place-order' },
  ]);
  expect(read({ cancels: 'all' }).commands).toEqual([
    { kind: 'cancel-all-orders', account, contract: null, scope: 'working' },
  ]);
  for (const target of [-1, 1.5, 'a b', null, {}])
    expect(read({ cancels: [target] }).refusals[0]).toContain('is not the id of an order');
});

test('[HEAT-4] what is no answer, no list or no order is refused; the others stand', () => {
  expect(read([]).refusals).toEqual(['its answer is not { orders, cancels, memory }']);
  expect(read({ said: 'x'.repeat(65_536) }).refusals[0]).toContain('of at most 65536');
  expect(read({ orders: 7, cancels: {}, said: 'hm' })).toEqual({
    ...{ commands: [], refusals: ['cancels is not a list', 'orders is not a list'], said: 'hm' },
  });
  const mixed = read({ orders: [7, BUY, { ...BUY, side: 'sell' }, BUY] });
  expect(mixed.refusals).toEqual(['orders has 4 items, of at most 3', '7 is not an order']);
  expect(mixed.commands).toHaveLength(2);
  expect(read({ orders: [BUY, BUY, BUY] })).toMatchObject({ refusals: [], said: '' });
});

const CAPS: RiskCaps = { orderValueMax: 0, dayValueMax: 0, lossMax: 0 };

function judge(
  caps: Partial<RiskCaps>,
  fields: object,
  moment: object = {},
  meter = { day: 0, value: 0 },
) {
  const [command] = read({ orders: [{ ...BUY, ...fields }] }).commands;
  if (command === undefined) throw new Error('it is an order');
  const marks = { BTC: 50_000 };
  const at = { at: 0, lost: 0, contracts: [BTC], marks, ...moment };
  return judgeRisk({ ...CAPS, ...caps }, meter, command, at);
}

test('[ARN-5] an order is worth its price, or the mark, and a cap is not passed', () => {
  expect(judge({ orderValueMax: 500 }, {})).toBeUndefined();
  expect(judge({ orderValueMax: 499 }, {})).toContain('not sent: the order is worth 500.00');
  expect(judge({ orderValueMax: 400 }, { price: 40_000 })).toBeUndefined();
  expect(judge({ orderValueMax: 400 }, { price: 40_010 })).toContain('orderValueMax is 400');
  expect(judge({ orderValueMax: 1 }, { reduceOnly: true })).toBeUndefined();
  expect(judge({}, { size: 1 })).toBeUndefined();
  // Whoever sells for a dollar is paid what the market pays.
  const sold = { side: 'sell', price: 1 };
  expect(judge({ orderValueMax: 499 }, sold)).toContain('the order is worth 500.00');
  expect(judge({ orderValueMax: 599 }, { ...sold, price: 60_000 })).toContain('worth 600.00');
});

test('[ARN-5] nothing is sent where nothing may be', () => {
  for (const fields of [{}, { reduceOnly: true }])
    expect(judge({ readOnly: true }, fields)).toBe('not sent: this arena is readOnly');
});

test('[ARN-5] the orders of a day add up, and the next day begins anew', () => {
  const meter = { day: 0, value: 0 };
  const caps = { dayValueMax: 1_000 };
  expect([judge(caps, {}, {}, meter), judge(caps, {}, {}, meter)]).toEqual([undefined, undefined]);
  expect(judge(caps, {}, {}, meter)).toContain("the day's orders are worth 1500.00");
  expect(meter).toEqual({ day: 0, value: 1_000 });
  expect(judge(caps, {}, { at: 86_400_000 }, meter)).toBeUndefined();
  expect(meter).toEqual({ day: 1, value: 500 });
});

test('[ARN-5] whoever lost more than the cap only closes', () => {
  expect(judge({ lossMax: 100 }, {}, { lost: 100 })).toBeUndefined();
  expect(judge({ lossMax: 100 }, {}, { lost: 100.5 })).toContain('100.50 are lost, and lossMax');
  expect(judge({ lossMax: 100 }, { reduceOnly: true }, { lost: 500 })).toBeUndefined();
});
