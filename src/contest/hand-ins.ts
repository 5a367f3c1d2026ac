/**
 * What teams handed in over the network, and what became of it. A file is kept when it arrives and
 * counts from that moment on, however long its check has to wait, and whoever goes on then.
 */
import { appendFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { reasonOf } from '../domain/reason-of.ts';
import { ARRIVED_FOLDER, keepProgram, readSubmitted } from './contest-folder.ts';
import type { HeatLine } from './contest-result.ts';
import { ContestError, type ContestTerms, PROGRAMS_FOLDER } from './contest-terms.ts';
import type { HeatProgram } from './heat-seat.ts';
import { keptLines } from './kept-lines.ts';
import { type CheckReport, checkProgram } from './practise.ts';

interface Named {
  readonly file: string;
  readonly team: string;
}

interface HandInOf<Kind extends string> extends Named {
  readonly kind: Kind;
  /** When it arrived. */
  readonly at: number;
}

/** Its check is not over. */
export type Arrived = HandInOf<'arrived'>;

export interface TakenProgram extends HandInOf<'taken'> {
  /** Whether it is run for the board. */
  readonly isRun: boolean;
}

interface Refused extends HandInOf<'refused'> {
  readonly reason: string;
}

export interface Scored extends Named {
  readonly kind: 'scored';
  readonly heats: readonly HeatLine[];
}

export interface Checked {
  readonly report: CheckReport;
  readonly isRun: boolean;
}

const LINES_FILE = 'handed-in.jsonl';
/** In all, where the gas is as usual. A program that means no harm takes a tenth of a second. */
const CHECK_MILLIS = 5_000;

export class HandIns {
  readonly #folder: string;
  readonly #path: string;
  /** By file, in the order in which they arrived. */
  readonly #all = new Map<string, Arrived | TakenProgram | Refused>();
  /** By file, in the order in which they were run. */
  readonly scored = new Map<string, Scored>();

  constructor(folder: string) {
    this.#folder = folder;
    this.#path = join(folder, LINES_FILE);
    for (const text of keptLines(this.#path)) this.#note(JSON.parse(text));
    // Somebody may have pulled the plug between the line and the file.
    for (const { kind, file } of this.#all.values()) if (kind !== 'arrived') this.#move(kind, file);
  }

  get all(): readonly (Arrived | TakenProgram | Refused)[] {
    return [...this.#all.values()];
  }

  get taken(): readonly TakenProgram[] {
    return this.all.filter((one) => one.kind === 'taken');
  }

  get waiting(): readonly Arrived[] {
    return this.all.filter((one) => one.kind === 'arrived');
  }

  arrive(program: HeatProgram, at: number): Arrived {
    mkdirSync(join(this.#folder, ARRIVED_FOLDER), { recursive: true });
    const file = keepProgram(this.#folder, program, ARRIVED_FOLDER, [...this.#all.keys()]);
    const arrived: Arrived = { kind: 'arrived', file, team: program.team, at };
    this.write(arrived);
    return arrived;
  }

  /** Throws where it is refused, and where the check was interrupted: then it still waits. */
  async check(
    { file, team, at }: Arrived,
    terms: ContestTerms,
    isRun: boolean,
    signal: AbortSignal | undefined,
  ): Promise<Checked> {
    try {
      const program = readSubmitted(this.#folder, file, ARRIVED_FOLDER);
      const report = await checkProgram(terms, program, CHECK_MILLIS, signal);
      this.#end({ kind: 'taken', file, team, at, isRun });
      return { report, isRun };
    } catch (error) {
      signal?.throwIfAborted();
      this.#end({ kind: 'refused', file, team, at, reason: reasonOf(error) });
      throw error;
    }
  }

  write(line: Arrived | TakenProgram | Refused | Scored): void {
    // A machine that goes down has it too.
    appendFileSync(this.#path, `${JSON.stringify(line)}\n`, { flush: true });
    this.#note(line);
  }

  #end(line: TakenProgram | Refused): void {
    this.write(line);
    this.#move(line.kind, line.file);
  }

  #move(kind: 'taken' | 'refused', file: string): void {
    const path = join(this.#folder, ARRIVED_FOLDER, file);
    if (kind === 'refused') rmSync(path, { force: true });
    else if (existsSync(path)) renameSync(path, join(this.#folder, PROGRAMS_FOLDER, file));
  }

  #note(line: Arrived | TakenProgram | Refused | Scored): void {
    if (line.kind === 'scored') this.scored.set(line.file, line);
    else this.#all.set(line.file, line);
  }
}

/** What arrived before the end counts, if it passes. */
export async function checkArrived(
  folder: string,
  terms: ContestTerms,
  { parallel, signal }: { readonly parallel: number; readonly signal?: AbortSignal | undefined },
): Promise<void> {
  const handIns = new HandIns(folder);
  const waiting = handIns.waiting.values();
  const work = async (): Promise<void> => {
    for (const arrived of waiting)
      await handIns.check(arrived, terms, false, signal).catch((error: unknown) => {
        if (!(error instanceof ContestError)) throw error;
      });
  };
  await Promise.all(Array.from({ length: parallel }, work));
}
