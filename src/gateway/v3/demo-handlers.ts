/** The demo endpoints: the handlers of the others, with the names of contracts translated. */
import type { EndpointId } from '../../wire/v3/endpoints.ts';
import { demoBalance, demoOrderRow, demoPositionRow } from '../../wire/v3/format-demo.ts';
import { fromDemoSymbol } from '../../wire/v3/symbol.ts';
import type { Handler, PrivateCall } from '../call.ts';
import { placeOrder, readHistory } from './order-handlers.ts';

export type DemoEndpointId = Extract<EndpointId, `v3Demo${string}`>;

const renamed =
  (handler: Handler<PrivateCall>): Handler<PrivateCall> =>
  (call) =>
    handler({ ...call, findContract: (symbol) => call.findContract(fromDemoSymbol(symbol)) });

export const DEMO_HANDLERS: Readonly<Record<DemoEndpointId, Handler<PrivateCall>>> = {
  v3DemoBalance: ({ venue, account }) => [demoBalance(venue.read.account.money(account))],
  v3DemoAllPosition: ({ venue, account }) =>
    venue.read.account.positions(account).map((held) => demoPositionRow({ ...held, account })),
  v3DemoOrderHistory: renamed(readHistory(demoOrderRow)),
  v3DemoOrderPlace: renamed(placeOrder),
};
