/** Plays several tapes at once, moment by moment, aligned by the time of their engines. */
import type { Batch } from '../domain/command.ts';
import type { Millis } from '../domain/units.ts';
import { compareEvents, isOfMoment, millisAt, type TapeEvent } from './tape-event.ts';
import type { ReadTape } from './tape-lines.ts';
import type { TapeTrack } from './tape-track.ts';

export interface TapeDeckParts {
  readonly tapes: readonly ReadTape[];
  /** By the symbol of the tape. */
  readonly tracks: ReadonlyMap<string, TapeTrack>;
}

interface Reel {
  readonly events: ReadTape['events'];
  ready: readonly TapeEvent[];
  place: number;
  hasEnded: boolean;
}

export class TapeDeck {
  readonly #tracks: TapeDeckParts['tracks'];
  readonly #reels: Reel[];
  #next: TapeEvent[] = [];
  /** Symbols that begin too late to have a contract. */
  readonly unplayed = new Set<string>();

  constructor({ tapes, tracks }: TapeDeckParts) {
    this.#tracks = tracks;
    this.#reels = tapes.map(reelOf);
  }

  /** When the next moment is; undefined at the end of all tapes, and before the first `load`. */
  get nextAt(): Millis | undefined {
    const [first] = this.#next;
    return first === undefined ? undefined : millisAt(first);
  }

  /** Reads on until the next moment is known. Rejects with TapeDamaged. */
  async load(): Promise<void> {
    if (this.#next.length > 0) return;
    for (;;) {
      for (const reel of this.#reels) if (isDry(reel)) await refill(reel);
      const reel = findEarliest(this.#reels);
      const event = reel?.ready[reel.place];
      if (reel === undefined || event === undefined) return;
      if (!isOfMoment(event, this.#next)) return;
      this.#next.push(event);
      reel.place += 1;
    }
  }

  /** Decides the next moment and leaves it behind. */
  decide(): Batch | undefined {
    const commands: Batch['commands'][number][] = [];
    for (const [track, events] of this.#takeByTrack())
      for (const command of track.decide(events)) commands.push(command);
    return commands.length === 0 ? undefined : { kind: 'batch', commands };
  }

  /** Leaves the next moment behind: the venue has had it already. */
  pass(): void {
    for (const [track, events] of this.#takeByTrack()) track.pass(events);
  }

  #takeByTrack(): Map<TapeTrack, TapeEvent[]> {
    const shares = new Map<TapeTrack, TapeEvent[]>();
    for (const event of this.#next) {
      const track = this.#tracks.get(event.symbol);
      if (track === undefined) {
        this.unplayed.add(event.symbol);
        continue;
      }
      const share = shares.get(track);
      if (share === undefined) shares.set(track, [event]);
      else share.push(event);
    }
    this.#next = [];
    return shares;
  }
}

const reelOf = ({ events }: ReadTape): Reel => ({ events, ready: [], place: 0, hasEnded: false });

const isDry = ({ place, ready, hasEnded }: Reel): boolean => place >= ready.length && !hasEnded;

async function refill(reel: Reel): Promise<void> {
  while (isDry(reel)) {
    const piece = await reel.events.next();
    reel.hasEnded = piece.done === true;
    reel.ready = piece.done === true ? [] : piece.value;
    reel.place = 0;
  }
}

/** The reel whose next event comes first. None of them is dry. */
function findEarliest(reels: readonly Reel[]): Reel | undefined {
  let found: Reel | undefined;
  for (const reel of reels) {
    const event = reel.ready[reel.place];
    const best = found?.ready[found.place];
    if (event === undefined) continue;
    if (best === undefined || compareEvents(event, best) < 0) found = reel;
  }
  return found;
}

/** The events of several tapes, aligned by the time of their engines. */
export async function* mergeTapes(tapes: readonly ReadTape[]): AsyncGenerator<TapeEvent> {
  const reels = tapes.map(reelOf);
  for (;;) {
    for (const reel of reels) if (isDry(reel)) await refill(reel);
    const reel = findEarliest(reels);
    const event = reel?.ready[reel.place];
    if (reel === undefined || event === undefined) return;
    reel.place += 1;
    yield event;
  }
}
