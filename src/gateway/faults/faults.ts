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
import { type Monotonic, monotonic } from '../../domain/units.ts';
import { clearTimeout, setTimeout, sleep as waitMillis } from '../../machine/timers.ts';
import type { Venue } from '../../venue/venue.ts';
import type { StoredAnswer } from '../replay-cache.ts';
import { FAULT_KINDS, type FaultHook, type FaultKind, type FaultSettings } from './kinds.ts';
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

export interface Faults {
  /** Whether any fault is on. */
  readonly isOn: boolean;
  /** Throws a FaultRefusal. Otherwise the fault is in the journal and on when this resolves. */
  readonly begin: (wanted: FaultRequest) => Promise<FaultView>;
  readonly list: () => FaultView[];
  /** Ends one or all, and returns what ended. */
  readonly end: (id: number | 'all') => Promise<FaultView[]>;
  /** The first fault of this account, or of everyone, that is met there. */
  readonly find: (hook: FaultHook, account: AccountId | undefined) => RunningFault | undefined;
  /** Waits, but no longer than the venue is open. */
  readonly wait: (millis: number) => Promise<void>;
  /** Tells of each beginning and end. */
  readonly follow: (follower: FaultFollower) => void;
  /** Ends all, when the venue closes. */
  readonly close: () => Promise<void>;
}

export interface FaultFollower {
  /** The fault is on for everybody when the last of them has resolved. */
  readonly begun: (fault: RunningFault) => void | Promise<void>;
  readonly ended: (fault: RunningFault) => void;
}

interface Running extends RunningFault, CheckedFault {
  readonly id: number;
  readonly until: Monotonic;
  readonly timer: NodeJS.Timeout;
  hits: number;
}

/** More at once are no test any more. */
const FAULTS_MAX = 20;

export const createFaults = (parts: FaultParts): Faults => new FaultTable(parts);

class FaultTable implements Faults {
  readonly #parts: FaultParts;
  readonly #running = new Map<number, Running>();
  /** Faults whose note is on its way to the disk. */
  readonly #beginning = new Set<CheckedFault>();
  readonly #followers: FaultFollower[] = [];
  readonly #closing = new AbortController();
  #lastId = 0;

  constructor(parts: FaultParts) {
    this.#parts = parts;
  }

  get isOn(): boolean {
    return this.#running.size > 0;
  }

  readonly begin: Faults['begin'] = async (wanted) => {
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
    const fault = this.#start(checked);
    await Promise.all(this.#followers.map(({ begun }) => begun(fault)));
    return this.#view(fault);
  };

  readonly list = (): FaultView[] => [...this.#running.values()].map((fault) => this.#view(fault));

  readonly end: Faults['end'] = async (id) => {
    const present = [...this.#running.values()];
    const meant = present.filter((fault) => id === 'all' || fault.id === id);
    if (meant.length === 0 && id !== 'all') throw notOn(id, [...this.#running.keys()]);
    const views = meant.map((fault) => this.#view(fault));
    await this.#finish(meant, 'operator');
    return views;
  };

  readonly find: Faults['find'] = (hook, account) => {
    for (const fault of this.#running.values())
      if (FAULT_KINDS[fault.kind].hook === hook && isAbout(fault, account)) return fault;
    return undefined;
  };

  readonly wait = (millis: number): Promise<void> =>
    waitMillis(millis, { signal: this.#closing.signal }).catch(() => undefined);

  readonly follow = (follower: FaultFollower): void => void this.#followers.push(follower);

  readonly close = async (): Promise<void> => {
    this.#closing.abort();
    await this.#finish([...this.#running.values()], 'venue');
  };

  #start(checked: CheckedFault): Running {
    const id = ++this.#lastId;
    const end = (): void => void this.#finish([fault], 'venue');
    const fault: Running = {
      ...checked,
      id,
      until: monotonic(this.#parts.venue.clock.monotonicNow() + checked.forMillis),
      timer: setTimeout(end, checked.forMillis).unref(),
      hits: 0,
      hit: () => this.#hit(fault),
      kept: new Map(),
    };
    this.#running.set(id, fault);
    return fault;
  }

  #hit(fault: Running): boolean {
    if (!this.#running.has(fault.id)) return false;
    if (obstacleOf(this.#parts) !== undefined) {
      void this.#finish([...this.#running.values()], 'venue');
      return false;
    }
    fault.hits += 1;
    if (fault.hits === fault.calls) void this.#finish([fault], 'venue');
    return true;
  }

  async #finish(ended: readonly Running[], actor: 'operator' | 'venue'): Promise<void> {
    for (const fault of ended) {
      this.#running.delete(fault.id);
      clearTimeout(fault.timer);
      for (const follower of this.#followers) follower.ended(fault);
    }
    const commands = ended.map((fault) =>
      noteOf(actor, `is over: ${spanOf(fault)}, ${metText(fault)}`),
    );
    // A venue that takes no more entries has no more faults either.
    if (commands.length > 0)
      await this.#parts.venue.submit({ kind: 'batch', commands }).catch(() => undefined);
  }

  #view(fault: Running): FaultView {
    return showFault(fault, this.#parts.venue.clock.monotonicNow());
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

function expectRoom(present: readonly CheckedFault[], wanted: CheckedFault): void {
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

function showFault(fault: Running, now: Monotonic): FaultView {
  const { id, kind, account, settings, until, calls, hits } = fault;
  return {
    id,
    kind,
    account,
    ...settings,
    what: FAULT_KINDS[kind].what(settings),
    leftMillis: Math.max(0, Math.round(until - now)),
    callsLeft: calls === null ? null : calls - hits,
    hits,
  };
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

const metText = ({ kind, hits }: Running): string =>
  `${hits} ${FAULT_KINDS[kind].counts ?? 'sockets'} met it`;
