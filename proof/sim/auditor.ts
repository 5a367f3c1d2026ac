/**
 * An independent auditor. It folds commands and events into a model of its own, recomputing every
 * number an event carries, and after each entry compares the model with the engine's state and
 * checks what must hold over all accounts. Invariants are cited by their number in the list the
 * venue is built to: 1-26 and 30 here, 28 (replay and restore) in `shadow.ts`. 27, 29 and 31 speak
 * of candles, durable journals and contests, which the pure engine does not have.
 */
import type { Command, Entry } from '../../src/domain/command.ts';
import type { Event, EventOf } from '../../src/domain/event.ts';
import type { VenueState } from '../../src/engine/state.ts';
import { checkAnswer, startCommand } from './audit/answers.ts';
import { broken, same } from './audit/broken.ts';
import { checkRisk, checkTriggers } from './audit/check-risk.ts';
import { checkState } from './audit/check-state.ts';
import { checkSums } from './audit/check-sums.ts';
import { checkDueMark, passSeconds } from './audit/expected-mark.ts';
import { foldDeficit, foldModelFill } from './audit/fold-fills.ts';
import {
  foldEstimated,
  foldIsolatedMoved,
  foldMoved,
  foldPaid,
  foldReset,
  foldSettled,
} from './audit/fold-money.ts';
import {
  foldAccepted,
  foldAmended,
  foldCanceled,
  foldRepeated,
  foldRested,
} from './audit/fold-orders.ts';
import { checkTakeover, foldDeleveraged, foldEnded, foldStarted } from './audit/fold-risk.ts';
import {
  foldBeat,
  foldLeverage,
  foldListed,
  foldMarked,
  foldMode,
  foldNote,
  foldOpened,
  foldStatus,
  foldTerms,
  foldTopUp,
} from './audit/fold-settings.ts';
import { foldFired, foldTriggerAmended } from './audit/fold-triggers.ts';
import { createModel, type Model, modelContract } from './audit/model.ts';
import { checkNet, foldPositionMode, foldTurned } from './audit/net.ts';
import { checkAlive, checkDeadlines, foldCountdown, startDeadlines } from './audit/options.ts';
import { startRanges } from './audit/ranges.ts';
import { foldRejected } from './audit/refusals.ts';
import {
  checkAnswered,
  commandBehind,
  createRequests,
  type ModelRequests,
} from './audit/requests.ts';
import {
  foldEnrolled,
  foldLeft,
  foldRulesChanged,
  foldSanctioned,
  foldSeasonClosed,
  foldSeasonEnded,
  foldSeasonOpened,
  foldSeasonReset,
  foldSeasonStarted,
} from './audit/seasons.ts';
import { checkTrails, foldActivated } from './audit/trails.ts';

export interface Auditor {
  readonly model: Model;
  readonly requests: ModelRequests;
}

export const createAuditor = (): Auditor => ({
  model: createModel(),
  requests: createRequests(),
});

/** Throws an `AuditFailure` if anything is not as promised. */
export function auditEntry(
  { model, requests }: Auditor,
  entry: Entry,
  events: readonly Event[],
  state: VenueState,
): void {
  const command = commandBehind(requests, entry);
  const due = beginEntry(model, { ...entry, command }, events);
  let fired = 0;
  for (const event of events) {
    if (event.kind === 'prices-marked') checkDueMark(due, event.contract, event.mark);
    if (event.kind === 'trigger-fired') fired += 1;
    foldEvent(model, command, event);
  }
  if (command.kind !== 'batch') checkAnswer(model);
  checkAnswered(requests, entry, events);
  if (due.size > 0) broken('MRK-4', `contract ${[...due.keys()][0]} was not marked`);
  model.command = null;
  checkSums(model);
  checkState(model, state);
  checkNet(model);
  checkRisk(model);
  checkTriggers(model, fired);
  checkTrails(model, state);
  checkDeadlines(model, state);
}

function beginEntry(model: Model, entry: Entry, events: readonly Event[]): Map<number, number> {
  same('19 seq', 'sequence of an entry', entry.seq, model.seq + 1);
  if (entry.at < model.now) broken('19 seq', 'time runs backwards');
  const due = passSeconds(model, entry.at);
  model.seq = entry.seq;
  model.now = entry.at;
  model.bankrupt.clear();
  model.attempts.clear();
  startRanges(model);
  startDeadlines(model);
  const { command } = entry;
  if (command.kind === 'batch') model.command = null;
  else {
    const refused = events.some(
      (event) => event.kind === 'command-rejected' && event.command === command.kind,
    );
    startCommand(model, command);
    if (!refused) noteIndex(model, command);
  }
  return due;
}

/** An accepted index price is fresh, even if it is the same as before. */
function noteIndex(model: Model, command: Command): void {
  if (command.kind === 'set-index-price')
    modelContract(model, command.contract).indexAt = model.now;
}

