/** All that the page of the exchange shows of an account, in one read. */
import { Type } from 'typebox';
import { minus } from '../../domain/money.ts';
import type { Millis } from '../../domain/units.ts';
import type { AccountStanding } from '../socket-dialect.ts';
import { clearinghouseOf, emptyClearinghouse } from './account.ts';
import { info, USER_FORM } from './endpoint.ts';
import { moneyFigure } from './figure.ts';
import { type ContextTold, contextOf, metaOf } from './market.ts';
import { frontendOrder } from './read-orders.ts';

export interface WholeTold {
  readonly standing: AccountStanding;
  readonly markets: readonly ContextTold[];
  readonly at: Millis;
}

/** Every order that works or waits, oldest first. */
export function standingOrders({ desks, waiting }: AccountStanding) {
  const contractOf = (id: number) => desks.find(({ contract }) => contract.id === id)!.contract;
  return [...desks.flatMap(({ orders }) => orders), ...waiting]
    .sort((one, other) => one.id - other.id)
    .map((order) =>
      frontendOrder({ order, updatedAt: order.createdAt, cancelReason: null }, { contractOf }),
    );
}

const NOTHING = {
  leadingVaults: [],
  totalVaultEquity: '0.0',
  agentAddress: null,
  agentValidUntil: null,
  isVault: false,
  twapStates: [],
  spotAssetCtxs: [],
};

export const webDataOf = ({ standing, markets, at }: WholeTold, user: string) => ({
  ...NOTHING,
  clearinghouseState: clearinghouseOf({ ...standing, at }),
  openOrders: standingOrders(standing),
  cumLedger: moneyFigure(minus(standing.wallet, standing.realised)),
  meta: metaOf(markets.map(({ contract }) => contract)),
  assetCtxs: markets.map(contextOf),
  serverTime: at,
  user: user.toLowerCase(),
});

export const WEB_DATA = info.keyPost('/webData2', [20, 0], {
  id: 'hyperliquidWebData2',
  request: USER_FORM,
  response: Type.Unsafe<object>({ type: 'object' }),
  summary: 'Everything at once',
  text: 'The account, its orders and every market.',
  nobody: (at) => ({
    ...NOTHING,
    clearinghouseState: emptyClearinghouse(at),
    openOrders: [],
    cumLedger: '0.0',
    meta: metaOf([]),
    assetCtxs: [],
    serverTime: at,
  }),
  read: ({ user }) => ({ contract: null, user }),
  format: (told: WholeTold, { user }) => webDataOf(told, user),
});
