/**
 * One account of a data folder as a life: its journal is replayed, and the account scored and
 * recorded from a moment without positions on, as the bot of a life is.
 */
import type { Event } from '../domain/event.ts';
import type { AccountId } from '../domain/ids.ts';
import { type Millis, millis, NO_MONEY, seq } from '../domain/units.ts';
import { findJournal } from '../journal/find-journal.ts';
import { type BareVenue, createBareVenue } from '../venue/bare-venue.ts';
import { createBareFollower } from '../verdict/follow-bare.ts';
import type { LifePart } from '../verdict/life-part.ts';
import type { LifeRecorder } from '../verdict/record-life.ts';
import { createViews } from '../views/views.ts';
import { recallStart } from './publish-season.ts';

export interface ReplayedSpan {
  readonly dataFolder: string;
  readonly account: AccountId;
  readonly from: Millis;
  /** The last entry if it is later. */
  readonly to: Millis;
  readonly tell: (seq: number, last: number) => void;
}

/** Or why there is nothing to tell. */
export async function replayAccount(span: ReplayedSpan): Promise<LifePart | string> {
  const { dataFolder, account, from } = span;
  const journal = findJournal(dataFolder);
  if (journal === undefined) return `${dataFolder} holds no journal`;
  const { first, last } = journal;
  const start = await recallStart(dataFolder, first);
  if (start === undefined) return `entries before ${first} are gone: nothing can be replayed`;
  const [final] = [...journal.read({ from: last, to: last })].flat();
  const endAt = millis(Math.min(span.to, final?.at ?? 0));
  const { state, contest } = start;
  const follower = createBareFollower(contest);
  const venue = createBareVenue({ state, views: createViews() }, follower.follow);
  let recorder: LifeRecorder | undefined;
  let part: LifePart | undefined;
  for (const entries of journal.read({ from: seq(state.seq + 1), to: last })) {
    for (const { at, command } of entries) {
      const events = venue.submitAt(at, command);
      if (recorder !== undefined) noteRejects(recorder, { at, account, events });
      else if (at >= from && at < endAt && isReady(venue, account))
        recorder = follower.score(
          venue,
          { account, wallet: equityOf(venue, account), startAt: at, endAt, regime: () => '' },
          (figures, record) => {
            part = { figures, record, commands: null };
          },
        );
    }
    span.tell(venue.read.seq(), last);
    if (part !== undefined) break;
  }
  if (venue.read.account.status(account) === undefined)
    return `${dataFolder} has no account ${account}`;
  if (recorder === undefined)
    return `account ${account} had no money, or never a moment without positions, in that time`;
  if (part === undefined) follower.endAt(endAt);
  return part ?? 'its life has no end';
}

const equityOf = (venue: BareVenue, account: AccountId) => venue.read.account.money(account).equity;

/** With money and nothing else: what it makes from here on is its own doing. */
const isReady = (venue: BareVenue, account: AccountId): boolean =>
  venue.read.account.status(account) !== undefined &&
  equityOf(venue, account) > NO_MONEY &&
  venue.read.account.positions(account).length === 0;

interface Told {
  readonly at: Millis;
  readonly account: AccountId;
  readonly events: readonly Event[];
}

function noteRejects(recorder: LifeRecorder, { at, account, events }: Told): void {
  for (const event of events)
    if (event.kind === 'command-rejected' && event.account === account) {
      const { reason, given, limit } = event.reject;
      const more = [
        given === undefined ? '' : `given ${given}`,
        limit === undefined ? '' : `limit ${limit}`,
      ].filter((word) => word !== '');
      const words = [reason, ...more].join(', ');
      recorder.refuse({ at, call: event.command, status: 0, code: reason, words });
    }
}
