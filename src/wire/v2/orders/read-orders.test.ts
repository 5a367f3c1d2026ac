import fc from 'fast-check';
import { expect, test } from 'vitest';
import { callerOf, playMarket } from '../../../../test/wire/played-market.ts';
import { contractId, orderId } from '../../../domain/ids.ts';
import { lots, ticks } from '../../../domain/units.ts';
import { isWireError } from '../../errors.ts';
import { assignedClientId } from '../../order-figures.ts';
import { formatLots, formatTicks } from '../../quantity.ts';
import { type Fields, readBody } from '../../read-request.ts';
import {
  CANCEL_ALL,
  CANCEL_BATCH,
  CANCEL_ORDER,
  CANCEL_PLAN,
  CLOSE_POSITIONS,
} from './cancel-orders.ts';
import { BATCH_ORDERS, MODIFY_EXIT, PLACE_EXIT, PLACE_ORDER, PLAN_ORDER } from './place-order.ts';
import { orderRecord } from './read-orders.ts';

const market = playMarket();
const caller = callerOf(market);

const body = (sent: object | string): Fields => {
  const read = readBody(typeof sent === 'string' ? sent : JSON.stringify(sent));
  if (isWireError(read)) throw new Error(read.text.en);
  return read;
};
const said = (value: unknown): unknown =>
  isWireError(value) ? `${value.code} ${value.text.en}` : value;

const LIMIT = {
  symbol: 'cmt_btcusdt',
  client_oid: 'test',
  size: '0.0100',
  type: '1',
  order_type: '0',
  match_price: '0',
  price: '90000.0',
};
const placed = (changes: object = {}): unknown =>
  said(PLACE_ORDER.read(caller, body({ ...LIMIT, ...changes })));

test('[WIRE-40] a limit order becomes a command', () => {
  expect(placed()).toEqual({
    kind: 'place-order',
    account: market.trader,
    contract: 0,
    positionSide: 'long',
    effect: 'open',
    size: 100,
    price: 900_000,
    timeInForce: 'normal',
    clientOrderId: 'test',
    takeProfit: null,
    stopLoss: null,
    marginMode: null,
  });
});

test.each([
  ['1', 'open', 'long'],
  ['2', 'open', 'short'],
  ['3', 'close', 'long'],
  ['4', 'close', 'short'],
])('[WIRE-40] type %s would %s %s', (type, effect, positionSide) => {
  expect(placed({ type })).toMatchObject({ effect, positionSide });
  expect(placed({ type: Number(type) })).toMatchObject({ effect, positionSide });
});

test.each([
  ['0', 'normal'],
  ['1', 'post-only'],
  ['2', 'fok'],
  ['3', 'ioc'],
])('[WIRE-40] order_type %s is %s, and a market order is always ioc', (order_type, name) => {
  expect(placed({ order_type })).toMatchObject({ timeInForce: name, price: 900_000 });
  expect(placed({ order_type, match_price: '1' })).toMatchObject({
    timeInForce: 'ioc',
    price: null,
  });
});

test.each([undefined, null, '', '0', 0, '90000.0', '12.345678', 'any', '-1'])(
  '[WIRE-41] a market order takes a price of %j and ignores it',
  (price) => {
    expect(placed({ match_price: 1, price })).toMatchObject({ price: null, timeInForce: 'ioc' });
  },
);

test.each([
  [1, 'cross'],
  ['1', 'cross'],
  [3, 'isolated'],
  ['3', 'isolated'],
  [undefined, null],
  ['', null],
])('[WIRE-41] a margin mode of %j is %s', (marginMode, mode) => {
  expect(placed({ marginMode })).toMatchObject({ marginMode: mode });
});

test.each([
  ['cmt_dogeusdt', '400.0', 4],
  ['cmt_dogeusdt', 400, 4],
  ['cmt_btcusdt', '0.01000000', 100],
  ['cmt_adausdt', '380', 38],
])('[WIRE-41] of %s a size of %j is %d lots', (symbol, size, expected) => {
  const price = symbol === 'cmt_btcusdt' ? '90000' : '0.3';
  expect(placed({ symbol, size, price })).toMatchObject({ size: expected });
});

