/**
 * Calls and frames of accounts with a latency. A call waits on its way in and its answer on its way
 * out; frames wait before they are written. All of it in venue time: where time waits for the bot,
 * a call lets as much time pass as it takes. The journal has the terms, and each command at the
 * time it arrived, so a replay knows nothing of waiting. Where time stands still, nobody waits.
 */
import { type AccountId, accountId } from '../domain/ids.ts';
import { delayAt, hasLatency, type Latency, type Leg } from '../domain/latency.ts';
import { isSeasonOver } from '../domain/season.ts';
import { millis } from '../domain/units.ts';
import { clearTimeout, setTimeout } from '../machine/timers.ts';
import type { Venue } from '../venue/venue.ts';

export interface LatenessTerms {
  /** Of callers who name no account, outside of a season that has one for all. */
  readonly latency: Latency | undefined;
  /** Whether time stands still but for steps. */
  readonly isStepped: boolean;
}

interface Late {
  readonly due: number;
  readonly run: () => void;
}

/** What keeps the order of what comes one after the other. */
export interface Lane {
  lastDue: number;
}

/** Callers without an account share one. */
const NOBODY = accountId(0);
const LOOK_MILLIS_MAX = 500;
/** A step may end without an entry. */
const STEPPED_LOOK_MILLIS = 20;

export class Lateness {
  /** Lets venue time come to a moment, where it is stepped. */
  passTo: (at: number) => Promise<void> = async () => undefined;
  readonly #venue: Venue;
  readonly #terms: LatenessTerms;
  /** By when they are due. */
  readonly #waiting: Late[] = [];
  readonly #lanes = new Map<string, Lane>();
  #timer: NodeJS.Timeout | undefined;
  #isOn: boolean;
  readonly #stop: () => void;

  constructor(venue: Venue, terms: LatenessTerms) {
    this.#venue = venue;
    this.#terms = terms;
    this.#isOn = hasLatency(terms.latency) || venue.read.account.hasLatencies();
    this.#stop = venue.listen(({ events }) => {
      if (!this.#isOn && events.some(isLatencySet)) this.#isOn = true;
      if (this.#isDue()) this.look();
    });
  }

  /** Whether anybody has or had a latency. */
  get isOn(): boolean {
    return this.#isOn;
  }

  /** How many calls and frames are under way. */
  get held(): number {
    return this.#waiting.length;
  }

  /** Serves a call as late as it arrives, and answers as late as that takes. */
  async carry<Answer>(
    account: AccountId | undefined,
    serve: () => Promise<Answer>,
  ): Promise<Answer> {
    const latency = this.#find(account);
    if (latency === undefined) return serve();
    await this.#wait(latency, 'entry', account);
    const answer = await serve();
    await this.#wait(latency, 'answer', account);
    return answer;
  }

  /** Writes a frame as late as its account sees it, and after those before it. */
  hold(lane: Lane, leg: Leg, account: AccountId | undefined, write: () => void): void {
    const due = this.#dueIn(lane, this.#find(account), leg, account);
    if (due <= this.#venue.read.now()) write();
    else {
      this.#queue({ due, run: write });
      this.#arm();
    }
  }

  /** Does all that is due by now. */
  look(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const now = this.#isStanding() ? Number.POSITIVE_INFINITY : this.#venue.read.now();
    const rest = this.#waiting.findIndex(({ due }) => due > now);
    const due = this.#waiting.splice(0, rest < 0 ? this.#waiting.length : rest);
    for (const { run } of due) run();
    this.#arm();
  }

  close(): void {
    this.#stop();
    clearTimeout(this.#timer);
    for (const { run } of this.#waiting.splice(0)) run();
    this.#isOn = false;
  }

  #find(account: AccountId | undefined): Latency | undefined {
    const { read } = this.#venue;
    if (account !== undefined) return read.account.latency(account);
    const season = read.season.current();
    const ofAll = season === null || isSeasonOver(season.phase) ? undefined : season.rules.latency;
    return ofAll ?? this.#terms.latency;
  }

  async #wait(latency: Latency, leg: Leg, account: AccountId | undefined): Promise<void> {
    const name = `${account ?? NOBODY} ${leg}`;
    const lane = this.#lanes.get(name) ?? { lastDue: 0 };
    this.#lanes.set(name, lane);
    const due = this.#dueIn(lane, latency, leg, account);
    if (due <= this.#venue.read.now()) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#queue({ due, run: resolve });
    // Who lets time pass looks himself; elsewhere the clock does.
    if (!this.#terms.isStepped) this.#arm();
    await (this.#terms.isStepped ? Promise.race([promise, this.passTo(due)]) : promise);
    this.look();
  }

  #dueIn(
    lane: Lane,
    latency: Latency | undefined,
    leg: Leg,
    account: AccountId | undefined,
  ): number {
    const now = millis(Math.floor(this.#venue.read.now()));
    const delay = latency === undefined ? 0 : delayAt(latency, leg, account ?? NOBODY, now);
    if (this.#isStanding()) return now;
    lane.lastDue = Math.max(lane.lastDue, now + delay);
    return lane.lastDue;
  }

  #queue(late: Late): void {
    const later = this.#waiting.findLastIndex(({ due }) => due <= late.due);
    this.#waiting.splice(later + 1, 0, late);
  }

  #isDue(): boolean {
    const [first] = this.#waiting;
    return first !== undefined && (this.#isStanding() || first.due <= this.#venue.read.now());
  }

  #isStanding(): boolean {
    return !this.#terms.isStepped && this.#venue.clock.pace?.() === 0;
  }

  #arm(): void {
    const [first] = this.#waiting;
    if (first === undefined || this.#timer !== undefined) return;
    const { clock } = this.#venue;
    const left = (first.due - this.#venue.read.now()) / (clock.pace?.() ?? 1);
    const wait = this.#terms.isStepped ? STEPPED_LOOK_MILLIS : Math.ceil(left);
    this.#timer = setTimeout(
      () => this.look(),
      Math.max(1, Math.min(wait, LOOK_MILLIS_MAX)),
    ).unref();
  }
}

const isLatencySet = (event: Parameters<Parameters<Venue['listen']>[0]>[0]['events'][number]) =>
  (event.kind === 'account-terms-set' || event.kind === 'account-opened') &&
  event.terms.latency !== undefined;
