/**
 * The names of streams: `btcusdt@aggTrade`, `!ticker@arr`. Case does not matter, except in the
 * interval of a month, `1M`.
 */
import type { Contract } from '../../../domain/contract.ts';
import { INTERVALS, type Interval } from '../../../views/interval.ts';
import type { FindContract } from '../../caller.ts';
import type { PublicChannel } from '../../channels.ts';
import { listedSymbol } from '../../symbol.ts';

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