test.each([undefined, null, ''])('[WIRE-41] a client_oid of %j is none', (client_oid) => {
  expect(placed({ client_oid })).toMatchObject({ clientOrderId: null });
});

test('[WIRE-41] a client_oid may come as a number, and a preset too', () => {
  const text = '{"client_oid":1733412345678,"presetTakeProfitPrice":95000.50}';
  const sent = new Map([...body(LIMIT), ...body(text)]);
  expect(PLACE_ORDER.read(caller, sent)).toMatchObject({
    clientOrderId: '1733412345678',
    takeProfit: 950_005,
  });
});

test.each(['0', '0.0', '000.000', 0, '', null, undefined])(
  '[DIA-14] a preset of %j is none',
  (preset) => {
    const presets = { presetTakeProfitPrice: preset, presetStopLossPrice: preset };
    for (const type of ['1', '2', '3', '4'])
      expect(placed({ type, ...presets })).toMatchObject({ takeProfit: null, stopLoss: null });
  },
);

test('[WIRE-41] zeros behind the last decimal are free, as many as there are', () => {
  const changes = { price: '80000.10000000000000', size: `0.3${'0'.repeat(90)}` };
  expect(placed(changes)).toMatchObject({ price: 800_001, size: 3_000 });
});

test('[WIRE-41] a missing order_type is 0', () => {
  expect(placed({ order_type: undefined })).toMatchObject({ timeInForce: 'normal' });
});

const STEP = 'must be greater than 0 and matches the stepSize';

test.each([
  [{ symbol: 'btcusdt' }, '40020 Parameter symbol is invalid'],
  [{ symbol: undefined }, '40019 Parameter symbol cannot be empty'],
  [{ match_price: undefined }, '40019 Parameter match_price cannot be empty'],
  [{ price: undefined }, '40019 Parameter price cannot be empty'],
  [{ price: '' }, '40019 Parameter price cannot be empty'],
  [{ price: 'abc' }, '40020 Parameter price is invalid: must be a plain decimal'],
  [{ price: '9e4' }, '40020 Parameter price is invalid: must be a plain decimal'],
  [{ price: '0' }, `40015 INVALID_ARGUMENT: The order price ${STEP} '0.1'`],
  [{ price: '90000.05' }, "Current price is '90000.05'"],
  [{ size: '0.00015' }, `40015 INVALID_ARGUMENT: The order size ${STEP} '0.0001' requirement.`],
  [{ size: '0' }, "Current size is '0'"],
  [{ size: '-1' }, "Current size is '-1'"],
  [{ size: '1e2' }, '40020 Parameter size is invalid: must be a plain decimal without exponent'],
  [{ size: '99999999' }, "less than or equal to '1200.0000'. Current size is '99999999'"],
  [{ presetTakeProfitPrice: '95000.05' }, `The order open tp param triggerPrice ${STEP} '0.1'`],
  [{ presetStopLossPrice: '-0.1' }, `The order open sl param triggerPrice ${STEP} '0.1'`],
  [{ size: '0.30000000000000004' }, `The order size ${STEP} '0.0001' requirement.`],
  [{ price: '80000.10000000000001' }, "Current price is '80000.10000000000001'"],
  [{ size: '1'.repeat(101) }, '40020 Parameter size is invalid: at most 100 characters'],
  [{ price: '1'.repeat(101) }, '40020 Parameter price is invalid: at most 100 characters'],
])('[WIRE-42] %j is refused: %s', (changes, message) => {
  expect(placed(changes)).toContain(message);
});

test('[WIRE-43] what an order record shows, sent back, is the same order', () => {
  const { btc, trader } = market;
  const size = fc.integer({ min: 1, max: 2 ** 31 - 1 });
  const price = fc.integer({ min: 1, max: 2 ** 27 - 1 });
  fc.assert(
    fc.property(size, price, (lotCount, tickCount) => {
      const command = PLACE_ORDER.read(
        caller,
        body({
          ...LIMIT,
          size: formatLots(btc, lots(lotCount)),
          price: formatTicks(btc, ticks(tickCount)),
        }),
      );
      expect(command).toMatchObject({ size: lotCount, price: tickCount, account: trader });
    }),
  );
  const { order } = market.finished[0]!;
  const record = orderRecord(btc, order);
  const again = placed({ size: record.size, price: record.price, client_oid: record.client_oid });
  expect(again).toMatchObject({
    size: order.size,
    price: order.price,
    clientOrderId: order.clientOrderId,
  });
});

