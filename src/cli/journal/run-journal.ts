/**
 * `perpetua journal verify | inspect | replay | cut`: works on the journal of a data folder. Only
 * `cut` changes anything or takes the lock, so the others work beside a running venue.
 */
import { type Seq, seq as toSeq } from '../../domain/units.ts';
import { JournalDamaged } from '../../journal/journal-error.ts';
import { findValues, isHelp } from '../../terminal/flags.ts';
import { noSuchVerb } from '../../terminal/nearest.ts';
import { complain, EXIT, type Output, show, TERMINAL } from '../../terminal/output.ts';
import {
  cutDamage,
  inspectJournal,
  type JournalWords,
  NoJournal,
  replayJournal,
  verifyJournal,
} from './journal-words.ts';

const HELP = `Usage: perpetua journal <verify | inspect | replay | cut> [options]

  verify       check every record and every snapshot, and say what the next
               start would say
  inspect      show entries for people; by default the last twenty
  replay       rebuild the state, print its hash, and compare it with the
               snapshots on the way
  cut          give up a damaged end that you have no copy of: the entry named
               by --from and all after it are moved to another folder, and
               nothing before them is touched

  --data DIR   the data folder (PERPETUA_DATA, or data)
  --from SEQ   inspect: the first entry; replay: start from the last snapshot
               before this entry; cut: the first entry to give up
  --to SEQ     inspect and replay: the last entry
  --json       print JSON, one value a line`;

const VERBS = {
  verify: verifyJournal,
  inspect: inspectJournal,
  replay: replayJournal,
  cut: cutDamage,
};

export async function runJournal(args: string[], output: Output = TERMINAL): Promise<number> {
  const [verb, ...rest] = args;
  if (isHelp(verb)) {
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
    const told = await VERBS[verb](words);
    return typeof told === 'number' ? told : show(told, words.json, output);
  } catch (error) {
    if (error instanceof NoJournal) return complain(error.message, EXIT.failed, output);
    if (!(error instanceof JournalDamaged)) throw error;
    return complain(`the journal is damaged: ${error.message}`, EXIT.failed, output);
  }
}

const isVerb = (word: string | undefined): word is keyof typeof VERBS =>
  word !== undefined && Object.hasOwn(VERBS, word);

function findWords(args: string[], output: Output): JournalWords | undefined {
  const values = findValues(args, OPTIONS);
  if (values === undefined) return undefined;
  const from = findSeq(values.from);
  const to = findSeq(values.to);
  if (from === null || to === null) return undefined;
  const { PERPETUA_DATA } = process.env;
  const dataFolder = values.data ?? PERPETUA_DATA ?? 'data';
  return { dataFolder, from, to, json: values.json, output };
}

/** Null if the word is not the number of an entry. */
function findSeq(word: string | undefined): Seq | undefined | null {
  if (word === undefined) return undefined;
  const value = Number(word);
  return /^\d+$/.test(word) && Number.isSafeInteger(value) ? toSeq(value) : null;
}

const OPTIONS = {
  data: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;
