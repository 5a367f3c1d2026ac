/**
 * The sockets of the Bybit v5 dialect. All are of one kind: public topics at once, private topics
 * and orders after a login in a frame. So `/v5` serves clients that know one address only.
 */
import type { Contract } from '../../../domain/contract.ts';
import { sideOf } from '../../../domain/side.ts';
import { type Money, NO_MONEY } from '../../../domain/units.ts';
import { openAfter } from '../../../views/interval.ts';
import { moneyText } from '../../amount-text.ts';
import type { FindContract } from '../../caller.ts';
import type { OwnChannel, PublicChannel } from '../../channels.ts';
import { candleFigures, levelPair, tradeFigures } from '../../market-text.ts';
import { formatLots, formatTicks } from '../../quantity.ts';
import type {
  AskedSocket,
  MarketFrames,
  OwnFrames,
  PrivatePayload,
  SocketDialect,
} from '../../socket-dialect.ts';
import { listedSymbol, symbolOf } from '../../symbol.ts';
import { holdingRows, positionRow } from '../account/positions.ts';
import { walletRow } from '../account/wallet.ts';
import { PREFIX } from '../endpoint.ts';
import { formatBybitError, refusal } from '../errors.ts';
import { CANDLE_LENGTHS } from '../market/book.ts';
import { tickerFacts } from '../market/ticker.ts';
import { fundingExecution, tradeExecution } from '../orders/executions.ts';
import { orderRow, SIDE_WORDS } from '../orders/order-record.ts';
import { readOrderFrame, readSessionFrame, refusedFrame } from './frames.ts';

/** A new subscriber is told nothing of what there was before. */
const told = (about: PrivatePayload, rows: () => readonly object[]): object | undefined => {
  if (about.event === 'Snapshot') return undefined;
  const data = rows();
  return data.length === 0
    ? undefined
    : { id: String(about.version), creationTime: about.at, data };
};

export const OWN_FRAMES: OwnFrames = {
  tellsOrdersLast: true,
  orders: (about, orders) =>
    told(about, () =>
      orders.map(({ contract, tracked }) => ({
        category: 'linear',
        ...orderRow(tracked, { contractOf: () => contract }),
        feeCurrency: '',
        closedPnl: moneyText(tracked.order.realisedPnl),
      })),
    ),
  fill: (about, fills) =>
    told(about, () =>
      fills.map(({ contract, fill, order }) =>
        pushed(tradeExecution({ fill, order }, contract), fill.realisedPnl),
      ),
    ),
  funding: (about, { contract, paid }) =>
    told(about, () => {
      const { size, rate, mark, payment, positionSide } = paid;
      const funded = { at: about.at, payment, size, isLong: positionSide === 'long', rate, mark };
      return [pushed(fundingExecution(funded, contract), NO_MONEY)];
    }),
  positions: (about, positions) =>
    told(about, () =>
      positionsAt(about, ({ contract, side }) =>
        positions.some(
          (each) =>
            each.contract.id === contract.id &&
            (side === 'BOTH' || (side === 'LONG') === (each.position.side === 'long')),
        ),
      ),
    ),
  ordered: (about, orders) =>
    told(about, () =>
      positionsAt(about, ({ contract }) => orders.some((each) => each.contract.id === contract.id)),
    ),
  account: (about) =>
    told(about, () => {
      const standing = about.standing?.();
      return standing === undefined ? [] : [walletRow(standing)];
    }),
};

const pushed = (row: object, result: Money): object => ({
  category: 'linear',
  ...row,
  isLeverage: '0',
  execPnl: moneyText(result),
  marketUnit: '',
});

export const FAST_FIELDS = [
  ...['category', 'symbol', 'orderId', 'isMaker', 'orderLinkId', 'execId', 'execPrice', 'execQty'],
  ...['side', 'execTime', 'seq'],
];

