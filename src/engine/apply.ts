/**
 * The only way into the engine. Everything that happens at the venue is an entry applied here:
 * deterministic, synchronous, and never throwing for a user's mistake. It throws only when an
 * invariant breaks: an entry out of sequence or back in time, an overflow, money that does not add
 * up. The venue then stops.
 */
import { assert, unreachable } from '../domain/assert.ts';
import type {
  Batch,
  CancelAllOrders,
  CancelOrder,
  Command,
  Entry,
  SanctionAccount,
} from '../domain/command.ts';
import type { CommandOutcome, SingleOutcome } from '../domain/command-outcome.ts';
import type { Event } from '../domain/event.ts';
import { type ContractId, NO_ORDER, type OrderId } from '../domain/ids.ts';
import { BATCH_COMMANDS_MAX } from '../domain/limits.ts';
import { plusTotal } from '../domain/money.ts';
import { type Reject, reject } from '../domain/reject.ts';
import type { RequestIdentity } from '../domain/request-identity.ts';
import type { SeasonNumber } from '../domain/season.ts';
import { NO_MONEY } from '../domain/units.ts';
import { advanceTime, setCountdown, startSchedules } from './advance-time.ts';
import { amendOrder } from './amend-order.ts';
import { cancelAll, cancelOne } from './cancel-orders.ts';
import { runCascade } from './cascade.ts';
import { closePositions } from './close-positions.ts';
import { haltContract, listContract, resumeContract } from './list-contract.ts';
import { beginBatch, checkMandate, takeDuty } from './log-memory.ts';
import {
  deposit,
  openAccount,
  setAccountStatus,
  setAccountTerms,
  setLatency,
  withdraw,
} from './manage-accounts.ts';
import { setIndexPrice } from './mark-contract.ts';
import { spendNonce } from './nonce-memory.ts';
import { placeOrder } from './place-order.ts';
import { amendTrigger, placeTrigger } from './place-trigger.ts';
import { playTape } from './play-tape.ts';
import { recordOnly } from './record-note.ts';
import { findAnswered, passTime, rememberRequest } from './request-memory.ts';
import { resetAccount } from './reset-account.ts';
import {
  changeSeasonRules,
  closeSeason,
  endSeason,
  enrolTeam,
  leaveSeason,
  openSeason,
  resetSeason,
  sanctionAccount,
  startSeason,
} from './run-season.ts';
import {
  adjustIsolatedMargin,
  setAutoTopUp,
  setLeverage,
  setMarginMode,
  setPositionMode,
} from './set-leverage.ts';
import { emit, type VenueState } from './state.ts';

/** After a crowd of events the room for them is not kept. */
const EVENTS_KEPT = 4_096;

export function apply(state: VenueState, entry: Entry): readonly Event[] {
  assertFollows(state, entry);
  state.eventCount = 0;
  if (state.events.length > EVENTS_KEPT) state.events.length = 0;
  state.records.release();
  if (state.closed.length > 0) state.closed = [];
  state.triggersFired = 0;
  if (state.seq === 0) startSchedules(state, entry.at);
  state.seq = entry.seq;
  advanceTime(state, entry);
  const refused = entry.mandate && checkMandate(state.log, entry.mandate);
  const late = findLate(entry);
  if (refused !== undefined) announceReject(state, entry.command, refused);
  else if (entry.request?.nonce !== undefined)
    applyNumbered(state, entry.command, entry.request, late);
  else if (entry.request !== undefined) applyOnce(state, entry.command, entry.request, late);
  else if (late !== undefined) announceReject(state, entry.command, late);
  else applyCommand(state, entry.command);
  runCascade(state);
  assertConserved(state);
  return copyEvents(state);
}

/** As long as it must be. Most entries end with an event or two: a literal is the fastest copy. */
function copyEvents({ events, eventCount }: VenueState): Event[] {
  if (eventCount === 1) return [events[0]!];
  if (eventCount === 2) return [events[0]!, events[1]!];
  return events.slice(0, eventCount);
}

function assertFollows(state: VenueState, { seq, at }: Entry): void {
  assert(seq === state.seq + 1, 'an entry does not follow the one before', seq);
  assert(Number.isSafeInteger(at), 'an entry has no proper time', at);
  assert(at >= state.now, 'an entry goes back in time', at);
}

/** Both are times of the wall: venue time may stand still, or run fast. */
function findLate({ until, takenAt }: Entry): Reject | undefined {
  if (until === undefined || takenAt === undefined || takenAt <= until) return undefined;
  return reject('command-late', { given: takenAt, limit: until });
}

/**
 * A repeated signed request changes nothing and gets the answer of the first one. One that is late
 * is remembered too: another copy of it gets the same answer.
 */
