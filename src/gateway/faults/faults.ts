/**
 * Faults on request: a venue that fails the callers of one account as real exchanges fail theirs,
 * so that the authors of bots can test for it. Only in sandboxes. Each fault ends by itself, after
 * a time on the machine's clock or after so many calls. The journal notes its beginning and end.
 * While no fault is on, callers pay one look at `isOn`.
 */

import { randomInt } from 'node:crypto';
import type { RecordNote } from '../../domain/command.ts';
import { formatDuration } from '../../domain/duration.ts';
import type { AccountId } from '../../domain/ids.ts';
import { isSeasonOver } from '../../domain/season.ts';
import type { FactHome, FactKind, SharedFact } from '../../facts/fact.ts';
import {
  clearTimeout,
  queueMicrotask,
  setTimeout,
  sleep as waitMillis,
} from '../../machine/timers.ts';
import type { Venue } from '../../venue/venue.ts';
import { FAULT_NAMES, type FaultKind } from '../../wire/fault-names.ts';
import type { StoredAnswer } from '../replay-cache.ts';
import { FAULT_KINDS, type FaultHook, type FaultSettings } from './kinds.ts';
import {
  type CheckedFault,
  FaultRefusal,
  type FaultRequest,
  type FaultScope,
  readFault,
} from './read-fault.ts';

/** The header in which an answer names the faults that it met. */
export const FAULT_HEADER = 'x-perpetua-fault';

export interface FaultParts {
  /** Where all processes of the venue know of them. */
  readonly home: FactHome;
  readonly venue: Pick<Venue, 'read' | 'clock' | 'submit'>;
  readonly isSandbox: boolean;
  /** Whether the house quotes. */
  readonly hasMarket: boolean;
}

/** A fault in effect. */
export interface RunningFault {
  readonly kind: FaultKind;
  readonly account: FaultScope;
  readonly settings: FaultSettings;
  /** How many met it so far. */
  readonly hits: number;
  /** Counts one more that met it; false if the fault is over. */
  readonly hit: () => boolean;
  /** The answers that stand still. */
  readonly kept: Map<string, StoredAnswer>;
}

/** A fault as its operator sees it. */
export interface FaultView extends FaultSettings {
  readonly id: number;
  readonly kind: FaultKind;
  readonly account: FaultScope;
  /** Its effect, in words. */
  readonly what: string;
  readonly leftMillis: number;
  /** Null if only time ends it. */
  readonly callsLeft: number | null;
  /** How many met it so far. */
  readonly hits: number;
}

export interface FaultFollower {
  readonly begun: (fault: RunningFault) => void;
  readonly ended: (fault: RunningFault) => void;
}

/** As all processes know it. */
interface KnownFault extends CheckedFault {
  /** On the clock that they share. */
  readonly until: number;
  readonly hits: number;
}

/** A fault to begin, one more that met it, or its end. */
type FaultChange = KnownFault | 'hit' | 'end';

/** Answers with the fault that it was about; null if it changed nothing. */
const FAULTS: FactKind<KnownFault, FaultChange, KnownFault | null> = {
  name: 'faults',
  apply: (state, request) => {
    if (request === 'end') return [undefined, state ?? null];
    if (request === 'hit') {
      if (state === undefined || isSpent(state)) return [state, null];
      const next = { ...state, hits: state.hits + 1 };
      return [next, next];
    }
    return state === undefined ? [request, request] : [state, null];
  },
};

const isSpent = ({ hits, calls }: KnownFault): boolean => calls !== null && hits >= calls;

/** A fault as this process meets its callers with it. */
interface Running extends RunningFault {
  readonly id: number;
  readonly known: KnownFault;
  hits: number;
}

type BegunFault = Pick<Running, 'id' | 'known' | 'hits'>;

/** More at once are no test any more. */
const FAULTS_MAX = 20;

export async function openFaults(parts: FaultParts): Promise<Faults> {
  return new Faults(parts, await parts.home.open(FAULTS));
}

type SharedFaults = SharedFact<KnownFault, FaultChange, KnownFault | null>;

export class Faults {
  /** Whether any fault is on. */
  isOn = false;
  readonly #parts: FaultParts;
  readonly #shared: SharedFaults;
  readonly #running = new Map<number, Running>();
  /** Those that began here, and end from here. */
  readonly #timers = new Map<number, NodeJS.Timeout>();
  /** Those that begin here now: a short one may be met and over before everybody knows of it. */
  readonly #begun = new Map<number, Running>();
  /** Faults whose note is on its way to the disk. */
  readonly #beginning = new Set<CheckedFault>();
  readonly #followers: FaultFollower[] = [];
  readonly #met = new Map<string, number>(FAULT_NAMES.map((kind) => [kind, 0]));
  readonly #closing = new AbortController();