/** A payload under its topic; executions have a shorter form. */
export function topicFrame(topic: string, payload: object): object {
  const { data } = payload as { readonly data?: readonly object[] };
  if (!topic.startsWith('execution.fast') || data === undefined) return { topic, ...payload };
  const rows = data.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => FAST_FIELDS.includes(name))),
  );
  return { topic, ...payload, data: rows };
}

type Holding = ReturnType<typeof holdingRows>[number];

function positionsAt(
  { standing }: PrivatePayload,
  isTold: (row: Holding) => boolean,
): readonly object[] {
  const account = standing?.();
  if (account === undefined) return [];
  return holdingRows(account)
    .filter(isTold)
    .map((row) => {
      const { avgPrice, ...rest } = positionRow(row, account.waiting);
      return { category: 'linear', ...rest, entryPrice: avgPrice };
    });
}

/** The depths that there are, with how often each is told. */
const PACES = { '1': 10, '50': 20, '200': 100, '500': 100, '1000': 200 };
const DEPTHS: Readonly<Record<string, number>> = PACES;

export function findTopic(name: string, find: FindContract): PublicChannel | undefined {
  const [topic = '', ...rest] = name.split('.');
  const contract = find(listedSymbol(rest.at(-1) ?? ''));
  if (contract === undefined) return undefined;
  const [detail = ''] = rest;
  if (rest.length === 1)
    switch (topic) {
      case 'tickers':
        return { kind: 'overview', contract, paceMillis: 100 };
      case 'publicTrade':
        return { kind: 'trades', contract };
      case 'allLiquidation':
        return { kind: 'forced', contract, paceMillis: 500 };
      default:
        return undefined;
    }
  const paceMillis = DEPTHS[detail];
  if (topic === 'orderbook' && paceMillis !== undefined)
    return detail === '1'
      ? { kind: 'top', contract, limit: 1, paceMillis, repeatMillis: 3_000 }
      : { kind: 'depth', contract, limit: Number(detail), paceMillis };
  const interval = CANDLE_LENGTHS[detail];
  return topic === 'kline' && interval !== undefined
    ? { kind: 'kline', contract, price: 'last', interval, form: detail, paceMillis: 1_000 }
    : undefined;
}

/** The private topics; the second form names the category. */
const OWN: Readonly<Record<string, readonly OwnChannel[]>> = {
  order: ['orders'],
  execution: ['fill', 'funding'],
  'execution.fast': ['fill'],
  position: ['positions'],
  wallet: ['account'],
  'dcp.future': ['guard'],
  // Of options, which are not traded here.
  greeks: [],
};

export const findOwnTopics = (name: string) => OWN[name.replace(/\.linear$/, '')];

export const MARKET_FRAMES: MarketFrames = {
  overview: (_channel, told, before, at) => {
    const facts = tickerFacts(told);
    const known: Readonly<Record<string, string>> = before === undefined ? {} : tickerFacts(before);
    const changed = Object.entries(facts).filter(
      ([name, value]) => name === 'symbol' || known[name] !== value,
    );
    if (before !== undefined && changed.length === 1) return undefined;
    const { version } = told.top;
    return {
      type: before === undefined ? 'snapshot' : 'delta',
      data: Object.fromEntries(changed),
      cs: version,
      ts: at,
    };
  },
  depth: ({ contract }, change, at) => ({
    type: change.kind === 'snapshot' ? 'snapshot' : 'delta',
    ts: at,
    data: bookOf(contract, change),
    cts: at,
  }),
  top: ({ contract }, top, at) => ({
    type: 'snapshot',
    ts: at,
    data: bookOf(contract, top),
    cts: at,
  }),
  trades: ({ contract }, trades, at) => [
    {
      type: 'snapshot',
      ts: at,
      data: trades.map((trade) => {
        const { price, size, isBuyerMaker } = tradeFigures(contract, trade);
        return {
          T: trade.at,
          s: symbolOf(contract),
          S: isBuyerMaker ? 'Sell' : 'Buy',
          v: size,
          p: price,
          L: 'ZeroPlusTick',
          i: String(trade.trade),
          BT: false,
          RPI: false,
          seq: trade.number,
        };
      }),
    },
  ],
  kline: ({ contract, price, interval, form = '' }, { type, candles, at }) => {
    const told = type === 'snapshot' ? candles.slice(-1) : candles;
    if (told.length === 0) return [];
    return [
      {
        type: 'snapshot',
        ts: at,
        data: told.map((candle) => {
          const { open, close, high, low, base, quote } = candleFigures(contract, price, candle);
          const end = openAfter(interval, candle.openAt);
          return {
            start: candle.openAt,
            end: end - 1,
            interval: form,
            open,
            close,
            high,
            low,
            volume: base,
            turnover: quote,
            confirm: end <= at,
            timestamp: at,
          };
        }),
      },
    ];
  },
  forced: (_channel, { contract, tracked: { order }, lastSize }, at) => ({
    type: 'snapshot',
    ts: at,
    data: [
      {
        T: at,
        s: symbolOf(contract),
        // Named by the position that was closed, not by the order.
        S: SIDE_WORDS[sideOf(order.positionSide, 'open')],
        v: formatLots(contract, lastSize),
        p: formatTicks(contract, order.workingPrice),
      },
    ],
  }),
};

