/** What is told of the market, and of an account. */
import type { Contract } from '../../../domain/contract.ts';
import { negate } from '../../../domain/money.ts';
import type { Level } from '../../../views/depth.ts';
import type { Json } from '../../json.ts';
import type {
  FillTold,
  FrameCall,
  MarketFrames,
  OwnFrames,
  PaidTold,
  PrivatePayload,
  ToldOnce,
} from '../../socket-dialect.ts';
import { assetOf, clearinghouseOf } from '../account.ts';
import { bookOf, coarseBook, levelOf } from '../book.ts';
import { coinOf, infoPath } from '../endpoint.ts';
import { moneyFigure, rateFigure, signedSize } from '../figure.ts';
import { candleOf, contextOf, midsOf, NOBODY, tradeOf } from '../market.ts';
import { fillOf, ledgerOf, MOVE_KINDS } from '../money-rows.ts';
import { plainOrder, statusOf, statusRow } from '../read-orders.ts';
import { standingOrders, type WholeTold, webDataOf } from '../web-data.ts';
import { callOf, errorFrame, type Subscription, subscriptionOf } from './frames.ts';

export const MARKET_FRAMES: MarketFrames = {
  overview: ({ form }, told, before) => {
    const say = (each: typeof told): object =>
      form === 'mid' ? midsOf([each]) : { coin: coinOf(each.contract), ctx: contextOf(each) };
    const now = say(told);
    const isSame = before !== undefined && JSON.stringify(say(before)) === JSON.stringify(now);
    return isSame ? undefined : now;
  },
  top: ({ contract, form = '' }, { bids, asks }, at) => {
    const [figures, mantissa] = form.split('/');
    const told = { bids, asks, at };
    return figures === ''
      ? bookOf(contract, told)
      : coarseBook(contract, told, Number(figures), Number(mantissa));
  },
  best: ({ contract }, { bids, asks }, at) => ({
    coin: coinOf(contract),
    time: at,
    bbo: [sideOf(contract, bids), sideOf(contract, asks)],
  }),
  trades: ({ contract }, trades) => [trades.map((trade) => tradeOf(contract, trade))],
  kline: ({ contract, interval }, { type, candles }) =>
    (type === 'snapshot' ? candles.slice(-1) : candles).map((candle) =>
      candleOf(contract, interval, candle),
    ),
};

const sideOf = (contract: Contract, [best]: readonly Level[]) =>
  best === undefined ? null : levelOf(contract, best);

/**
 * What is told of an account. One thing may be told in several channels, each with a form of its
 * own: so a payload says what happened, and the name of a channel makes the frame of it.
 */
type FillFigures = ReturnType<typeof fillOf>;

/** A channel names the address that a forced fill is told with. */
const namedFills = (fills: readonly FillFigures[], user: string): FillFigures[] =>
  fills.map(({ liquidation, ...fill }) =>
    liquidation === undefined
      ? fill
      : { ...fill, liquidation: { ...liquidation, liquidatedUser: user } },
  );

/** The position before a fill: the one after it less what it added. */
function fillRow({ contract, fill, side, order, mark }: FillTold): FillFigures {
  const signed = (size: number, isPlus: boolean) => BigInt(size) * (isPlus ? 1n : -1n);
  const after = signed(side?.positionSize ?? 0, side?.positionSide === 'long');
  const before = after - signed(fill.size, fill.side === 'buy');
  return fillOf({ fill, before, order, mark }, contract, NOBODY);
}

const fundingOf = ({ contract, paid }: PaidTold, time: number) => ({
  time,
  coin: coinOf(contract),
  usdc: moneyFigure(negate(paid.payment)),
  szi: signedSize(contract, BigInt(paid.size) * (paid.positionSide === 'long' ? 1n : -1n)),
  fundingRate: rateFigure(BigInt(paid.rate)),
  nSamples: null,
});

const wholeOf = ({ standing, markets, at }: PrivatePayload): WholeTold | undefined =>
  standing && markets && { standing: standing(), markets: markets(), at };

const MOVES: ReadonlySet<string> = new Set(MOVE_KINDS);

export const OWN_FRAMES: OwnFrames = {
  tellsOrdersLast: true,
  orders: (about, orders) =>
    about.event === 'Snapshot'
      ? undefined
      : {
          orders: orders.map(({ contract, tracked }) => ({
            order: plainOrder(tracked, { contractOf: () => contract }),
            status: statusOf(tracked),
            statusTimestamp: tracked.updatedAt,
          })),
          history: () =>
            orders.map(({ contract, tracked }) =>
              statusRow(tracked, { contractOf: () => contract }),
            ),
        },
  fill: (_about, fills) => ({ fills: fills.map(fillRow) }),
  funding: ({ at }, paid) => ({ funding: fundingOf(paid, at) }),
  ledger: ({ at }, { id, moved }) => {
    const { reason: kind, amount } = moved;
    return MOVES.has(kind) ? { ledger: ledgerOf({ kind, amount, id, at }) } : undefined;
  },
  forced: (about, told) =>
    told.kind === 'canceled'
      ? {
          nonUserCancel: told.orders.map(({ contract, tracked }) => ({
            coin: coinOf(contract),
            oid: tracked.order.id,
          })),
        }
      : { liquidation: liquidationOf(about, told.id) },
  whole: (about) => {
    const whole = wholeOf(about);
    return whole && { whole };
  },
};

