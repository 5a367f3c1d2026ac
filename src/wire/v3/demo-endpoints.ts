/**
 * The demo endpoints, which client libraries use in their sandbox mode. The account and the venue
 * are those of all other endpoints; only the names of contracts and of the coin differ.
 */
import { list, record, text } from '../record-field.ts';
import { BALANCE, POSITION } from './account-records.ts';
import { ownGetRow } from './endpoint.ts';
import { NO_REQUEST } from './market-requests.ts';
import { DEMO_COIN } from './symbol.ts';

const EXAMPLE = 'BTCSUSDT';
const SAME = 'It is the same account at the same venue.';

const asset = text('The coin', DEMO_COIN);
const symbol = text('The contract', EXAMPLE);

export const DEMO_ENDPOINTS = [
  ownGetRow([5, 10], {
    id: 'v3DemoBalance',
    path: '/sim/balance',
    request: NO_REQUEST,
    response: list(record({ ...BALANCE.properties, asset })),
    summary: 'Balance',
    text: `As \`account/balance\`, in ${DEMO_COIN}. ${SAME}`,
  }),
  ownGetRow([10, 15], {
    id: 'v3DemoAllPosition',
    path: '/sim/position/allPosition',
    request: NO_REQUEST,
    response: list(record({ ...POSITION.properties, asset, symbol })),
    summary: 'All open positions',
    text: `As \`account/position/allPosition\`. ${SAME}`,
  }),
] as const;