function applyOnce(
  state: VenueState,
  command: Command,
  request: RequestIdentity,
  late: Reject | undefined,
): void {
  const { requests } = state;
  passTime(requests, request.receivedAt);
  const known = findAnswered(requests, request.words);
  if (known !== undefined) {
    emit(state, { kind: 'request-answered', isRepeat: true, outcome: known.outcome });
    return;
  }
  const outcome = late === undefined ? applyAnswered(state, command) : refuse(state, command, late);
  rememberRequest(requests, request, outcome);
  emit(state, { kind: 'request-answered', isRepeat: false, outcome });
}

/**
 * The number of a request is spent by it, whatever becomes of it; a repeat finds it spent, now and
 * in two days. So its answer need not be remembered.
 */
function applyNumbered(
  state: VenueState,
  command: Command,
  { nonce, receivedAt }: RequestIdentity,
  late: Reject | undefined,
): void {
  const refused = nonce && (spendNonce(state.nonces, nonce, receivedAt) ?? late);
  const outcome =
    refused === undefined ? applyAnswered(state, command) : refuse(state, command, refused);
  emit(state, { kind: 'request-answered', isRepeat: false, outcome });
}

function applyAnswered(state: VenueState, command: Command): CommandOutcome {
  if (command.kind !== 'batch') return applyNoted(state, command);
  const items: SingleOutcome[] = [];
  const refused = applyBatch(state, command, applyNoted, items);
  if (refused !== undefined) return { kind: 'refused', reject: refused, contract: null };
  return { kind: 'batch', items };
}

function refuse(state: VenueState, command: Command, late: Reject): CommandOutcome {
  announceReject(state, command, late);
  return { kind: 'refused', reject: late, contract: null };
}

function applyNoted(state: VenueState, command: Single): SingleOutcome {
  const { eventCount: events } = state;
  const { length: closed } = state.closed;
  return singleOutcome(state, command, { events, closed }, applyOne(state, command));
}

function applyCommand(state: VenueState, command: Command): void {
  if (command.kind === 'batch') applyBatch(state, command, applyOne);
  else applyOne(state, command);
}

/** Nothing comes between the commands. Liquidations and triggers wait until all are done. */
function applyBatch<Outcome>(
  state: VenueState,
  batch: Batch,
  applyItem: (state: VenueState, command: Single) => Outcome,
  outcomes?: Outcome[],
): Reject | undefined {
  const given = batch.commands.length;
  if (given > BATCH_COMMANDS_MAX) {
    const refused = reject('batch-too-large', { given, limit: BATCH_COMMANDS_MAX });
    announceReject(state, batch, refused);
    return refused;
  }
  let item = 0;
  for (const command of batch.commands) {
    emit(state, ITEM_STARTED[item]!);
    const outcome = applyItem(state, command);
    outcomes?.push(outcome);
    item += 1;
  }
  emit(state, BATCH_ENDED);
  return undefined;
}

/** Most entries are batches, so these are made once. */
const ITEM_STARTED = Array.from(
  { length: BATCH_COMMANDS_MAX },
  (_, item): Event => ({ kind: 'batch-item-started', item }),
);
const BATCH_ENDED: Event = { kind: 'batch-ended' };

type Single = Exclude<Command, Batch>;

function applyOne(state: VenueState, command: Single): Reject | undefined {
  const refused = run(state, command);
  if (refused !== undefined) announceReject(state, command, refused);
  return refused;
}

function announceReject(state: VenueState, command: Command, refused: Reject): void {
  emit(state, {
    kind: 'command-rejected',
    command: command.kind,
    account: 'account' in command ? command.account : null,
    reject: refused,
  });
}

function run(state: VenueState, command: Single): Reject | undefined {
  switch (command.kind) {
    case 'place-order':
      return placeOrder(state, command);
    case 'cancel-order':
      return cancelOne(state, command);
    case 'amend-order':
      return amendOrder(state, command);
    case 'set-index-price':
      return setIndexPrice(state, command);
    case 'cancel-all-orders':
      return cancelAll(state, command);
    case 'close-positions':
      return closePositions(state, command);
    case 'place-trigger':
      return placeTrigger(state, command);
    case 'amend-trigger':
      return amendTrigger(state, command);
    case 'set-leverage':
      return setLeverage(state, command);
    case 'set-margin-mode':
      return setMarginMode(state, command);
    case 'set-position-mode':
      return setPositionMode(state, command);
    case 'adjust-isolated-margin':
      return adjustIsolatedMargin(state, command);
    case 'set-auto-top-up':
      return setAutoTopUp(state, command);
    case 'set-countdown':
      return setCountdown(state, command);
    case 'deposit':
      return deposit(state, command);
    case 'withdraw':
      return withdraw(state, command);
    case 'open-account':
      return openAccount(state, command);
    case 'set-account-terms':
      return setAccountTerms(state, command);
    case 'set-latency':
      return setLatency(state, command);
    case 'set-account-status':
      return setAccountStatus(state, command);
    case 'reset-account':
      return resetAccount(state, command);
    case 'list-contract':
      return listContract(state, command);
    case 'halt-contract':
      return haltContract(state, command);
    case 'resume-contract':
      return resumeContract(state, command);
    case 'advance-clock':
    case 'market-beat':
    case 'record-note':
    case 'mark-state':
      return recordOnly(state, command);
    case 'play-tape':
      return playTape(state, command);
    case 'begin-batch':
      return beginBatch(state.log, command, state.now);
    case 'take-duty':
      return takeDuty(state.log, command);
    default:
      return runSeason(state, command);
  }
}

