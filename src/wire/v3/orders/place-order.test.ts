import { expect, test } from 'vitest';
import { callerOf, playMarket } from '../../../../test/wire/played-market.ts';
import { isWireError } from '../../errors.ts';
import { listedSymbol } from '../../symbol.ts';
import { PLACE_ORDER } from './place-order.ts';

const market = playMarket();
const listed = callerOf(market);
const caller = {
  ...listed,
  findContract: (symbol: string) => listed.findContract(listedSymbol(symbol)),
};

/** A field, a wrong value and a right one, and words of the fault, in the order of telling. */
const FAULTS = [
  ['postOnly', 'perhaps', 'false', 'Parameter postOnly'],
  ['symbol', 'NOPE', 'BTCUSDT', 'Parameter symbol'],
  ['reduceOnly', 'true', 'false', 'Parameter reduceOnly'],
  ['callbackRate', '1', '0', 'Parameter callbackRate'],
  ['quantity', '0.00001', '0.0100', 'The order size'],
  ['price', '90000.05', '90000.0', 'The order price'],
  ['TpWorkingType', 'MARK_PRICE', 'CONTRACT_PRICE', 'Parameter TpWorkingType'],
  ['SlWorkingType', 'MARK_PRICE', 'CONTRACT_PRICE', 'Parameter SlWorkingType'],
  ['tpTriggerPrice', '95000.05', '95000.0', 'The order open tp param'],
  ['slTriggerPrice', '85000.05', '0', 'The order open sl param'],
] as const;

const sent = (mended: number) =>
  new Map<string, string>([
    ['side', 'BUY'],
    ['positionSide', 'LONG'],
    ['type', 'LIMIT'],
    ...FAULTS.map(([name, wrong, right], at): [string, string] => [
      name,
      at < mended ? right : wrong,
    ]),
  ]);

test('[WIRE-8] of several faults of an order the same one is always told first', () => {
  for (const [mended, [, , , words]] of FAULTS.entries()) {
    const order = PLACE_ORDER.read(caller, sent(mended));
    expect(isWireError(order) && order.text.en).toContain(words);
  }
  expect(PLACE_ORDER.read(caller, sent(FAULTS.length))).toEqual({
    kind: 'place-order',
    account: market.trader,
    contract: 0,
    positionSide: 'long',
    effect: 'open',
    size: 100,
    price: 900_000,
    timeInForce: 'normal',
    clientOrderId: null,
    takeProfit: 950_000,
    stopLoss: null,
    marginMode: null,
  });
});
