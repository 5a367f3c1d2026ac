/** One step of a life, and the tally of what happened in it. */
import type { Event } from '../domain/event.ts';
import { decideCommands } from './decide-commands.ts';
import { amountOf, type LabLife } from './lab-life.ts';

/** The action takes effect at once, then time moves on by one step. */
export function stepLife(life: LabLife, action: Float64Array): void {
  const { terms, drive, venue, account, tally } = life;
  tally.boughtLots = 0;
  tally.soldLots = 0;
  const commands = decideCommands(life, action);
  if (commands.length > 0) fold(life, drive.submit({ kind: 'batch', commands }));
  for (let beat = 0; beat < terms.stepBeats; beat += 1) {
    const events = drive.step();
    if (events !== undefined) fold(life, events);
  }
  life.steps += 1;
  const isRuined = tally.liquidations > 0 || venue.read.account.money(account).equity <= 0n;
  if (isRuined) life.status = 'terminated';
  else if (life.steps >= terms.lifeSteps) life.status = 'truncated';
}

function fold({ account, tally }: LabLife, events: readonly Event[]): void {
  for (const event of events) {
    switch (event.kind) {
      case 'fill-settled': {
        if (event.venue === 'book' && event.takerSide === 'buy') tally.boughtLots += event.size;
        if (event.venue === 'book' && event.takerSide === 'sell') tally.soldLots += event.size;
        const { maker, taker } = event;
        const own = maker.account === account ? maker : taker;
        if (own.account !== account) break;
        tally.fees += amountOf(own.fee) + amountOf(own.liquidationFee);
        tally.fills += 1;
        tally.filledLots += event.size;
        break;
      }
      case 'funding-paid':
        if (event.account === account) tally.funding -= amountOf(event.payment);
        break;
      case 'liquidation-started':
        if (event.account === account) tally.liquidations += 1;
        break;
      case 'command-rejected':
        if (event.account !== account) break;
        tally.rejects += 1;
        tally.lastReject = event.reject.reason;
        break;
      default:
    }
  }
}
