/** What commands on the journal of a stopped or running venue have in common. */
import { statSync } from 'node:fs';
import type { Seq } from '../../domain/units.ts';
import { type FoundJournal, findJournal, findSnapshots } from '../../journal/find-journal.ts';
import type { Output } from '../../terminal/output.ts';

export interface JournalWords {
  readonly dataFolder: string;
  readonly from: Seq | undefined;
  readonly to: Seq | undefined;
  readonly json: boolean;
  readonly output: Output;
}

/** Nothing was looked at: whoever checks a copy must not take that for a good one. */
export class NoJournal extends Error {
  override readonly name = 'NoJournal';

  constructor(fault: string) {
    super(`${fault}; name the data folder with --data`);
  }
}

/** Snapshots whose journal is missing are damage, which a check names. */
export function expectTraces(dataFolder: string): void {
  expectFolder(dataFolder);
  if (findSnapshots(dataFolder).length === 0) expectJournal(dataFolder);
}

export function expectJournal(dataFolder: string): FoundJournal {
  expectFolder(dataFolder);
  const journal = findJournal(dataFolder);
  if (journal === undefined) throw new NoJournal(`${dataFolder} holds no journal`);
  return journal;
}

function expectFolder(dataFolder: string): void {
  const found = statSync(dataFolder, { throwIfNoEntry: false });
  if (found === undefined) throw new NoJournal(`${dataFolder} does not exist`);
  if (!found.isDirectory()) throw new NoJournal(`${dataFolder} is not a folder`);
}