type Change = Parameters<NonNullable<MarketFrames['depth']>>[1];

const bookOf = (contract: Contract, { bids, asks, endVersion }: Change) => ({
  s: symbolOf(contract),
  b: bids.map((level) => levelPair(contract, level)),
  a: asks.map((level) => levelPair(contract, level)),
  u: endVersion,
  seq: endVersion,
});

const PATHS: ReadonlySet<string> = new Set(
  ['', '/public/linear', '/private', '/trade'].map((path) => PREFIX + path),
);

/** Pongs of other paths are public: all clients of `/v5` know that form. */
const PURPOSES: Readonly<Record<string, AskedSocket['purpose']>> = {
  '/private': 'private',
  '/trade': 'trade',
};

/** Clients open them together with the others. */
const EMPTY_PATHS: ReadonlySet<string> = new Set(
  ['spot', 'inverse', 'option', 'misc/status'].map((path) => `${PREFIX}/public/${path}`),
);

const LIMITS = {
  channelsMax: 500,
  operations: { capacity: 100, refillPerSecond: 20 },
  channelsPerWeight: 10,
};

export const BYBIT_SOCKETS: SocketDialect = {
  id: 'bybit',
  publicPath: `${PREFIX}/public/linear`,
  privatePath: `${PREFIX}/private`,
  findSocket: (path): AskedSocket | undefined => {
    const asked = path.replace(/\/$/, '');
    const session = { kind: 'session', channels: [], isCombined: true } as const;
    if (PATHS.has(asked)) return { ...session, purpose: PURPOSES[asked.slice(PREFIX.length)] };
    return EMPTY_PATHS.has(asked) ? { ...session, isEmpty: true } : undefined;
  },
  signedPath: '',
  formatError: formatBybitError,
  findChannel: findTopic,
  findOwnChannels: findOwnTopics,
  repeated: (kind, name) =>
    kind === 'subscribe' ? refusal('10001', `already subscribed,topic:${name}`) : undefined,
  keyOf: (name) => name,
  channelsText:
    'topics are orderbook.<1|50|200|500|1000>.<symbol>, publicTrade, tickers, kline.<interval>, ' +
    'allLiquidation; after auth order, execution, execution.fast, position, wallet, dcp.future',
  readFrame: readSessionFrame,
  refuse: (error, locale) => refusedFrame('', {}, error, locale),
  ping: undefined,
  greets: ({ kind }) => kind !== 'trades' && kind !== 'forced',
  combine: topicFrame,
  limits: LIMITS,
  market: MARKET_FRAMES,
  own: OWN_FRAMES,
  readCall: readOrderFrame,
};
