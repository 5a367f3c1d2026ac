/**
 * An independent auditor. It folds commands and events into a model of its own, recomputing every
 * number an event carries, and after each entry compares the model with the engine's state and
 * checks what must hold over all accounts. It judges money and books, and that nothing works which
 * an account could not afford; whether a refusal had the right reason is for the tests of rules.
 * Invariants are cited by their number in the list the
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
import * as fills from './audit/fold-fills.ts';
import * as money from './audit/fold-money.ts';
import * as orders from './audit/fold-orders.ts';
import * as risk from './audit/fold-risk.ts';
import * as settings from './audit/fold-settings.ts';
import * as triggers from './audit/fold-triggers.ts';
import { Model, modelContract } from './audit/model.ts';
import { checkNet, foldPositionMode, foldTurned } from './audit/net.ts';
import { checkAlive, checkDeadlines, foldCountdown, startDeadlines } from './audit/options.ts';
import { startRanges } from './audit/ranges.ts';
import { foldRejected } from './audit/refusals.ts';
import { checkAnswered, commandBehind, ModelRequests } from './audit/requests.ts';
import * as seasons from './audit/seasons.ts';
import { checkTrails, foldActivated } from './audit/trails.ts';

export interface Auditor {
  readonly model: Model;
  readonly requests: ModelRequests;
}

export const createAuditor = (): Auditor => ({
  model: new Model(),
  requests: new ModelRequests(),
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
    if (event.kind !== 'request-answered') foldEvent(model, command, event);
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

function foldEvent(
  model: Model,
  asked: Command,
  event: Exclude<Event, EventOf<'request-answered'>>,
): void {
  if (event.kind === 'batch-item-started') {
    endItem(model);
    if (asked.kind !== 'batch') broken('BAT-1', 'a batch marker without a batch');
    startCommand(model, asked.commands[event.item] ?? broken('BAT-1', `item ${event.item}`));
  } else if (event.kind === 'batch-ended') {
    endItem(model);
    model.command = null;
  } else {
    foldByKind(model, event.kind, event);
  }
}

function endItem(model: Model): void {
  const { command } = model;
  if (command === null) return;
  checkAnswer(model);
  if (model.refusals === 0) noteIndex(model, command);
}

/** The markers of a batch need the command; answers to requests are checked with the entry. */
type FoldedKind = Exclude<Event['kind'], 'batch-item-started' | 'batch-ended' | 'request-answered'>;
type FoldedEvents = { readonly [Kind in FoldedKind]: EventOf<Kind> };
type Folds = {
  readonly [Kind in FoldedKind]: (model: Model, event: FoldedEvents[Kind]) => void;
};

const FOLDS: Folds = {
  'command-rejected': foldRejected,
  'contract-listed': settings.foldListed,
  'contract-status-changed': (model, event) => {
    modelContract(model, event.contract).halted = event.halted;
  },
  'note-recorded': settings.foldNote,
  'market-beat-kept': settings.foldBeat,
  'prices-marked': settings.foldMarked,
  'account-opened': settings.foldOpened,
  'account-terms-set': settings.foldTerms,
  'account-status-changed': settings.foldStatus,
  'leverage-set': settings.foldLeverage,
  'margin-mode-set': settings.foldMode,
  'position-mode-set': foldPositionMode,
  'auto-top-up-set': settings.foldTopUp,
  'season-opened': seasons.foldSeasonOpened,
  'season-rules-changed': seasons.foldRulesChanged,
  'account-enrolled': seasons.foldEnrolled,
  'account-left': seasons.foldLeft,
  'season-reset': seasons.foldSeasonReset,
  'season-started': seasons.foldSeasonStarted,
  'season-ended': seasons.foldSeasonEnded,
  'season-closed': seasons.foldSeasonClosed,
  'account-sanctioned': seasons.foldSanctioned,
  'order-accepted': orders.foldAccepted,
  'order-repeated': orders.foldRepeated,
  'order-rested': orders.foldRested,
  'order-amended': orders.foldAmended,
  'order-turned': foldTurned,
  'levels-played': () => broken('TAPE-1', 'nobody played a tape'),
  'order-canceled': orders.foldCanceled,
  'trigger-fired': triggers.foldFired,
  'trigger-activated': foldActivated,
  'countdown-set': foldCountdown,
  'trigger-amended': triggers.foldTriggerAmended,
  'fill-settled': (model, event) => {
    checkAlive(model, event);
    if (event.venue === 'takeover') risk.checkTakeover(model, event);
    fills.foldModelFill(model, event);
  },
  'deficit-covered': fills.foldDeficit,
  'collateral-moved': money.foldMoved,
  'isolated-margin-moved': money.foldIsolatedMoved,
  'funding-estimated': money.foldEstimated,
  'funding-paid': money.foldPaid,
  'funding-settled': money.foldSettled,
  'liquidation-started': risk.foldStarted,
  'liquidation-ended': risk.foldEnded,
  deleveraged: risk.foldDeleveraged,
  'account-reset': money.foldReset,
};

function foldByKind<Kind extends FoldedKind>(
  model: Model,
  kind: Kind,
  event: FoldedEvents[Kind],
): void {
  FOLDS[kind](model, event);
}
