/**
 * The demo endpoints, which client libraries call in their sandbox mode. They use the same account
 * and venue as all other endpoints; only the names of contracts and of the coin differ.
 */

import { Type } from 'typebox';
import type { Contract } from '../../../domain/contract.ts';
import type { AssetReading, PositionReading } from '../../account-figures.ts';
import type { OwnEndpoint } from '../../endpoint.ts';
import { contractField, ifSent } from '../../field.ts';
import type { FoundOrder } from '../../order-figures.ts';
import { records, text } from '../../record-field.ts';
import { symbolOf } from '../../symbol.ts';
import { COIN_NAME } from '../../words.ts';
import {
  BALANCE_RECORD,
  balanceRecord,
  POSITION_RECORD,
  positionRecord,
} from '../account/account.ts';
import { ownGet, placePost } from '../endpoint.ts';
import { ORDER_RECORD, orderRecord } from '../orders/order-record.ts';
import {
  formatPlaced,
  ORDER_BODY,
  PLACED_RECORD,
  placing,
  refuseOrder,
} from '../orders/place-order.ts';
import { HISTORY_QUERY, readHistory } from '../orders/read-orders.ts';

/** The coin of the demo endpoints. It is the same money as `USDT`. */
const DEMO_COIN = 'SUSDT';

export const demoSymbolOf = (contract: Contract): string =>
  symbolOf(contract).replace(COIN_LAST, DEMO_COIN);

/** Returns the symbol of version 3, or an empty text if it is not a demo symbol. */
export const fromDemoSymbol = (symbol: string): string =>
  symbol.endsWith(DEMO_COIN) ? symbol.slice(0, -DEMO_COIN.length) + COIN_NAME : '';

const COIN_LAST = new RegExp(`${COIN_NAME}$`);

const EXAMPLE = 'BTCSUSDT';
const SAME = 'It is the same account at the same venue.';

const symbol = text('The contract', EXAMPLE);

const asset = text('The coin', DEMO_COIN);

export const DEMO_BALANCE = ownGet('/sim/balance', [5, 10], {
  id: 'v3DemoBalance',
  response: records({ ...BALANCE_RECORD.properties, asset }),
  summary: 'Balance',
  text: `As \`account/balance\`, in ${DEMO_COIN}. ${SAME}`,
  format: (money: AssetReading) => [{ ...balanceRecord(money), asset: DEMO_COIN }],
});

export const DEMO_POSITIONS = ownGet('/sim/position/allPosition', [10, 15], {
  id: 'v3DemoAllPosition',
  response: records({ ...POSITION_RECORD.properties, asset, symbol }),
  summary: 'All open positions',
  text: `As \`account/position/allPosition\`. ${SAME}`,
  format: (positions: readonly PositionReading[]) =>
    positions.map((reading) => ({
      ...positionRecord(reading),
      asset: DEMO_COIN,
      symbol: demoSymbolOf(reading.contract),
    })),
});

/** The endpoint for callers who name contracts as the demo does. */
const inDemo = <Asked, Told, Id extends string>(
  endpoint: OwnEndpoint<Asked, Told, Id>,
): OwnEndpoint<Asked, Told, Id> => ({
  ...endpoint,
  read: (caller, fields) => {
    const findContract = (name: string) => caller.findContract(fromDemoSymbol(name));
    return endpoint.read({ ...caller, findContract }, fields);
  },
});

export const DEMO_HISTORY = inDemo(
  ownGet('/sim/order/history', [10, 10], {
    id: 'v3DemoOrderHistory',
    request: Type.Object({
      ...HISTORY_QUERY.properties,
      symbol: ifSent(contractField('One contract; all where left out.', EXAMPLE)),
    }),
    response: records({ ...ORDER_RECORD.properties, symbol }),
    summary: 'Finished orders',
    text: `As \`order/history\`. ${SAME}`,
    read: readHistory,
    format: (found: readonly FoundOrder[], _asked, caller) =>
      found.map((each) => ({
        ...orderRecord(each, caller),
        symbol: demoSymbolOf(caller.contractOf(each.order.contract)),
      })),
  }),
);

export const DEMO_PLACE = inDemo(
  placePost('/sim/order', [2, 5], {
    id: 'v3DemoOrderPlace',
    request: Type.Object({
      ...ORDER_BODY.properties,
      symbol: contractField(`The contract, for example \`${EXAMPLE}\`.`, EXAMPLE),
    }),
    response: PLACED_RECORD,
    summary: 'Place an order',
    text: `As POST \`order\`. ${SAME}`,
    refuse: refuseOrder,
    read: placing,
    format: formatPlaced,
  }),
);