  constructor(parts: FaultParts, shared: SharedFaults) {
    this.#parts = parts;
    this.#shared = shared;
    shared.follow((key, known) => this.#heed(Number(key), known));
  }

  /** Throws a FaultRefusal. Otherwise the fault is in the journal and on when this resolves. */
  readonly begin = async (wanted: FaultRequest): Promise<FaultView> => {
    const { venue } = this.#parts;
    const isClosing = this.#closing.signal.aborted;
    const obstacle = isClosing ? 'the venue is closing' : obstacleOf(this.#parts);
    if (obstacle !== undefined) throw new FaultRefusal('not-here', obstacle);
    const checked = readFault(this.#parts, wanted);
    expectRoom([...this.#running.values(), ...this.#beginning], checked);
    this.#beginning.add(checked);
    const note = noteOf('operator', `begins: ${spanOf(checked)}`);
    // A fault that is not in the journal does not happen.
    await venue.submit(note).finally(() => this.#beginning.delete(checked));
    return this.#view(await this.#start(checked));
  };

  readonly list = (): FaultView[] => [...this.#running.values()].map((fault) => this.#view(fault));

  /** Ends one or all, and returns what ended. */
  readonly end = async (id: number | 'all'): Promise<FaultView[]> => {
    const present = [...this.#running.values()];
    const meant = present.filter((fault) => id === 'all' || fault.id === id);
    if (meant.length === 0 && id !== 'all') throw notOn(id, [...this.#running.keys()]);
    const views = meant.map((fault) => this.#view(fault));
    await this.#finish(meant, 'operator');
    return views;
  };

  /** The first fault of this account, or of everyone, that is met there. */
  readonly find = (hook: FaultHook, account: AccountId | undefined): RunningFault | undefined => {
    for (const fault of this.#running.values())
      if (FAULT_KINDS[fault.kind].hook === hook && isAbout(fault, account) && !this.#isOver(fault))
        return fault;
    return undefined;
  };

  /** How many met a fault of each kind in this process. */
  readonly met = (): Readonly<Record<string, number>> => Object.fromEntries(this.#met);

  /** Waits, but no longer than the venue is open. */
  readonly wait = (millis: number): Promise<void> =>
    waitMillis(millis, { signal: this.#closing.signal }).catch(() => undefined);

  /** Tells of each beginning and end. */
  readonly follow = (follower: FaultFollower): void => void this.#followers.push(follower);

  /** Ends all, when the venue closes. */
  readonly close = async (): Promise<void> => {
    this.#closing.abort();
    const own = [...this.#running.values()].filter(({ id }) => this.#timers.has(id));
    await this.#finish(own, 'venue');
  };

  #now(): number {
    const { home, venue } = this.#parts;
    return home.isOneMachine ? venue.clock.monotonicNow() : venue.clock.wallNow();
  }

  /** The replica that would end it by its timer may be gone. */
  #isOver({ known }: Running): boolean {
    return !this.#parts.home.isOneMachine && known.until <= this.#now();
  }

  async #start(checked: CheckedFault): Promise<BegunFault> {
    const known = { ...checked, until: this.#now() + checked.forMillis, hits: 0 };
    for (let id = Math.max(0, ...this.#running.keys(), this.#lastId) + 1; ; id += 1) {
      this.#lastId = id;
      const end = (): void => void this.#finish([this.#running.get(id)], 'venue');
      this.#timers.set(id, setTimeout(end, checked.forMillis).unref());
      const begun = await this.#shared.ask(String(id), known);
      const fault = this.#begun.get(id) ?? this.#running.get(id);
      this.#begun.delete(id);
      if (begun !== null) return fault ?? { id, known: begun, hits: begun.hits };
      this.#forget(id);
    }
  }

  #lastId = 0;

  #heed(id: number, known: KnownFault | undefined): void {
    const before = this.#running.get(id);
    if (known === undefined) {
      this.#forget(id);
      this.#running.delete(id);
      this.isOn = this.#running.size > 0;
      if (before !== undefined) for (const { ended } of this.#followers) ended(before);
    } else if (before === undefined) {
      const { kind, account, settings, hits } = known;
      const hit = (): boolean => this.#hit(fault);
      const fault: Running = { id, kind, account, settings, known, hits, hit, kept: new Map() };
      this.#running.set(id, fault);
      this.isOn = true;
      if (this.#timers.has(id)) this.#begun.set(id, fault);
      for (const { begun } of this.#followers) begun(fault);
    } else {
      before.hits = known.hits;
      // All are told of the last hit before they are told of the end.
      if (isSpent(known) && this.#timers.has(id))
        queueMicrotask(() => void this.#finish([before], 'venue'));
    }
  }

  #hit(fault: Running): boolean {
    if (!this.#running.has(fault.id)) return false;
    if (obstacleOf(this.#parts) !== undefined) {
      void this.#finish([...this.#running.values()], 'venue');
      return false;
    }
    const met = this.#shared.ask(String(fault.id), 'hit');
    if (met === null) return false;
    if (met instanceof Promise) met.catch(() => undefined);
    this.#met.set(fault.kind, (this.#met.get(fault.kind) ?? 0) + 1);
    return true;
  }

  #forget(id: number): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
  }

  async #finish(
    meant: readonly (Running | undefined)[],
    actor: 'operator' | 'venue',
  ): Promise<void> {
    const asked = meant.map((fault) => fault && this.#shared.ask(String(fault.id), 'end'));
    const ended = (await Promise.all(asked)).flatMap((known) => known ?? []);
    const commands = ended.map((known) =>
      noteOf(actor, `is over: ${spanOf(known)}, ${metText(known)}`),
    );
    // A venue that takes no more entries has no more faults either.
    if (commands.length > 0)
      await this.#parts.venue.submit({ kind: 'batch', commands }).catch(() => undefined);
  }

  #view({ id, known, hits }: BegunFault): FaultView {
    const { kind, account, settings, until, calls } = known;
    return {
      id,
      kind,
      account,
      ...settings,
      what: FAULT_KINDS[kind].what(settings),
      leftMillis: Math.max(0, Math.round(until - this.#now())),
      callsLeft: calls === null ? null : calls - hits,
      hits,
    };
  }
}

export const isAbout = (
  fault: Pick<RunningFault, 'account'>,
  account: AccountId | undefined,
): boolean => fault.account === 'everyone' || fault.account === account;

/** How long a call, a frame or a new socket is left waiting. */
export const waitOf = ({ settings: { delayMillis = 0, jitterMillis = 0 } }: RunningFault): number =>
  delayMillis + (jitterMillis === 0 ? 0 : randomInt(jitterMillis + 1));

function obstacleOf({ isSandbox, venue }: FaultParts): string | undefined {
  if (!isSandbox) return 'only in a sandbox: this venue was started with --sandbox off';
  const season = venue.read.season.current();
  if (season === null || isSeasonOver(season.phase)) return undefined;
  return `not while season ${season.number} is open: all its entrants meet the same venue`;
}

function expectRoom(
  present: readonly Pick<CheckedFault, 'kind' | 'account'>[],
  wanted: CheckedFault,
): void {
  const { kind, account } = wanted;
  if (present.length >= FAULTS_MAX)
    throw new FaultRefusal('not-valid', `${FAULTS_MAX} faults are on, which is the most: end some`);
  if (present.some((fault) => fault.kind === kind && fault.account === account))
    throw new FaultRefusal('not-valid', `${kind} is on for ${whoseText(account)}: end it first`);
}

function notOn(id: number, known: readonly number[]): FaultRefusal {
  const here = known.length === 0 ? 'none is on' : `on are ${known.join(', ')}, or say all`;
  return new FaultRefusal('not-valid', `there is no fault ${id}: ${here}`);
}

const noteOf = (actor: string, text: string): RecordNote => ({
  kind: 'record-note',
  actor,
  topic: 'fault',
  text,
});

const whoseText = (account: FaultScope): string =>
  account === 'everyone' ? account : `account ${account}`;

function spanOf({ kind, account, settings, forMillis, calls }: CheckedFault): string {
  const { what, counts } = FAULT_KINDS[kind];
  const span = formatDuration(forMillis) + (calls === null ? '' : ` or ${calls} ${counts}`);
  return `${kind}, ${what(settings)}, ${whoseText(account)}, for ${span}`;
}

const metText = ({ kind, hits }: KnownFault): string =>
  `${hits} ${FAULT_KINDS[kind].counts ?? 'sockets'} met it`;
