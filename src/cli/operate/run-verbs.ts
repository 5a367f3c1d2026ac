/** Runs a verb of a command that talks to the admin server of a running venue. */

import { type AskAdmin, type AskAnswer, createAskAdmin } from '../../gateway/admin/admin-client.ts';
import { type DataFiles, findAdminAddress } from '../../gateway/data-files.ts';
import { type Flags, type FlagTable, isHelp, parseFlags } from '../../terminal/flags.ts';
import { noSuchVerb } from '../../terminal/nearest.ts';
import { complain, TERMINAL } from '../../terminal/output.ts';
import { filesOf } from '../start/data-folder.ts';

/** Lines to print, or what went wrong. */
export type VerbResult = { readonly lines: readonly string[] } | { readonly fault: string };

/** How a verb is found and explained. */
interface NamedVerb {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
}

export interface Verb extends NamedVerb {
  /** How many words may follow the verb, at least and at most. */
  readonly words: readonly [least: number, most: number];
  readonly run: (
    ask: AskAdmin,
    words: readonly string[],
    flags: Flags,
    running: VenuePlace,
  ) => Promise<VerbResult>;
}

/** Where the venue is, for verbs that need more than the admin server's answers. */
export interface VenuePlace {
  readonly baseUrl: string;
  readonly files: DataFiles;
}

/** Needs no running venue, reads its own flags and prints its own lines. */
export interface LoneVerb extends NamedVerb {
  readonly load: () => Promise<(args: string[]) => Promise<number> | number>;
}

export interface VerbTable {
  /** The command, as it is typed. */
  readonly name: string;
  readonly about: string;
  readonly verbs: readonly Verb[];
  readonly loneVerbs?: readonly LoneVerb[];
  /** Flags with a value, besides `--data`. */
  readonly values: readonly string[];
  /** Flags without one, besides `--help`. */
  readonly switches?: readonly string[];
}

export async function runVerbs(table: VerbTable, args: readonly string[]): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || isHelp(name)) return help(table, name === undefined ? 2 : 0);
  const { verbs, loneVerbs = [], switches = [] } = table;
  const lone = loneVerbs.find((candidate) => candidate.name === name);
  if (lone !== undefined) return (await lone.load())(rest);
  const known: FlagTable = { values: [...table.values, 'data'], switches: [...switches, 'help'] };
  const flags = parseFlags(rest, known);
  if (typeof flags === 'string') return complain(flags, 2);
  if (flags.switches.has('help')) return help(table, 0);
  const verb = verbs.find((candidate) => candidate.name === name);
  if (verb === undefined) {
    const known = [...verbs, ...loneVerbs].map((candidate) => candidate.name);
    return complain(noSuchVerb(table.name, name, known), 2);
  }
  const [least, most] = verb.words;
  if (flags.words.length < least || flags.words.length > most)
    return complain(`usage: perpetua ${table.name} ${verb.usage}`, 2);
  return runVerb(verb, flags);
}

async function runVerb(verb: Verb, flags: Flags): Promise<number> {
  const files = filesOf(flags.values.get('data'));
  const admin = findAdminAddress(files.admin);
  if (admin === undefined)
    return complain(`${files.admin} is missing: start the venue first, or name its --data`, 1);
  const { USER: user } = process.env;
  const ask = createAskAdmin(admin, flags.values.get('actor') ?? user);
  const told = await verb.run(ask, flags.words, flags, { baseUrl: admin.baseUrl, files });
  if ('fault' in told) return complain(told.fault, 1);
  TERMINAL.out(told.lines.join('\n'));
  return 0;
}

/** Turns an answer of the admin server into lines. */
export const tellAnswer = (
  answer: AskAnswer,
  format: (body: unknown) => readonly string[],
): VerbResult => (answer.isRefused ? { fault: answer.message } : { lines: format(answer.body) });

function help({ name, about, verbs, loneVerbs = [], values }: VerbTable, code: number): number {
  const actor = values.includes('actor') ? ' [--actor NAME]' : '';
  const rows = [...verbs, ...loneVerbs].map(({ usage, summary }) => `  ${usage}\n      ${summary}`);
  TERMINAL.out(
    [`Usage: perpetua ${name} <verb> [--data FOLDER]${actor}`, '', about, '', ...rows].join('\n'),
  );
  return code;
}
