/**
 * The sockets of the Binance USDⓈ-M dialect. Streams stand in the path, in the query and in frames,
 * on any route; a connection may have public streams and user streams together.
 */
import type { Contract } from '../../../domain/contract.ts';
import { INTERVALS, type Interval } from '../../../views/interval.ts';
import type { FindContract } from '../../caller.ts';
import type { PublicChannel } from '../../channels.ts';
import type { AskedChannel, AskedSocket, SocketDialect } from '../../socket-dialect.ts';
import { listedSymbol } from '../../symbol.ts';
import { formatBinanceError } from '../errors.ts';
import { STREAM_FRAMES } from './format-streams.ts';
import { readCallFrame, readStreamFrame, refusedStream } from './frames.ts';
import { USER_FRAMES } from './user-events.ts';

/**
 * The names of streams: `btcusdt@aggTrade`, `!ticker@arr`. Case does not matter, except in the
 * interval of a month, `1M`.
 */

/** Returns the same text for every spelling of a name. A listen key has no other spelling. */
export function streamKey(name: string): string {
  if (!/[@!]/.test(name)) return name;
  const folded = name.toLowerCase();
  return name.endsWith(MONTH) ? folded.slice(0, -MONTH.length) + MONTH : folded;
}

const MONTH = '1M';

export function findStream(name: string, find: FindContract): PublicChannel | undefined {
  const key = streamKey(name);
  const overall = OVERALL.get(key.toLowerCase());
  if (overall !== undefined) return overall;
  const [subject = '', topic = '', option, ...rest] = key.split('@');
  if (rest.length > 0) return undefined;
  if (topic === 'assetindex') return SILENT;
  const interval = /^continuouskline_(.+)$/.exec(topic)?.[1];
  if (interval !== undefined) return findContinuous(find, subject, interval, option);
  const contract = find(listedSymbol(subject.toUpperCase()));
  return contract && findTopic(contract, topic, option);
}

const SILENT: PublicChannel = { kind: 'silent', contract: null };

const every = (
  paceMillis: number,
  isList: boolean,
  of: (contract: Contract) => PublicChannel,
): PublicChannel => ({ kind: 'every', contract: null, of, isList, paceMillis });

const marks = (paceMillis: number): PublicChannel => ({
  ...every(paceMillis, true, (contract) => ({ kind: 'mark', contract })),
  isPeriodic: true,
});

/** Streams over all symbols. */
const OVERALL: ReadonlyMap<string, PublicChannel> = new Map([
  ['!markprice@arr', marks(3_000)],
  ['!markprice@arr@3s', marks(3_000)],
  ['!markprice@arr@1s', marks(1_000)],
  ['!ticker@arr', every(1_000, true, (contract) => ({ kind: 'ticker', contract }))],
  ['!miniticker@arr', every(1_000, true, (contract) => mini(contract))],
  ['!bookticker', every(5_000, false, (contract) => ({ kind: 'best', contract }))],
  ['!forceorder@arr', every(1_000, false, (contract) => ({ kind: 'forced', contract }))],
  ['!contractinfo', { kind: 'listing', contract: null }],
  ['!assetindex@arr', SILENT],
  ['tradingsession', SILENT],
]);

const mini = (contract: Contract): PublicChannel => ({ kind: 'ticker', contract, form: 'mini' });

/** The paces of the book, by what follows the name. */
const BOOK_PACES: Readonly<Record<string, number>> = {
  '0ms': 0,
  '100ms': 100,
  '250ms': 250,
  '500ms': 500,
};
const BOOK_PACE_USUAL = 250;

function findTopic(
  contract: Contract,
  topic: string,
  option: string | undefined,
): PublicChannel | undefined {
  const [, levels = ''] = /^depth(5|10|20)?$/.exec(topic) ?? [];
  if (topic === 'depth' || levels !== '') return findBook(contract, Number(levels), option);
  if (topic === 'rpidepth')
    return option === '500ms' ? { kind: 'book', contract, paceMillis: 500 } : undefined;
  if (topic === 'markprice') {
    const paceMillis = option === '1s' ? 1_000 : 3_000;
    const isKnown = option === undefined || option === '1s' || option === '3s';
    return isKnown ? { kind: 'mark', contract, paceMillis, isPeriodic: true } : undefined;
  }
  if (option !== undefined) return undefined;
  const kline = /^kline_(.+)$/.exec(topic)?.[1];
  return kline === undefined ? findPlain(contract, topic) : klineOf(contract, kline, 'symbol');
}

