/**
 * What teams hand in while a contest is open. Each program is checked at once; so many of a team's
 * programs a day are run on the markets of the board. Those are others than the markets of the
 * result, so nobody gains by handing in until luck comes.
 */
import { appendFileSync, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { reasonOf } from '../../domain/reason-of.ts';
import {
  hashPrograms,
  keepProgram,
  readContest,
  readKey,
  readSubmitted,
} from '../contest-folder.ts';
import { drawBoard, formatHeat, type HeatLine, parseHeat, RESULT_FILE } from '../contest-result.ts';
import {
  boardKeyOf,
  ContestError,
  type ContestTerms,
  latestOf,
  PROGRAMS_FOLDER,
} from '../contest-terms.ts';
import type { HeatProgram } from '../heat-seat.ts';
import { type PublishedBoard, RESULT_FOLDER, readBoard } from '../judge-contest.ts';
import { keptLines } from '../kept-lines.ts';
import { type CheckReport, checkProgram } from '../practise.ts';
import { runHeats } from '../run-heats.ts';

interface Taken {
  readonly kind: 'taken';
  readonly file: string;
  readonly team: string;
  readonly at: number;
  /** Whether it is run for the board. */
  readonly isRun: boolean;
}

interface Scored {
  readonly kind: 'scored';
  readonly file: string;
  readonly team: string;
  readonly heats: readonly HeatLine[];
}

export interface HandedIn {
  readonly file: string;
  readonly report: CheckReport;
  readonly isRun: boolean;
  /** That the team still has today. */
  readonly runsLeft: number;
}

/** What a team may see of its own. */
export interface OwnProgram {
  readonly file: string;
  readonly at: number;
  /** The mean of its scores on the board, in 1e-8 of the capital. */
  readonly score: number | null;
  readonly state: 'scored' | 'waiting' | 'not run';
  /** Why a decision of it failed first. */
  readonly fault: string | null;
}

const LINES_FILE = 'handed-in.jsonl';
const DAY_MILLIS = 86_400_000;
/** For one decision: whoever hangs holds up the next in line. */
const PATIENCE_MILLIS = 5_000;
const WAITING_MAX = 100;

/** So much is being checked that one more would wait too long. */
export class SiteBusy extends Error {
  override readonly name = 'SiteBusy';
}

export interface SubmissionParts {
  readonly folder: string;
  readonly now: () => number;
  readonly parallel: number;
  readonly complain: (problem: string) => void;
}

export class Submissions {
  readonly terms: ContestTerms;
  readonly #parts: SubmissionParts;
  readonly #path: string;
  readonly #taken: Taken[] = [];
  /** By the file of the program, in the order in which they were run. */
  readonly #scored = new Map<string, Scored>();
  readonly #checking = new Set<string>();
  readonly #closing = new AbortController();
  #checks: Promise<unknown> = Promise.resolve();
  #running: Promise<void> | undefined;
  /** Drawn when somebody looks, and kept until it is another. */
  #open: PublishedBoard | undefined;
  #published: PublishedBoard | undefined;
  #handedIn: { readonly changedAt: number; readonly hash: string } | undefined;

  constructor(parts: SubmissionParts) {
    this.#parts = parts;
    this.terms = readContest(parts.folder);
    this.#path = join(parts.folder, LINES_FILE);
    for (const text of keptLines(this.#path)) this.#take(JSON.parse(text));
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

  async handIn(program: HeatProgram): Promise<HandedIn> {
    const { team } = program;
    if (this.isOver) throw new ContestError('the contest is over: its result is published');
    if (this.#checking.has(team))
      throw new SiteBusy('the program before this one is still being checked');
    if (this.#checking.size >= WAITING_MAX) throw new SiteBusy('too many programs wait already');
    this.#checking.add(team);
    try {
      const check = this.#checks.then(() => checkProgram(this.terms, program, PATIENCE_MILLIS));
      this.#checks = check.catch(() => undefined);
      const report = await check;
      // The organiser may have begun to judge meanwhile.
      if (this.isOver) throw new ContestError('the contest is over: its result is published');
      return this.#keep(program, report);
    } finally {
      this.#checking.delete(team);
    }
  }

  runsLeft(team: string): number {
    const since = this.#parts.now() - DAY_MILLIS;
    const used = this.#taken.filter((one) => one.team === team && one.isRun && one.at > since);
    return Math.max(0, this.terms.rules.dailyRuns - used.length);
  }

  programsOf(team: string): OwnProgram[] {
    const own = this.#taken.filter((one) => one.team === team);
    return own.map(({ file, at, isRun }) => {
      const heats = this.#scored.get(file)?.heats;
      const scores = heats?.flatMap(({ teams }) => teams.map(({ score }) => score)) ?? [];
      const score =
        scores.length === 0 ? null : Math.round(scores.reduce((a, b) => a + b, 0) / scores.length);
      return {
        file,
        at,
        score,
        state: heats !== undefined ? 'scored' : isRun ? 'waiting' : 'not run',
        fault: heats?.flatMap(({ teams }) => teams.flatMap((row) => row.fault ?? []))[0] ?? null,
      };
    });
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#checks;
    await this.#running;
  }

  #keep(program: HeatProgram, report: CheckReport): HandedIn {
    const { team } = program;
    const isRun = this.runsLeft(team) > 0;
    const file = keepProgram(this.#parts.folder, program);
    this.#write({ kind: 'taken', file, team, at: this.#parts.now(), isRun });
    this.#run();
    return { file, report, isRun, runsLeft: this.runsLeft(team) };
  }

  #write(line: Taken | Scored): void {
    appendFileSync(this.#path, `${JSON.stringify(line)}\n`);
    this.#take(line);
  }

  #take(line: Taken | Scored): void {
    if (line.kind === 'taken') this.#taken.push(line);
    else this.#scored.set(line.file, line);
    this.#open = undefined;
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
      this.#write({ kind: 'scored', file: next.file, team: next.team, heats });
    }
  }

  #nextToRun(): Taken | undefined {
    return this.#taken.find(({ file, isRun }) => isRun && !this.#scored.has(file));
  }

  /** Undefined if the site closes meanwhile. */
  async #score({ file, team }: Taken): Promise<readonly HeatLine[] | undefined> {
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
    for (const one of this.#scored.values()) latest.set(one.team, one);
    const teams = [...new Set(this.#taken.map(({ team }) => team))].filter((team) =>
      latest.has(team),
    );
    const lines = [...latest.values()].flatMap(({ heats }) => heats);
    // What a program threw may tell what it saw or how it is made: that is its team's alone.
    const board = drawBoard(lines, teams).map((row) => ({ ...row, fault: null }));
    return { board, lines };
  }
}
