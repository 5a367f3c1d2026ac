/** One step of a life, and the tally of what happened in it. */
import type { Event, FillSettled } from '../domain/event.ts';
import { millis, NO_MONEY } from '../domain/units.ts';
import { decideCommands } from './decide-commands.ts';
import { amountOf, type LabLife, type LabSeat } from './lab-life.ts';

/** By the place of the agent. Those that are over have none. */
export type SeatActions = ReadonlyMap<number, Float64Array>;

/** The actions take effect at once, or after their latency; then time moves on by one step. */
export function stepLife(life: LabLife, actions: SeatActions): void {
  const { terms, drive, venue, seats, markets, underway } = life;
  for (const market of markets) Object.assign(market, { boughtLots: 0, soldLots: 0 });
  const dueAt = drive.at + terms.latencyMillis;
  // Who comes first takes turns, so that no place is better than another.
  for (let turn = 0; turn < seats.length; turn += 1) {
    const place = (turn + life.steps) % seats.length;
    const [seat, action] = [seats[place], actions.get(place)];
    if (seat === undefined || action === undefined) continue;
    const commands = decideCommands(life, seat, action);
    if (commands.length > 0) underway.push({ dueAt, commands });
  }
  submitUntil(life, drive.at);
  const end = drive.at + terms.stepMillis;
  for (let beat = life.nextBeat(); beat <= end; beat = life.nextBeat()) {
    submitUntil(life, beat - 1);
    life.chaos?.pass();
    fold(life, drive.step());
  }
  submitUntil(life, end);
  drive.reach(end, (events) => fold(life, events));
  life.steps += 1;
  for (const seat of seats) {
    if (seat.status !== 'running') continue;
    const { equity } = venue.read.account.money(seat.account);
    if (seat.tally.liquidations > 0 || equity <= NO_MONEY) seat.status = 'terminated';
    else if (life.steps >= terms.lifeSteps || life.isOver()) seat.status = 'truncated';
  }
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