function foldEvent(model: Model, asked: Command, event: Event): void {
  switch (event.kind) {
    case 'batch-item-started':
      endItem(model);
      if (asked.kind !== 'batch') broken('BAT-1', 'a batch marker without a batch');
      startCommand(model, asked.commands[event.item] ?? broken('BAT-1', `item ${event.item}`));
      return;
    case 'batch-ended':
      endItem(model);
      model.command = null;
      return;
    case 'command-rejected':
      foldRefusal(model, event);
      break;
    case 'contract-listed':
      foldListed(model, event);
      break;
    case 'contract-status-changed':
      modelContract(model, event.contract).halted = event.halted;
      return;
    case 'note-recorded':
      foldNote(model, event);
      break;
    case 'market-beat-kept':
      foldBeat(model, event);
      break;
    case 'prices-marked':
      foldMarked(model, event);
      break;
    case 'account-opened':
      foldOpened(model, event);
      break;
    case 'account-terms-set':
      foldTerms(model, event);
      break;
    case 'account-status-changed':
      foldStatus(model, event);
      break;
    case 'leverage-set':
      foldLeverage(model, event);
      break;
    case 'margin-mode-set':
      foldMode(model, event);
      break;
    case 'position-mode-set':
      foldPositionMode(model, event);
      break;
    case 'auto-top-up-set':
      foldTopUp(model, event);
      break;
    case 'season-opened':
      foldSeasonOpened(model, event);
      break;
    case 'season-rules-changed':
      foldRulesChanged(model, event);
      break;
    case 'account-enrolled':
      foldEnrolled(model, event);
      break;
    case 'account-left':
      foldLeft(model, event);
      break;
    default:
      foldMore(model, event);
      break;
  }
}

function foldMore(model: Model, event: SeasonEvent | TradingEvent): void {
  switch (event.kind) {
    case 'season-reset':
      foldSeasonReset(model, event);
      break;
    case 'season-started':
      foldSeasonStarted(model, event);
      break;
    case 'season-ended':
      foldSeasonEnded(model, event);
      break;
    case 'season-closed':
      foldSeasonClosed(model, event);
      break;
    case 'account-sanctioned':
      foldSanctioned(model, event);
      break;
    default:
      foldTrading(model, event);
      break;
  }
}

type SeasonEvent = Extract<
  Event,
  {
    kind:
      | 'season-reset'
      | 'season-started'
      | 'season-ended'
      | 'season-closed'
      | 'account-sanctioned';
  }
>;

function endItem(model: Model): void {
  const { command } = model;
  if (command === null) return;
  checkAnswer(model);
  if (model.refusals === 0) noteIndex(model, command);
}

function foldRefusal(model: Model, event: EventOf<'command-rejected'>): void {
  model.answers += 1;
  model.refusals += 1;
  if (event.command === 'close-positions') model.attempts.add(`${event.account}`);
  foldRejected(model, event);
}

type TradingEvent = Exclude<
  Event,
  {
    kind:
      | 'batch-item-started'
      | 'batch-ended'
      | 'command-rejected'
      | 'contract-listed'
      | 'contract-status-changed'
      | 'note-recorded'
      | 'market-beat-kept'
      | 'prices-marked'
      | 'account-opened'
      | 'account-terms-set'
      | 'account-status-changed'
      | 'leverage-set'
      | 'margin-mode-set'
      | 'position-mode-set'
      | 'auto-top-up-set'
      | 'season-opened'
      | 'season-rules-changed'
      | 'account-enrolled'
      | 'account-left'
      | SeasonEvent['kind'];
  }
>;

function foldTrading(model: Model, event: TradingEvent): void {
  switch (event.kind) {
    case 'order-accepted':
      foldAccepted(model, event);
      break;
    case 'order-repeated':
      model.answers += 1;
      foldRepeated(model, event);
      break;
    case 'order-rested':
      foldRested(model, event);
      break;
    case 'order-amended':
      foldAmended(model, event);
      break;
    case 'order-turned':
      foldTurned(model, event);
      break;
    case 'order-canceled':
      foldCanceled(model, event);
      break;
    case 'trigger-fired':
      foldFired(model, event);
      break;
    case 'trigger-activated':
      foldActivated(model, event);
      break;
    case 'countdown-set':
      foldCountdown(model, event);
      break;
    case 'trigger-amended':
      foldTriggerAmended(model, event);
      break;
    case 'fill-settled':
      checkAlive(model, event);
      if (event.venue === 'takeover') checkTakeover(model, event);
      foldModelFill(model, event);
      break;
    case 'deficit-covered':
      foldDeficit(model, event);
      break;
    case 'collateral-moved':
      foldMoved(model, event);
      break;
    case 'isolated-margin-moved':
      foldIsolatedMoved(model, event);
      break;
    case 'funding-estimated':
      foldEstimated(model, event);
      break;
    case 'funding-paid':
      foldPaid(model, event);
      break;
    case 'funding-settled':
      foldSettled(model, event);
      break;
    case 'liquidation-started':
      foldStarted(model, event);
      break;
    case 'liquidation-ended':
      foldEnded(model, event);
      break;
    case 'deleveraged':
      foldDeleveraged(model, event);
      break;
    case 'account-reset':
      foldReset(model, event);
      break;
  }
}
