/** Runs a verb of a command that talks to the operator's door of a running venue. */

import { type Answer, type AskAdmin, createAskAdmin } from '../account/admin-client.ts';
import { filesOf } from '../account/run-account.ts';
import { type Flags, type FlagTable, parseFlags } from '../flags.ts';
import { findNearest } from '../nearest.ts';
import { findAdminAddress } from '../start/data-files.ts';

/** Lines to print, or what went wrong. */
export type Told = { readonly lines: readonly string[] } | { readonly fault: string };

export interface Verb {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  /** Words after the verb: so many are needed, and so many may be there. */
  readonly words: readonly [least: number, most: number];
  readonly run: (ask: AskAdmin, words: readonly string[], flags: Flags) => Promise<Told>;
}

export interface VerbTable {
  /** Of the command, as it is typed. */
  readonly name: string;
  readonly about: string;
  readonly verbs: readonly Verb[];
  /** Flags with a value, besides `--data`. */
  readonly values: readonly string[];
}

const HELP_WORDS: ReadonlySet<string> = new Set(['help', '--help', '-h']);

export async function runVerbs(table: VerbTable, args: readonly string[]): Promise<number> {
  const [name, ...rest] = args;
  const known: FlagTable = { values: [...table.values, 'data'], switches: ['help'] };
  const flags = parseFlags(rest, known);
  if (typeof flags === 'string') return complain(flags, 2);
  if (name === undefined || HELP_WORDS.has(name) || flags.switches.has('help')) {
    say(formatHelp(table));
    return name === undefined ? 2 : 0;
  }
  const names = table.verbs.map((verb) => verb.name);
  const verb = table.verbs.find((candidate) => candidate.name === name);
  if (verb === undefined) {
    const nearest = findNearest(name, names);
    return complain(`no "${table.name} ${name}"; did you mean "${table.name} ${nearest}"?`, 2);
  }
  const [least, most] = verb.words;
  if (flags.words.length < least || flags.words.length > most)
    return complain(`usage: perpetua ${table.name} ${verb.usage}`, 2);
  const { admin: file } = filesOf(flags);
  const admin = findAdminAddress(file);
  if (admin === undefined)
    return complain(`${file} is missing: start the venue first, or name its --data`, 1);
  const told = await verb.run(createAskAdmin(admin), flags.words, flags);
  if ('fault' in told) return complain(told.fault, 1);
  say(told.lines.join('\n'));
  return 0;
}

/** What the door said, made into lines. */
export const tell = (answer: Answer, format: (body: unknown) => readonly string[]): Told =>
  answer.isRefused ? { fault: answer.message } : { lines: format(answer.body) };

function formatHelp({ name, about, verbs }: VerbTable): string {
  const rows = verbs.map(({ usage, summary }) => `  ${usage}\n      ${summary}`);
  return [`Usage: perpetua ${name} <verb> [--data FOLDER]`, '', about, '', ...rows].join('\n');
}

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

function complain(line: string, code: number): number {
  process.stderr.write(`perpetua: ${line}\n`);
  return code;
}
