/** What became of an order, from its row before and its row now. */
import type { ToldOrder } from '../../client/client.ts';
import { averageFillPrice } from '../account/own-position.ts';
import { contractName } from '../market/contracts.ts';
import { withCommas } from '../parts/numbers.ts';
import type { Tone } from '../shell/notices.ts';
import { sayDoes } from '../tables/order-tables.tsx';
import type { Tab } from '../terminal/shown.ts';
import { type OutcomeWord, sayOutcome } from './outcome-words.ts';

export interface ToldOutcome {
  readonly tone: Tone;
  readonly text: string;
  /** The tab that it concerns. */
  readonly tab: Tab;
}

interface OrderNews {
  readonly row: ToldOrder;
  /** As it was last known; undefined for a new one. */
  readonly before: ToldOrder | undefined;
  /** Whether the reader of this page sent it. Others may send a thousand in a second. */
  readonly isSentHere: boolean;
}

/** In the order in which they happened. */
export function orderOutcomes({ row, before, isSentHere }: OrderNews): ToldOutcome[] {
  const outcomes: ToldOutcome[] = [];
  const add = (tone: Tone, tab: Tab, word: OutcomeWord): void =>
    void outcomes.push({ tone, tab, text: sayOutcome(word, valuesOf(row)) });
  const isFired = before?.status === 'UNTRIGGERED' && row.triggerTime !== '0';
  if (isFired) add('even', 'plans', 'triggered');
  const filledBefore = Number(before?.cumFillSize ?? 0);
  switch (row.status) {
    case 'FILLED':
      add('good', 'fills', 'filled');
      break;
    case 'CANCELED':
      add(row.cancelReason === 'USER' ? 'even' : 'bad', 'orders', endWord(row));
      break;
    case 'UNTRIGGERED':
      if (before === undefined && isSentHere)
        add('even', 'waiting', Number(row.triggerPrice) === 0 ? 'following' : 'waiting');
      break;
    default:
      if (Number(row.cumFillSize) > filledBefore) add('good', 'fills', 'partly');
      else if (before === undefined && isSentHere) add('even', 'working', 'resting');
  }
  return outcomes;
}

/** An order that is over without being filled was killed by its own terms, or canceled. */
function endWord({ cancelReason, type, cumFillSize }: ToldOrder): OutcomeWord {
  switch (cancelReason) {
    case 'FOK_SHORT':
      return 'killedFok';
    case 'IOC_REMAINDER':
      return type.endsWith('MARKET') ? 'killedMarket' : 'killedIoc';
    case 'POST_ONLY_WOULD_TAKE':
      return 'killedPostOnly';
    default:
      return Number(cumFillSize) > 0 ? 'canceledPart' : 'canceled';
  }
}

const CANCELERS: Readonly<Record<string, OutcomeWord>> = {
  USER: 'byYou',
  REPLACED: 'byReplacement',
  AMENDED_TO_FILLED: 'byReplacement',
  OCO: 'byOtherExit',
  PROTECTIVE_EXIT: 'byOtherExit',
  POSITION_CLOSED: 'byClosedPosition',
  NO_POSITION: 'byClosedPosition',
  REDUCE_ONLY: 'byClosedPosition',
  LIQUIDATION: 'byLiquidation',
  BANKRUPTCY: 'byLiquidation',
  DELEVERAGING: 'byLiquidation',
  SELF_TRADE: 'bySelfTrade',
  TRIGGER_CHECK_FAILED: 'byMargin',
  UNCOVERED: 'byMargin',
  ACCOUNT_STATUS: 'byOperator',
  RESET: 'byOperator',
  SEASON_ENDED: 'bySeason',
  EXPIRED: 'byTime',
  COUNTDOWN: 'byCountdown',
};

const SOURCES: Readonly<Record<ToldOrder['triggerPriceType'], OutcomeWord>> = {
  UNKNOWN_PRICE_TYPE: 'lastPrice',
  CONTRACT_PRICE: 'lastPrice',
  MARK_PRICE: 'markPrice',
  INDEX_PRICE: 'indexPrice',
};

function valuesOf(row: ToldOrder): Readonly<Record<string, string>> {
  const size = row.positionTpsl ? sayOutcome('wholePosition') : row.size;
  const average = averageFillPrice(row.contractId, row.cumFillValue, row.cumFillSize);
  const limit = Number(row.price) === 0 ? sayOutcome('market') : withCommas(row.price);
  const isFilling = row.status !== 'CANCELED' && average !== undefined;
  return {
    order: `${sayDoes(row)} ${size} ${contractName(row.contractId)}`,
    price: isFilling ? withCommas(average) : limit,
    filled: row.cumFillSize,
    left: leftOf(row),
    trigger: withCommas(row.triggerPrice),
    source: sayOutcome(SOURCES[row.triggerPriceType]),
    who: sayOutcome(CANCELERS[row.cancelReason] ?? 'byVenue'),
  };
}

/** With as many decimals as the size has. */
function leftOf({ size, cumFillSize }: ToldOrder): string {
  const decimals = size.split('.')[1]?.length ?? 0;
  return (Number(size) - Number(cumFillSize)).toFixed(decimals);
}