test('[WIRE-44] each order of a batch is read by itself', () => {
  const { symbol, ...item } = LIMIT;
  const list = [item, { ...item, size: '0.00001', client_oid: 'b' }, { type: '1' }];
  const batch = BATCH_ORDERS.read(caller, body({ symbol, marginMode: 1, orderDataList: list }));
  if (isWireError(batch)) throw new Error(batch.text.en);
  expect(batch.map(({ clientOrderId }) => clientOrderId)).toEqual(['test', 'b', null]);
  const [first, second, third] = batch.map(({ command }) => command);
  expect(first).toMatchObject({ kind: 'place-order', contract: 0, marginMode: 'cross' });
  expect(said(second)).toContain("stepSize '0.0001'");
  expect(said(third)).toBe('40019 Parameter size cannot be empty');
});

test.each([
  [[], 'must have 1 to 20 entries, not 0'],
  [Array(21).fill({}), 'must have 1 to 20 entries, not 21'],
  [['x'], 'entry 1 must be an object'],
  ['x', 'must be a list'],
])('[WIRE-44] a batch of %# is refused as a whole', (orderDataList, message) => {
  const batch = said(BATCH_ORDERS.read(caller, body({ symbol: 'cmt_btcusdt', orderDataList })));
  expect(batch).toBe(`40020 Parameter orderDataList is invalid: ${message}`);
});

const canceled = (sent: object): unknown => said(CANCEL_ORDER.read(caller, body(sent)));

test('[WIRE-45] an order is named by id or by client id', () => {
  const base = { kind: 'cancel-order', account: market.trader };
  const byId = { ...base, target: { by: 'id', order: 42 } };
  expect(canceled({ orderId: '42', symbol: 'x', marginCoin: 'USDT' })).toEqual(byId);
  expect(canceled({ orderId: 42 })).toEqual(byId);
  expect(canceled({ clientOid: 'test' })).toEqual({
    ...base,
    target: { by: 'client-order-id', clientOrderId: 'test' },
  });
  expect(canceled({ clientOid: assignedClientId(orderId(42)) })).toEqual(byId);
});

test('[WIRE-45] without a name the misspelt one is pointed out', () => {
  expect(canceled({})).toBe('40017 Parameter validation failed: orderId or clientOid is required');
  expect(canceled({ order_id: '42' })).toContain('order_id is unknown, did you mean orderId?');
  expect(canceled({ orderId: 'abc' })).toContain('40020 Parameter orderId is invalid');
});

test('[WIRE-45] an id of another venue is well formed and unknown', () => {
  expect(canceled({ orderId: '699999999999999999' })).toMatchObject({
    target: { by: 'id', order: Number.MAX_SAFE_INTEGER },
  });
});

test('[WIRE-45] cancels in bulk, by ids or by client ids', () => {
  const batch = CANCEL_BATCH.read(caller, body({ ids: ['42', 43] }));
  expect(batch).toMatchObject({ isById: true, sent: ['42', '43'] });
  expect(CANCEL_BATCH.read(caller, body({ cids: ['a'] }))).toMatchObject({
    isById: false,
    sent: ['a'],
    commands: [{ target: { clientOrderId: 'a' } }],
  });
  expect(said(CANCEL_BATCH.read(caller, body({})))).toContain('ids or cids is required');
  expect(said(CANCEL_BATCH.read(caller, body({ ids: ['x'] })))).toContain('40020');
  expect(said(CANCEL_BATCH.read(caller, body({ ids: Array(51).fill('1') })))).toContain('1 to 50');
});