function findPlain(contract: Contract, topic: string): PublicChannel | undefined {
  switch (topic) {
    case 'aggtrade':
      return { kind: 'trades', contract, form: 'aggregate', paceMillis: 100 };
    case 'trade':
      return { kind: 'trades', contract, paceMillis: 0 };
    case 'ticker':
      return { kind: 'ticker', contract, paceMillis: 2_000, isPeriodic: true };
    case 'miniticker':
      return { ...mini(contract), paceMillis: 2_000, isPeriodic: true };
    case 'bookticker':
      return { kind: 'best', contract, paceMillis: 0 };
    case 'forceorder':
      return { kind: 'forced', contract, paceMillis: 1_000 };
    case 'compositeindex':
      return SILENT;
    default:
      return undefined;
  }
}

function findBook(
  contract: Contract,
  limit: number,
  option: string | undefined,
): PublicChannel | undefined {
  const paceMillis = option === undefined ? BOOK_PACE_USUAL : BOOK_PACES[option];
  if (paceMillis === undefined) return undefined;
  return limit === 0
    ? { kind: 'book', contract, paceMillis }
    : { kind: 'top', contract, limit, paceMillis, isPeriodic: true };
}

const PERPETUAL = '_perpetual';

function findContinuous(
  find: FindContract,
  subject: string,
  interval: string,
  option: string | undefined,
): PublicChannel | undefined {
  if (option !== undefined || !subject.endsWith(PERPETUAL)) return undefined;
  const pair = subject.slice(0, -PERPETUAL.length);
  const contract = find(listedSymbol(pair.toUpperCase()));
  return contract && klineOf(contract, interval, 'continuous');
}

const KLINE_PACE = 250;

function klineOf(contract: Contract, text: string, form: string): PublicChannel | undefined {
  const interval: Interval | undefined = INTERVALS.find((each) => each === text);
  if (interval === undefined) return undefined;
  return { kind: 'kline', contract, price: 'last', interval, form, paceMillis: KLINE_PACE };
}

/** A SUBSCRIBE of fifty streams costs as much as a light call. */
const LIMITS = {
  channelsMax: 1_024,
  operations: { capacity: 10, refillPerSecond: 10 },
  channelsPerWeight: 50,
};

export const BINANCE_SOCKETS: SocketDialect = {
  id: 'binance',
  publicPath: '/stream',
  privatePath: '/private/ws',
  findSocket,
  signedPath: '',
  formatError: formatBinanceError,
  findChannel: findStream,
  keyOf: streamKey,
  channelsText:
    'streams are <symbol>@aggTrade, @trade, @markPrice, @kline_<interval>, @miniTicker, @ticker, ' +
    '@bookTicker, @depth, @depth<5|10|20>, @forceOrder, the same over all symbols such as ' +
    '!ticker@arr, and listen keys',
  readFrame: readStreamFrame,
  refuse: (error, locale) => refusedStream(undefined, error, locale),
  ping: undefined,
  // Periodic streams and lists come by themselves; all others begin with their first event.
  greets: (channel) => channel.isPeriodic === true || (channel.kind === 'every' && channel.isList),
  combine: (stream, data) => ({ stream, data }),
  limits: LIMITS,
  market: STREAM_FRAMES,
  own: USER_FRAMES,
  readCall: readCallFrame,
};

export const CALLS_PATH = '/ws-fapi/v1';

const ROUTE = /^(?:\/(?:public|market|private))?\/(ws|stream)(?:\/(.*))?$/;

function findSocket(path: string, query: string): AskedSocket | undefined {
  if (path === CALLS_PATH || path === `${CALLS_PATH}/`)
    return { kind: 'calls', channels: [], isCombined: false };
  const [, form, rest = ''] = ROUTE.exec(path) ?? [];
  if (form === undefined) return undefined;
  const byKey = new Map<string, AskedChannel>();
  const add = (part: string): void => {
    if (isName(part)) byKey.set(streamKey(part), { name: part });
  };
  for (const part of rest.split('/')) add(decode(part));
  for (const [name, value] of pairsIn(query)) {
    if (name === 'streams') for (const part of value.split('/')) add(part);
    if (name === 'listenKey' && value !== '') byKey.set(value, { name: value });
    // They are wanted of the listen key before them.
    if (name === 'events') {
      const last = [...byKey.values()].at(-1);
      const events = new Set(value.split(/[/,]/));
      if (last !== undefined) byKey.set(streamKey(last.name), { ...last, events });
    }
  }
  return { kind: 'mixed', channels: [...byKey.values()], isCombined: form === 'stream' };
}

/** Some clients put a running number into the path, which is no stream. */
const isName = (part: string): boolean =>
  /[@!]/.test(part) || LISTEN_KEY.test(part) || /^tradingsession$/i.test(part);

const LISTEN_KEY = /^[A-Za-z0-9]{20,}$/;

const pairsIn = (query: string): [name: string, value: string][] =>
  query.split('&').map((pair) => {
    const at = pair.indexOf('=');
    return at < 0 ? [pair, ''] : [pair.slice(0, at), decode(pair.slice(at + 1))];
  });

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
