/**
 * What teams hand in while a contest is open. Each program is kept at once, and checked when it is
 * the turn of its address and its team; so many of a team's a day are run on the markets of the
 * board. Those are others than the markets of the result, so nobody gains by handing in until
 * luck comes.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { reasonOf } from '../../domain/reason-of.ts';
import { hashPrograms, readContest, readKey, readSubmitted } from '../contest-folder.ts';
import { drawBoard, formatHeat, type HeatLine, parseHeat, RESULT_FILE } from '../contest-result.ts';
import {
  boardKeyOf,
  ContestError,
  type ContestTerms,
  latestOf,
  PROGRAMS_FOLDER,
} from '../contest-terms.ts';
import {
  type Arrived,
  type Checked,
  HandIns,
  type Scored,
  type TakenProgram,
} from '../hand-ins.ts';
import type { HeatProgram } from '../heat-seat.ts';
import { type PublishedBoard, RESULT_FOLDER, readBoard } from '../judge-contest.ts';
import { runHeats } from '../run-heats.ts';
import { TurnQueue } from './turn-queue.ts';

/** What a team may see of its own. */
export interface OwnProgram {
  readonly file: string;
  readonly at: number;
  /** The mean of its scores on the board, in 1e-8 of the capital. */
  readonly score: number | null;
  readonly state: 'checking' | 'refused' | 'scored' | 'waiting' | 'not run';
  /** Why a decision of it failed first, or why it is refused. */
  readonly fault: string | null;
}

const DAY_MILLIS = 86_400_000;
/** For one decision on the board: whoever hangs holds up the next in line. */
const PATIENCE_MILLIS = 5_000;
/** Whoever handed in is told the outcome within this time, or that it is not known yet. */
const ANSWER_MILLIS = 10_000;
/** Of a team, so what waits in all is bounded by the number of teams. */
const WAITING_MAX = 3;

const IS_OVER = 'the contest is over: its result is published';

/** A team has handed in so much that one more would wait too long. */
export class SiteBusy extends Error {
  override readonly name = 'SiteBusy';
}

export interface SubmissionParts {
  readonly folder: string;
  readonly now: () => number;
  readonly parallel: number;
  readonly complain: (problem: string) => void;
  readonly answerMillis?: number;
}

export class Submissions {
  readonly terms: ContestTerms;
  readonly #parts: SubmissionParts;
  readonly #handIns: HandIns;
  readonly #queue = new TurnQueue<Arrived>();
  /** By file, told the outcomes of checks. */
  readonly #asking = new Map<string, PromiseWithResolvers<Checked>>();
  readonly #closing = new AbortController();
  #checking: Promise<void> | undefined;
  #isChecking = false;
  #running: Promise<void> | undefined;
  /** Drawn when somebody looks, and kept until it is another. */
  #open: PublishedBoard | undefined;
  #published: PublishedBoard | undefined;
  #handedIn: { readonly changedAt: number; readonly hash: string } | undefined;

