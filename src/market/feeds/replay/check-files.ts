/**
 * Checks every replay file before the market opens: which file belongs to which contract, and
 * whether each line can be used. All errors are reported together, with file and line.
 */

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Contract } from '../../../domain/contract.ts';
import { many } from '../../../domain/many.ts';
import { reasonOf } from '../../../domain/reason-of.ts';
import { isRowFault, readRows } from './read-rows.ts';

export interface ReplayFile {
  readonly path: string;
  readonly contract: Contract;
  readonly kind: 'candle' | 'trade';
  readonly firstAt: number;
  /** The time of the end of the last row. */
  readonly endAt: number;
  /** The length of a candle. */
  readonly length: number;
  readonly rows: number;
}

export class ReplayRefused extends Error {
  override readonly name = 'ReplayRefused';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`the replay cannot begin:\n  ${faults.join('\n  ')}`);
    this.faults = faults;
  }
}

/** At most this many errors of one file are reported. */
const FAULTS_TOLD = 5;
const ENDING = /\.(?:csv|jsonl|ndjson)(?:\.gz)?$/i;

export async function checkFiles(
  folder: string,
  contracts: readonly Contract[],
  gapMillisMax: number,
) {
  const faults: string[] = [];
  const paths = await findPaths(folder, contracts, faults);
  const files: ReplayFile[] = [];
  for (const [contract, path] of paths) {
    const file = await checkFile(path, contract, gapMillisMax);
    if (Array.isArray(file)) faults.push(...file);
    else files.push(file);
  }
  if (faults.length > 0) throw new ReplayRefused(faults);
  // The time that all files cover.
  const firstAt = Math.max(...files.map((file) => file.firstAt));
  const endAt = Math.min(...files.map((file) => file.endAt));
  if (firstAt >= endAt)
    throw new ReplayRefused([
      `${folder}: the files do not overlap in time; the last begins ${inWords(firstAt)}, the ` +
        `first ends ${inWords(endAt)}`,
    ]);
  return { files, firstAt, endAt };
}

async function findPaths(
  folder: string,
  contracts: readonly Contract[],
  faults: string[],
): Promise<Map<Contract, string>> {
  const paths = new Map<Contract, string>();
  let names: string[];
  try {
    names = (await readdir(folder)).filter((name) => ENDING.test(name)).sort();
  } catch (error) {
    throw new ReplayRefused([`${folder} cannot be read: ${reasonOf(error)}`]);
  }
  for (const name of names) {
    const contract = contracts.find((row) => isNamedAfter(name, row));
    const path = join(folder, name);
    const other = contract && paths.get(contract);
    if (contract === undefined) faults.push(`${path}: no contract has this name`);
    else if (other !== undefined)
      faults.push(`${path}: ${contract.base} already has the file ${other}`);
    else paths.set(contract, path);
  }
  for (const contract of contracts)
    if (!paths.has(contract))
      faults.push(`${folder}: there is no file for ${contract.base}, such as ${contract.base}.csv`);
  return paths;
}

/** `BTC.csv`, `btcusdt.jsonl`, `BTC-USDT.csv.gz`, or the symbol of the contract. */
function isNamedAfter(file: string, { base, quote, symbol }: Contract): boolean {
  const name = file.replace(ENDING, '').toLowerCase();
  const plain = name.replace(/[^a-z0-9]/g, '');
  const names = [base, base + quote].map((word) => word.toLowerCase());
  return name === symbol.toLowerCase() || names.includes(plain);
}

async function checkFile(
  path: string,
  contract: Contract,
  gapMillisMax: number,
): Promise<ReplayFile | string[]> {
  const faults: string[] = [];
  const note = (line: number, words: string): number => faults.push(`${path}:${line}: ${words}`);
  let [rows, firstAt, lastAt, length] = [0, 0, 0, Number.POSITIVE_INFINITY];
  let kind: ReplayFile['kind'] = 'candle';
  try {
    for await (const piece of readRows(path)) {
      for (const { line, row } of piece) {
        if (isRowFault(row)) {
          note(line, row.words);
          continue;
        }
        if (rows === 0) firstAt = row.at;
        else judgeStep(row.at - lastAt, row.kind, gapMillisMax, (words) => note(line, words));
        if (rows > 0 && row.at > lastAt) length = Math.min(length, row.at - lastAt);
        rows += 1;
        kind = row.kind;
        lastAt = Math.max(lastAt, row.at);
      }
      if (faults.length >= FAULTS_TOLD) return faults.slice(0, FAULTS_TOLD);
    }
  } catch (error) {
    return [`${path} cannot be read: ${reasonOf(error)}`];
  }
  if (rows < 2 && faults.length === 0)
    return [`${path} has ${many(rows, 'row')}; it needs at least two`];
  if (faults.length > 0) return faults;
  const endAt = kind === 'candle' ? lastAt + length : lastAt;
  return { path, contract, kind, firstAt, endAt, length, rows };
}

/** Each candle has a time of its own; trades may share one. */
function judgeStep(
  step: number,
  kind: ReplayFile['kind'],
  gapMillisMax: number,
  note: (words: string) => void,
): void {
  if (step < 0) note('is older than the line before: rows go from the oldest to the newest');
  else if (step === 0 && kind === 'candle') note('has the same time as the line before');
  else if (step > gapMillisMax)
    note(`comes ${Math.round(step / 1_000)} s after the line before: a gap (see --feed-gap)`);
}

const inWords = (at: number): string => new Date(at).toISOString();