test('[WIRE-45] everything of a kind, of one contract or of all', () => {
  expect(CANCEL_ALL.read(caller, body({ cancelOrderType: 'normal' }))).toMatchObject({
    scope: 'working',
    contract: null,
  });
  const plans = { cancelOrderType: 'plan', symbol: 'cmt_ethusdt' };
  expect(CANCEL_ALL.read(caller, body(plans))).toMatchObject({ scope: 'untriggered', contract: 1 });
  expect(said(CANCEL_ALL.read(caller, body({})))).toContain('40019 Parameter cancelOrderType');
  expect(CLOSE_POSITIONS.read(caller, body(''))).toMatchObject({ contract: null });
  expect(CLOSE_POSITIONS.read(caller, body({ symbol: 'cmt_btcusdt', client_oid: 'x' }))).toEqual({
    kind: 'close-positions',
    account: market.trader,
    contract: contractId(0),
  });
});

const PLAN = {
  symbol: 'cmt_btcusdt',
  client_oid: '',
  size: '0.0100',
  type: '3',
  match_type: '1',
  execute_price: '0',
  trigger_price: '89000.0',
};

test('[WIRE-46] a plan order becomes a trigger', () => {
  expect(PLAN_ORDER.read(caller, body(PLAN))).toEqual({
    kind: 'place-trigger',
    account: market.trader,
    contract: 0,
    purpose: 'plan',
    positionSide: 'long',
    effect: 'close',
    size: 100,
    triggerPrice: 890_000,
    triggerSource: 'last',
    price: null,
    clientOrderId: null,
    marginMode: null,
  });
  const limit = { ...PLAN, match_type: 0, execute_price: '88900.0' };
  expect(PLAN_ORDER.read(caller, body(limit))).toMatchObject({ price: 889_000 });
  const none = { ...PLAN, match_type: '0', execute_price: undefined };
  expect(said(PLAN_ORDER.read(caller, body(none)))).toContain('40019 Parameter execute_price');
  const off = { ...PLAN, trigger_price: '89000.05' };
  expect(said(PLAN_ORDER.read(caller, body(off)))).toContain(
    `The order trigger price ${STEP} '0.1' requirement. Current trigger price is '89000.05'`,
  );
});

const EXIT = {
  symbol: 'cmt_btcusdt',
  clientOrderId: 'exit-1',
  planType: 'profit_plan',
  triggerPrice: '95000.0',
  size: '0.0100',
  positionSide: 'long',
};

test('[WIRE-46] take-profit and stop-loss close at market unless a limit is given', () => {
  expect(PLACE_EXIT.read(caller, body(EXIT))).toMatchObject({
    kind: 'place-trigger',
    purpose: 'take-profit',
    effect: 'close',
    positionSide: 'long',
    size: 100,
    triggerPrice: 950_000,
    price: null,
    clientOrderId: 'exit-1',
  });
  const stop = { ...EXIT, planType: 'loss_plan', executePrice: '94000.0' };
  expect(PLACE_EXIT.read(caller, body(stop))).toMatchObject({
    purpose: 'stop-loss',
    price: 940_000,
  });
  expect(PLACE_EXIT.read(caller, body({ ...EXIT, executePrice: '0.0' }))).toMatchObject({
    price: null,
  });
});

test.each([undefined, '0', 0, '0.0000'])(
  '[WIRE-46] an exit with a size of %j follows the whole position',
  (size) => {
    expect(PLACE_EXIT.read(caller, body({ ...EXIT, size }))).toMatchObject({ size: null });
  },
);

test('[WIRE-46] an exit is changed by its id', () => {
  const working = [...market.driver.state.orders.values()].find(
    (order) => order.account === market.trader && order.status === 'untriggered',
  )!;
  const change = { orderId: working.id, triggerPrice: '88000.0', triggerPriceType: 3 };
  expect(MODIFY_EXIT.read(caller, body(change))).toEqual({
    kind: 'amend-trigger',
    account: market.trader,
    target: { by: 'id', order: working.id },
    triggerPrice: 880_000,
    triggerSource: 'mark',
    price: null,
  });
  expect(said(MODIFY_EXIT.read(caller, body({ ...change, orderId: 1 })))).toBe(
    '50005 Order does not exist',
  );
  expect(CANCEL_PLAN.read(caller, body({ orderId: String(working.id) }))).toMatchObject({
    kind: 'cancel-order',
    target: { by: 'id', order: working.id },
  });
});