  constructor(parts: SubmissionParts) {
    this.#parts = parts;
    this.terms = readContest(parts.folder);
    this.#handIns = new HandIns(parts.folder);
    for (const arrived of this.#handIns.waiting) this.#queue.add('', arrived.team, arrived);
    this.#check();
    this.#run();
  }

  get isOver(): boolean {
    // The last of its files to be written.
    return existsSync(join(this.#parts.folder, RESULT_FOLDER, RESULT_FILE));
  }

  /** The result; before the end, the latest program of each team that was run. */
  get shown(): PublishedBoard {
    if (this.isOver) {
      this.#published ??= readBoard(join(this.#parts.folder, RESULT_FOLDER));
      return this.#published;
    }
    this.#open ??= this.#drawOpen();
    return this.#open;
  }

  /**
   * The hash of the rules and the programs that count so far: teams note it, as markets follow. The
   * organiser may hand in beside the site, which changes the folder.
   */
  get handedIn(): string {
    const changedAt = statSync(join(this.#parts.folder, PROGRAMS_FOLDER)).mtimeMs;
    if (this.#handedIn?.changedAt !== changedAt)
      this.#handedIn = { changedAt, hash: hashPrograms(this.#parts.folder) };
    return this.#handedIn.hash;
  }

  get teams(): number {
    return latestOf(readdirSync(join(this.#parts.folder, PROGRAMS_FOLDER))).length;
  }

  /** For their checks: until there are none, the hash may change. */
  get waiting(): number {
    return this.#handIns.waiting.length;
  }

  /** Kept at once: whose check comes late does not hand in late. */
  async handIn(program: HeatProgram, address: string) {
    const { team } = program;
    if (this.isOver) throw new ContestError(IS_OVER);
    if (this.#handIns.waiting.filter((one) => one.team === team).length >= WAITING_MAX)
      throw new SiteBusy(`${WAITING_MAX} programs of the team wait for their checks already`);
    const arrived = this.#handIns.arrive(program, this.#parts.now());
    const asking = Promise.withResolvers<Checked>();
    this.#asking.set(arrived.file, asking);
    this.#queue.add(address, team, arrived);
    this.#check();
    const checked = await this.#patiently(asking.promise);
    return {
      file: arrived.file,
      /** Undefined while its check is not over. */
      checked,
      /** That the team still has today. */
      runsLeft: this.runsLeft(team),
    };
  }

  runsLeft(team: string): number {
    const since = this.#parts.now() - DAY_MILLIS;
    const used = this.#handIns.taken.filter(
      (one) => one.team === team && one.isRun && one.at > since,
    );
    return Math.max(0, this.terms.rules.dailyRuns - used.length);
  }

  programsOf(team: string): OwnProgram[] {
    const own = this.#handIns.all.filter((one) => one.team === team);
    return own.map((one) => {
      const { file, at } = one;
      if (one.kind === 'arrived') return { file, at, score: null, state: 'checking', fault: null };
      if (one.kind === 'refused')
        return { file, at, score: null, state: 'refused', fault: one.reason };
      const heats = this.#handIns.scored.get(file)?.heats;
      const scores = heats?.flatMap(({ teams }) => teams.map(({ score }) => score)) ?? [];
      const score =
        scores.length === 0 ? null : Math.round(scores.reduce((a, b) => a + b, 0) / scores.length);
      return {
        file,
        at,
        score,
        state: heats !== undefined ? 'scored' : one.isRun ? 'waiting' : 'not run',
        fault: heats?.flatMap(({ teams }) => teams.flatMap((row) => row.fault ?? []))[0] ?? null,
      };
    });
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#checking;
    await this.#running;
  }

  /** Undefined where it takes too long, or the site closes: the check goes on, or begins again. */
  #patiently<Value>(outcome: Promise<Value>): Promise<Value | undefined> {
    const { answerMillis = ANSWER_MILLIS } = this.#parts;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const give = (): void => resolve(undefined);
    const timer = setTimeout(give, answerMillis);
    const { signal } = this.#closing;
    signal.addEventListener('abort', give);
    if (signal.aborted) give();
    return Promise.race([outcome, promise]).finally(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', give);
    });
  }

  #check(): void {
    if (!this.#isChecking) this.#checking = this.#checkAll();
  }

  /** One at a time, so that pages and the programs of the board get on. */
  async #checkAll(): Promise<void> {
    const { signal } = this.#closing;
    this.#isChecking = true;
    for (let next = this.#queue.next(); next !== undefined; next = this.#queue.next()) {
      const asking = this.#asking.get(next.file);
      this.#asking.delete(next.file);
      try {
        if (this.isOver) throw new ContestError(IS_OVER);
        const isRun = this.runsLeft(next.team) > 0;
        const checked = await this.#handIns.check(next, this.terms, isRun, signal);
        asking?.resolve(checked);
        this.#open = undefined;
        this.#run();
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof ContestError)) this.#parts.complain(reasonOf(error));
        asking?.reject(error);
      }
    }
    // At once: whoever hands in next begins anew.
    this.#isChecking = false;
  }

  /** One program after the other, in the order in which they came. */
  #run(): void {
    this.#running ??= this.#runAll()
      .catch((error: unknown) => this.#parts.complain(reasonOf(error)))
      .finally(() => {
        this.#running = undefined;
      });
  }

  async #runAll(): Promise<void> {
    for (;;) {
      const next = this.#nextToRun();
      if (next === undefined || this.isOver) return;
      const heats = await this.#score(next);
      if (heats === undefined) return;
      this.#handIns.write({ kind: 'scored', file: next.file, team: next.team, heats });
      this.#open = undefined;
    }
  }

  #nextToRun(): TakenProgram | undefined {
    const { taken, scored } = this.#handIns;
    return taken.find(({ file, isRun }) => isRun && !scored.has(file));
  }

  /** Undefined if the site closes meanwhile. */
  async #score({ file, team }: TakenProgram): Promise<readonly HeatLine[] | undefined> {
    const { folder, parallel } = this.#parts;
    const { rules, contracts } = this.terms;
    const key = readKey(folder, this.terms);
    const heats: HeatLine[] = [];
    const scoring = runHeats({
      rules,
      contracts,
      programs: [readSubmitted(folder, file)],
      parallel,
      patienceMillis: PATIENCE_MILLIS,
      signal: this.#closing.signal,
      plan: Array.from({ length: rules.boardSeeds }, (_, heat) => ({
        heat,
        key: boardKeyOf(key, heat),
        places: [0],
      })),
      over: (ran) => heats.push(parseHeat(formatHeat(ran, [team]))),
    });
    try {
      await scoring;
      return heats;
    } catch (error) {
      if (this.#closing.signal.aborted) return undefined;
      throw error;
    }
  }

  /** Teams in the order in which they came. */
  #drawOpen(): PublishedBoard {
    const latest = new Map<string, Scored>();
    const { taken, scored } = this.#handIns;
    for (const one of scored.values()) latest.set(one.team, one);
    const teams = [...new Set(taken.map(({ team }) => team))].filter((team) => latest.has(team));
    const lines = [...latest.values()].flatMap(({ heats }) => heats);
    // What a program threw may tell what it saw or how it is made: that is its team's alone.
    const board = drawBoard(lines, teams).map((row) => ({ ...row, fault: null }));
    return { board, lines };
  }
}
