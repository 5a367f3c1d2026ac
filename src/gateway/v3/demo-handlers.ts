/** The demo endpoints about an account. */
import type { DEMO_ENDPOINTS } from '../../wire/v3/demo-endpoints.ts';
import { demoBalance, demoPositionRow } from '../../wire/v3/format-demo.ts';
import type { Handler, PrivateCall } from '../call.ts';

export type DemoEndpointId = (typeof DEMO_ENDPOINTS)[number]['id'];

export const DEMO_HANDLERS: Readonly<Record<DemoEndpointId, Handler<PrivateCall>>> = {
  v3DemoBalance: ({ venue, account }) => [demoBalance(venue.read.account.money(account))],
  v3DemoAllPosition: ({ venue, account }) =>
    venue.read.account.positions(account).map((held) => demoPositionRow({ ...held, account })),
};