type Seasonal = Extract<Single, { readonly season: SeasonNumber } | SanctionAccount>;

function runSeason(state: VenueState, command: Seasonal): Reject | undefined {
  switch (command.kind) {
    case 'open-season':
      return openSeason(state, command);
    case 'change-season-rules':
      return changeSeasonRules(state, command);
    case 'enrol-team':
      return enrolTeam(state, command);
    case 'leave-season':
      return leaveSeason(state, command);
    case 'reset-season':
      return resetSeason(state, command);
    case 'start-season':
      return startSeason(state, command);
    case 'end-season':
      return endSeason(state, command);
    case 'close-season':
      return closeSeason(state, command);
    case 'sanction-account':
      return sanctionAccount(state, command);
    default:
      return unreachable(command);
  }
}

/** Where the effects of one command begin among those of its entry. */
interface WorkStart {
  readonly events: number;
  readonly closed: number;
}

/** Picks out of a command's effects those that its sender is told. */
function singleOutcome(
  state: VenueState,
  command: Exclude<Command, Batch>,
  start: WorkStart,
  refused: Reject | undefined,
): SingleOutcome {
  if (refused !== undefined)
    return { kind: 'refused', reject: storable(refused), contract: contractOf(state, command) };
  switch (command.kind) {
    case 'place-order':
    case 'place-trigger':
      return placedOutcome(state, start);
    case 'cancel-order':
    case 'cancel-all-orders':
      return { kind: 'done', orders: canceledSince(state, command, start), contract: null };
    case 'close-positions':
      return { kind: 'closed', positions: state.closed.slice(start.closed) };
    default:
      return { kind: 'done', orders: [], contract: contractOf(state, command) };
  }
}

/** The rejected value may be no number at all, which a snapshot cannot store. */
function storable(refused: Reject): Reject {
  const { given } = refused;
  const isPlain = typeof given !== 'number' || (Number.isSafeInteger(given) && given !== 0);
  return isPlain ? refused : { ...refused, given: given === 0 ? 0 : String(given) };
}

/** The first order is the one that was asked for; its exits come after it. */
function placedOutcome({ events, eventCount }: VenueState, start: WorkStart): SingleOutcome {
  for (let place = start.events; place < eventCount; place += 1) {
    const event = events[place]!;
    if (event.kind === 'order-repeated') return { kind: 'known-order', order: event.order };
    if (event.kind === 'order-accepted' && event.parent === NO_ORDER)
      return { kind: 'done', orders: [event.order], contract: null };
  }
  assert(false, 'an accepted placement placed no order', start.events);
}

function canceledSince(
  { events, eventCount }: VenueState,
  { account }: CancelOrder | CancelAllOrders,
  start: WorkStart,
): OrderId[] {
  const orders: OrderId[] = [];
  for (let place = start.events; place < eventCount; place += 1) {
    const event = events[place]!;
    if (event.kind === 'order-canceled' && event.account === account && event.reason === 'user')
      orders.push(event.order);
  }
  return orders;
}

/** Null if the command names no contract, several, or one that is not listed. */
function contractOf(
  { orders, listings }: VenueState,
  command: Exclude<Command, Batch>,
): ContractId | null {
  if ('target' in command) {
    if (command.target.by !== 'id') return null;
    return orders.get(command.target.order)?.contract ?? null;
  }
  if (!('contract' in command) || typeof command.contract !== 'number') return null;
  return listings[command.contract]?.contract.id ?? null;
}

/** The sum of all legs ever equals the money that came from outside. */
function assertConserved(state: VenueState): void {
  if (state.collateralMoved !== NO_MONEY)
    state.collateralTotal = plusTotal(state.collateralTotal, state.collateralMoved);
  state.collateralMoved = NO_MONEY;
  assert(
    state.collateralTotal === state.depositsNet,
    'money is not conserved after entry',
    state.seq,
  );
}
