/** One step of a life, and the tally of what happened in it. */
import type { Event, FillSettled } from '../domain/event.ts';
import { delayAt, type Leg } from '../domain/latency.ts';
import { millis, NO_MONEY } from '../domain/units.ts';
import { decideCommands } from './decide-commands.ts';
import { amountOf, type LabLife, type LabSeat } from './lab-life.ts';
import type { Observer } from './observe.ts';

/** By the place of the agent. Those that are over have none. */
export type SeatActions = ReadonlyMap<number, Float64Array>;

/**
 * The actions take effect at once, or after their latency; then time moves on by one step, and the
 * agents see the market and are told of their accounts, or did so as much earlier as that is late.
 */
export function stepLife(life: LabLife, actions: SeatActions, observer: Observer): void {
  const { terms, drive, venue, seats, underway } = life;
  const { latency } = terms;
  // Who comes first takes turns, so that no place is better than another.
  for (let turn = 0; turn < seats.length; turn += 1) {
    const place = (turn + life.steps) % seats.length;
    const [seat, action] = [seats[place], actions.get(place)];
    if (seat === undefined || action === undefined) continue;
    const commands = decideCommands(life, seat, action);
    const delay = delayAt(latency, 'entry', seat.account, millis(drive.at));
    if (commands.length > 0) underway.push({ dueAt: drive.at + delay, commands });
  }
  // Those that arrive together keep the order in which they were sent.
  if (underway.length > 1) underway.sort((first, second) => first.dueAt - second.dueAt);
  submitUntil(life, drive.at);
  const end = drive.at + terms.stepMillis;
  // All agents have their data from the same line.
  const lateBy = (leg: Leg): number => delayAt(latency, leg, seats[0]!.account, millis(end));
  const [seenAt, toldAt] = [end - lateBy('feed'), end - lateBy('answer')];
  const isLate = seenAt < end || toldAt < end;
  const stops = isLate ? new Set([Math.min(seenAt, toldAt), Math.max(seenAt, toldAt), end]) : [end];
  for (const at of stops) {
    // With nothing on its way the market reaches the end by itself, in half the steps.
    if (at < end || underway.length > 0 || life.chaos !== undefined) pass(life, at);
    if (at === end) drive.reach(end, (events) => fold(life, events));
    if (at === seenAt) observer.see(at);
    if (at === toldAt) observer.tell();
  }
  life.steps += 1;
  for (const seat of seats) {
    if (seat.status !== 'running') continue;
    const { equity } = venue.read.account.money(seat.account);
    if (seat.tally.liquidations > 0 || equity <= NO_MONEY) seat.status = 'terminated';
    else if (life.steps >= terms.lifeSteps || life.isOver()) seat.status = 'truncated';
  }
}

/** What happens until then, in the market and of what is on its way. */
function pass(life: LabLife, until: number): void {
  for (let beat = life.drive.nextBeat(); beat <= until; beat = life.drive.nextBeat()) {
    submitUntil(life, beat - 1);
    life.chaos?.pass();
    fold(life, life.drive.step());
  }
  submitUntil(life, until);
}

function submitUntil(life: LabLife, until: number): void {
  const { underway, venue } = life;
  for (let next = underway[0]; next !== undefined && next.dueAt <= until; next = underway[0]) {
    underway.shift();
    fold(life, venue.submitAt(millis(next.dueAt), { kind: 'batch', commands: next.commands }));
  }
}

function fold(life: LabLife, events: readonly Event[]): void {
  for (const event of events) {
    switch (event.kind) {
      case 'fill-settled':
        foldFill(life, event);
        break;
      case 'funding-paid': {
        const seat = seatOf(life, event.account);
        if (seat !== undefined) seat.tally.funding -= amountOf(event.payment);
        break;
      }
      case 'liquidation-started': {
        const seat = seatOf(life, event.account);
        if (seat !== undefined) seat.tally.liquidations += 1;
        break;
      }
      case 'command-rejected': {
        const seat = seatOf(life, event.account);
        if (seat === undefined) break;
        seat.tally.rejects += 1;
        seat.tally.lastReject = event.reject.reason;
        break;
      }
      default:
    }
  }
}

const seatOf = ({ seats }: LabLife, account: number | null): LabSeat | undefined =>
  seats.find((seat) => seat.account === account);

function foldFill(life: LabLife, fill: FillSettled): void {
  const market = life.markets[fill.contract];
  if (market !== undefined && fill.venue === 'book')
    market[fill.takerSide === 'buy' ? 'boughtLots' : 'soldLots'] += fill.size;
  for (const side of [fill.maker, fill.taker]) {
    const tally = seatOf(life, side.account)?.tally;
    if (tally === undefined) continue;
    tally.fees += amountOf(side.fee) + amountOf(side.liquidationFee);
    tally.fills += 1;
    tally.filledLots[fill.contract]! += fill.size;
  }
}