function liquidationOf(about: PrivatePayload, lid: number) {
  const whole = wholeOf(about);
  const summary = whole && clearinghouseOf({ ...whole.standing, at: whole.at }).marginSummary;
  return {
    lid,
    liquidator: NOBODY,
    liquidated_user: NOBODY,
    liquidated_ntl_pos: summary?.totalNtlPos ?? '0.0',
    liquidated_account_value: summary?.accountValue ?? '0.0',
  };
}

/** What happened, of which a payload has one. */
interface OwnPayload {
  readonly orders?: object;
  /** The same with everything about them. */
  readonly history?: () => object;
  readonly fills?: readonly FillFigures[];
  readonly funding?: object;
  readonly ledger?: object;
  readonly liquidation?: object;
  readonly whole?: WholeTold;
}

export function channelFrame(name: string, payload: object): object {
  const subscription = subscriptionOf(name);
  const { type } = subscription;
  return {
    channel: type === 'userEvents' ? 'user' : type,
    data: dataOf(subscription, payload),
  };
}

function dataOf(subscription: Subscription, payload: object): object | undefined {
  const { type, user } = subscription;
  const {
    orders,
    history,
    fills = [],
    funding,
    ledger,
    liquidation,
    whole,
  } = payload as OwnPayload;
  if (whole !== undefined) return stateOf(subscription, whole);
  switch (type) {
    case 'allMids':
      return { mids: Object.assign({}, ...(payload as readonly object[])) };
    case 'allDexsAssetCtxs':
      return { ctxs: [['', (payload as readonly { ctx: object }[]).map(({ ctx }) => ctx)]] };
    case 'orderUpdates':
      return orders;
    case 'userHistoricalOrders':
      return { user, orderHistory: history?.() };
    case 'userFills':
      return { user, fills: namedFills(fills, user) };
    case 'userFundings':
      return { user, fundings: [funding] };
    case 'userNonFundingLedgerUpdates':
      return { user, nonFundingLedgerUpdates: [ledger] };
    case 'userEvents':
      if (fills.length > 0) return { fills: namedFills(fills, user) };
      return liquidation === undefined
        ? payload
        : { liquidation: { ...liquidation, liquidated_user: user } };
    default:
      return payload;
  }
}

function stateOf({ type, user, coin }: Subscription, whole: WholeTold): object | undefined {
  const { standing, at } = whole;
  switch (type) {
    case 'clearinghouseState':
      return { dex: '', user, clearinghouseState: clearinghouseOf({ ...standing, at }) };
    case 'openOrders':
      return { dex: '', user, orders: standingOrders(standing) };
    case 'activeAssetData': {
      const desk = standing.desks.find(({ contract }) => coinOf(contract) === coin);
      return desk && assetOf(standing, user, desk.contract);
    }
    default:
      return webDataOf(whole, user);
  }
}

/** The read whose answer begins a channel, and where in the first frame it stands. */
const READS: Readonly<Record<string, readonly [type: string, head: string]>> = {
  userHistoricalOrders: ['historicalOrders', '"isSnapshot":true,"orderHistory":'],
  userFills: ['userFills', '"isSnapshot":true,"fills":'],
  userFundings: ['userFunding', '"isSnapshot":true,"fundings":'],
  userNonFundingLedgerUpdates: [
    'userNonFundingLedgerUpdates',
    '"isSnapshot":true,"nonFundingLedgerUpdates":',
  ],
  clearinghouseState: ['clearinghouseState', '"dex":"","clearinghouseState":'],
  openOrders: ['frontendOpenOrders', '"dex":"","orders":'],
  activeAssetData: ['activeAssetData', ''],
  webData2: ['webData2', ''],
};

/** Of what this venue does not have. */
const onceOf = (type: string, user: string): object | undefined => {
  switch (type) {
    case 'spotState':
      return { user, spotState: { balances: [] } };
    case 'userTwapHistory':
      return { isSnapshot: true, user, history: [] };
    case 'userTwapSliceFills':
      return { isSnapshot: true, user, twapSliceFills: [] };
    case 'webData3':
      return {
        userState: {
          agentAddress: null,
          agentValidUntil: null,
          cumLedger: '0.0',
          serverTime: 0,
          isVault: false,
          user,
        },
        perpDexStates: [{ totalVaultEquity: '0.0', leadingVaults: [] }],
      };
    default:
      return undefined;
  }
};

const OK = 200;

export function findGreeting(name: string): FrameCall | ToldOnce | undefined {
  const { type, user, coin } = subscriptionOf(name);
  const once = onceOf(type, user);
  if (once !== undefined) return { once: { channel: type, data: once } };
  const [read, head = ''] = READS[type] ?? [];
  if (read === undefined) return undefined;
  const asked = new Map<string, Json>([
    ['type', read],
    ['user', user],
    ['coin', coin],
    ['startTime', { number: '0' }],
  ]);
  const path = infoPath(asked);
  if (path === undefined) return undefined;
  return {
    // What a read does not know it ignores.
    call: callOf(path, asked),
    answer: ({ status, body }) => {
      if (status !== OK) return JSON.stringify(errorFrame(body));
      const rows = type === 'userFundings' ? flatRows(body) : body;
      const data = head === '' ? rows : `{${head}${rows},"user":"${user}"}`;
      return `{"channel":"${type}","data":${data}}`;
    },
  };
}

/** Rows of funding, without what they are wrapped in by HTTP. */
function flatRows(body: string): string {
  const rows = JSON.parse(body) as readonly { time: number; delta: { type: string } }[];
  return JSON.stringify(rows.map(({ time, delta: { type: _, ...delta } }) => ({ time, ...delta })));
}
