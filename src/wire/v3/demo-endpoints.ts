/**
 * The demo endpoints, which client libraries use in their sandbox mode. The account and the venue
 * are those of all other endpoints; only the names of contracts and of the coin differ.
 */
import { Type } from 'typebox';
import { textField } from '../field.ts';
import { list, record, text } from '../record-field.ts';
import { BALANCE, POSITION } from './account-records.ts';
import { ownGet, ownPost } from './endpoint.ts';
import { NO_REQUEST } from './market-requests.ts';
import { ORDER, PLACED } from './order-records.ts';
import { ORDER_BODY, ORDER_HISTORY_QUERY } from './order-requests.ts';
import { DEMO_COIN } from './symbol.ts';

const EXAMPLE = 'BTCSUSDT';
const SAME = 'It is the same account at the same venue.';

const symbolField = (description: string) =>
  textField({ description, examples: [EXAMPLE], lengthMax: 32 });
const asset = text('The coin', DEMO_COIN);
const symbol = text('The contract', EXAMPLE);

export const DEMO_ENDPOINTS = [
  ownGet([5, 10], {
    id: 'v3DemoBalance',
    path: '/sim/balance',
    request: NO_REQUEST,
    response: list(record({ ...BALANCE.properties, asset })),
    summary: 'Balance',
    text: `As \`account/balance\`, in ${DEMO_COIN}. ${SAME}`,
  }),
  ownGet([10, 15], {
    id: 'v3DemoAllPosition',
    path: '/sim/position/allPosition',
    request: NO_REQUEST,
    response: list(record({ ...POSITION.properties, asset, symbol })),
    summary: 'All open positions',
    text: `As \`account/position/allPosition\`. ${SAME}`,
  }),
  ownGet([10, 10], {
    id: 'v3DemoOrderHistory',
    path: '/sim/order/history',
    request: Type.Object({
      ...ORDER_HISTORY_QUERY.properties,
      symbol: Type.Optional(symbolField('One contract; all where left out.')),
    }),
    response: list(record({ ...ORDER.properties, symbol })),
    summary: 'Orders that are over',
    text: `As \`order/history\`. ${SAME}`,
  }),
  ownPost([2, 5], {
    id: 'v3DemoOrderPlace',
    path: '/sim/order',
    orderRate: 'place',
    request: Type.Object({
      ...ORDER_BODY.properties,
      symbol: symbolField(`The contract, for example \`${EXAMPLE}\`.`),
    }),
    response: PLACED,
    summary: 'Place an order',
    text: `As POST \`order\`. ${SAME}`,
  }),
] as const;
