/** Runs a verb of a command that talks to the admin server of a running venue. */

import { type AskAdmin, type AskAnswer, createAskAdmin } from '../../gateway/admin/admin-client.ts';
import { type DataFiles, findAdminAddress } from '../../gateway/data-files.ts';
import { type Flags, type FlagTable, isHelp, parseFlags } from '../../terminal/flags.ts';
import { noSuchVerb } from '../../terminal/nearest.ts';
import {
  complain,
  EXIT,
  type ExitCode,
  type Shown,
  show,
  TERMINAL,
} from '../../terminal/output.ts';
import { type Progress, whileWaiting } from '../../terminal/progress.ts';
import { indentText } from '../../terminal/wrap-text.ts';
import { filesOf } from '../start/own-process.ts';

/** Lines for people with the answer for `--json`, or what went wrong and the exit code for it. */
export type VerbResult =
  | Pick<Shown, 'lines' | 'body'>
  | { readonly fault: string; readonly code: ExitCode };

/** How a verb is found and explained. */
export interface NamedVerb {
  /** Begins with the name of the verb. */
  readonly usage: string;
  readonly summary: string;
}

export const verbName = ({ usage }: NamedVerb): string | undefined => usage.split(' ', 1)[0];

export interface Verb extends NamedVerb {
  /** How many words may follow the verb, at least and at most; none if left out. */
  readonly words?: readonly [least: number, most: number];
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
  /** For verbs that know how far they have come. */
  readonly progress: Progress;
}

/** Needs no running venue, reads its own flags and prints its own lines. */
export interface LoneVerb extends NamedVerb {
  readonly load: () => Promise<(args: string[]) => Promise<number> | number>;
}

export interface VerbTable {
  /** The command, as it is typed. */
  readonly name: string;
  readonly about: string;
  readonly verbs?: readonly Verb[];
  readonly loneVerbs?: readonly LoneVerb[];
  /** Flags with a value, besides `--data`. */
  readonly values?: readonly string[];
  /** Flags without one, besides `--help` and `--json`. */
  readonly switches?: readonly string[];
}

export async function runVerbs(table: VerbTable, args: readonly string[]): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || isHelp(name)) return help(table, name);
  const { verbs = [], loneVerbs = [], values = [], switches = [] } = table;
  const lone = loneVerbs.find((candidate) => verbName(candidate) === name);
  if (lone !== undefined) return (await lone.load())(rest);
  const known: FlagTable = {
    values: [...values, 'data'],
    switches: [...switches, 'help', 'json'],
  };
  const flags = parseFlags(rest, known);
  if (typeof flags === 'string') return complain(flags, EXIT.misunderstood);
  if (flags.switches.has('help')) return help(table, 'help');
  const verb = verbs.find((candidate) => verbName(candidate) === name);
  if (verb === undefined) {
    const known = [...verbs, ...loneVerbs].flatMap((candidate) => verbName(candidate) ?? []);
    return complain(noSuchVerb(table.name, name, known), EXIT.misunderstood);
  }
  const [least, most] = verb.words ?? [0, 0];
  if (flags.words.length < least || flags.words.length > most)
    return complain(`usage: perpetua ${table.name} ${verb.usage}`, EXIT.misunderstood);
  return runVerb(verb, flags);
}

async function runVerb(verb: Verb, flags: Flags): Promise<number> {
  const files = filesOf(flags.values.get('data'));
  const admin = findAdminAddress(files.admin);
  if (admin === undefined) {
    const words = `${files.admin} is missing: start the venue first, or name its --data`;
    return complain(words, EXIT.absent);
  }
  const { USER: user } = process.env;
  const ask = createAskAdmin(admin, flags.values.get('actor') ?? user);
  const { baseUrl } = admin;
  const told = await whileWaiting(TERMINAL, (progress) =>
    verb.run(ask, flags.words, flags, { baseUrl, files, progress }),
  );
  if ('fault' in told) return complain(told.fault, told.code);
  return show({ indent: 2, ...told }, flags.switches.has('json'));
}

/** Turns an answer of the admin server into lines. */
export const tellAnswer = (
  answer: AskAnswer,
  format: (body: unknown) => readonly string[],
): VerbResult =>
  answer.isRefused
    ? {
        fault: answer.message,
        code: answer.isAbsent === true ? EXIT.absent : EXIT.failed,
      }
    : { lines: format(answer.body), body: answer.body };

/** A flag is missing, or its value makes no sense. */
export const misused = (fault: string): VerbResult => ({ fault, code: EXIT.misunderstood });

function help(table: VerbTable, asked: string | undefined): number {
  const { name, about, verbs = [], loneVerbs = [], values = [] } = table;
  const actor = values.includes('actor') ? ' [--actor NAME]' : '';
  const rows = [...verbs, ...loneVerbs].map(
    ({ usage, summary }) => `${indentText(usage, 10, 2)}\n${indentText(summary, 6)}`,
  );
  const text = [
    `Usage: perpetua ${name} <verb>${verbs.length > 0 ? ' [--data FOLDER] [--json]' : ''}${actor}`,
    '',
    ...about.split('\n').map((line) => indentText(line, 0)),
    '',
    ...rows,
  ].join('\n');
  if (asked === undefined) {
    TERMINAL.err(text);
    return EXIT.misunderstood;
  }
  TERMINAL.out(text);
  return EXIT.done;
}
