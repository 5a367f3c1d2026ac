/**
 * `perpetua journal verify | inspect | replay | cut`: looks at the journal of a data folder. But
 * for `cut` nothing is changed and no lock is taken, so a running venue may be looked at too.
 */
import { parseArgs } from 'node:util';
import { type Seq, seq as toSeq } from '../../domain/units.ts';
import { JournalDamaged } from '../../journal/journal-error.ts';
import { noSuchVerb } from '../../terminal/nearest.ts';
import { cutDamage } from './cut-journal.ts';
import { inspectJournal } from './inspect-journal.ts';
import type { JournalWords, Printer } from './journal-words.ts';
import { replayJournal } from './replay-journal.ts';
import { verifyJournal } from './verify-journal.ts';

const HELP = `Usage: perpetua journal <verify | inspect | replay | cut> [options]

  verify       check every record and every snapshot, and say what a start would say
  inspect      show entries readably; the last twenty unless told otherwise
  replay       rebuild the state, print its hash, compare it with the snapshots on the way
  cut          give up a damaged end for which there is no copy: the entry that --from names
               and all after it; they are moved aside, and nothing before them is touched

  --data DIR   the data folder (PERPETUA_DATA, or data)
  --from SEQ   inspect: the first entry; replay: begin with the last snapshot before this entry;
               cut: the first entry that is given up
  --to SEQ     inspect and replay: the last entry
  --json       print JSON, one value a line`;

const VERBS = {
  verify: verifyJournal,
  inspect: inspectJournal,
  replay: replayJournal,
  cut: cutDamage,
};

const CONSOLE: Printer = {
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
};

export async function runJournal(args: string[], output: Printer = CONSOLE): Promise<number> {
  const [verb, ...rest] = args;
  if (verb === '--help' || verb === 'help' || verb === '-h') {
    output.out(HELP);
    return 0;
  }
  if (verb !== undefined && !isVerb(verb) && !verb.startsWith('-')) {
    output.err(`perpetua: ${noSuchVerb('journal', verb, Object.keys(VERBS))}`);
    output.err(HELP);
    return 2;
  }
  const words = findWords(rest, output);
  if (words === undefined || !isVerb(verb)) {
    output.err(HELP);
    return 2;
  }
  try {
    return await VERBS[verb](words);
  } catch (error) {
    if (!(error instanceof JournalDamaged)) throw error;
    output.err(`perpetua: the journal is damaged: ${error.message}`);
    return 1;
  }
}

const isVerb = (word: string | undefined): word is keyof typeof VERBS =>
  word !== undefined && Object.hasOwn(VERBS, word);

function findWords(args: string[], output: Printer): JournalWords | undefined {
  const values = findValues(args);
  if (values === undefined) return undefined;
  const from = findSeq(values.from);
  const to = findSeq(values.to);
  if (from === null || to === null) return undefined;
  const { PERPETUA_DATA } = process.env;
  const dataFolder = values.data ?? PERPETUA_DATA ?? 'data';
  return { dataFolder, from, to, json: values.json, out: output.out };
}

/** Null for what is no number of an entry. */
function findSeq(word: string | undefined): Seq | undefined | null {
  if (word === undefined) return undefined;
  const value = Number(word);
  return /^\d+$/.test(word) && Number.isSafeInteger(value) ? toSeq(value) : null;
}

function findValues(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        data: { type: 'string' },
        from: { type: 'string' },
        to: { type: 'string' },
        json: { type: 'boolean', default: false },
      },
    }).values;
  } catch {
    return undefined;
  }
}
