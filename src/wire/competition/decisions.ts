/**
 * Decisions that teams logged, each with its reason, its order, and what became of that, as the
 * public leaderboard is shown: nothing of the time that is held back.
 */
import { type Static, Type } from 'typebox';
import type { Contract } from '../../domain/contract.ts';
import type { FillRow } from '../../domain/history.ts';
import type { AccountId, OrderId } from '../../domain/ids.ts';
import type { OrderStatus } from '../../domain/order.ts';
import { type Lots, lots, type Millis } from '../../domain/units.ts';
import { ifSent, integerField, momentField, textField } from '../field.ts';
import type { FoundOrder } from '../order-figures.ts';
import { formatLots, formatTicks } from '../quantity.ts';
import {
  decimal,
  integer,
  list,
  moment,
  nullable,
  record,
  records,
  text,
  word,
} from '../record-field.ts';
import { BOARD_WEIGHT, LATE, publicGet, seasonField } from './endpoint.ts';

export const DECISIONS_USUAL = 50;
const LIMIT = { default: DECISIONS_USUAL, min: 1, max: 200 };

const STATUSES = ['working', 'filled', 'canceled'] as const;

const DECISION_ORDER = record({
  id: text('The order', '596471064624628269'),
  symbol: text('The contract', 'cmt_btcusdt'),
  action: text('open-long, close-short and so on', 'open-long'),
  size: nullable(decimal('Size; null where it has changed since the moment that is shown', '0.10')),
  price: nullable(decimal('Limit; null at the market, or where it has changed since', '62000.0')),
  status: word(STATUSES, 'What had become of it at the moment that is shown'),
  filled: decimal('What was filled of it until then', '0.10'),
  fills: records({
    at: moment('When it was filled'),
    price: decimal('At which price', '62000.0'),
    size: decimal('How much', '0.10'),
  }),
});

const DECISION = record({
  team: text('The team', 'careful-owls'),
  at: moment('When it was logged'),
  stage: text('The stage of the decision', 'Strategy Generation'),
  model: text('The model', 'my-model-1'),
  reason: text('The reasons in words', 'Oversold on rising volume.'),
  order: nullable(DECISION_ORDER),
});
export type DecisionRecord = Static<typeof DECISION>;

export const DECISIONS_RECORD = record({
  season: integer('Number of the season', 1),
  shownAt: nullable(moment('The moment that is shown; null before there is any')),
  decisions: list(DECISION),
});
export type DecisionsRecord = Static<typeof DECISIONS_RECORD>;

export const DECISIONS_ASKED = Type.Object({
  season: seasonField(),
  team: ifSent(textField('Of this team alone.', { lengthMax: 200 })),
  until: ifSent(momentField('As it was then; as the leaderboard is shown where left out.')),
  limit: ifSent(integerField('How many of the newest.', LIMIT)),
});

export const DECISIONS = publicGet('/competition/decisions', BOARD_WEIGHT, {
  id: 'competitionDecisions',
  request: DECISIONS_ASKED,
  errors: ['40020', '404'],
  response: DECISIONS_RECORD,
  summary: 'Decisions of teams that log, with their reasons and orders, newest first',
  text: `Where the rules show them: showsReasons. ${LATE}`,
});

/** A log, as far as it is anybody's business. */
export interface ShownLog {
  readonly account: AccountId;
  readonly venueAt: Millis;
  readonly order: OrderId | null;
  readonly stage: string;
  readonly model: string;
  readonly explanation: string;
}

export interface LoggedOrder extends FoundOrder {
  readonly contract: Contract;
  /** Oldest first, also those after the moment that is shown. */
  readonly ownFills: readonly FillRow[];
}

export function formatDecision(
  { venueAt, stage, model, explanation }: ShownLog,
  team: string,
  found: LoggedOrder | undefined,
  shownAt: Millis,
): DecisionRecord {
  const order = found === undefined ? null : formatLogged(found, shownAt);
  return { team, at: venueAt, stage, model, reason: explanation, order };
}

const statusOf = (status: OrderStatus): (typeof STATUSES)[number] =>
  status === 'filled' || status === 'canceled' ? status : 'working';

/** What happened to it later stays untold: an amendment too, whose former terms nobody keeps. */
function formatLogged(
  { order, updatedAt, contract, ownFills }: LoggedOrder,
  shownAt: Millis,
): DecisionRecord['order'] {
  const fills = ownFills.filter(({ at }) => at <= shownAt);
  const filled: Lots = lots(fills.reduce((sum, { size }) => sum + size, 0));
  const isAsItWas = updatedAt <= shownAt;
  const hasLimit = order.price > 0;
  return {
    id: String(order.id),
    symbol: contract.symbol,
    action: `${order.effect}-${order.positionSide}`,
    size: isAsItWas ? formatLots(contract, order.size) : null,
    price: isAsItWas && hasLimit ? formatTicks(contract, order.price) : null,
    status: isAsItWas ? statusOf(order.status) : 'working',
    filled: formatLots(contract, filled),
    fills: fills.map(({ at, price, size }) => ({
      at,
      price: formatTicks(contract, price),
      size: formatLots(contract, size),
    })),
  };
}
