/** `perpetua account …`: manages the accounts of a venue that is running. */
import { type Flags, parseFlags } from '../flags.ts';
import { findNearest } from '../nearest.ts';
import { SETTINGS } from '../settings/settings.ts';
import {
  type DataFiles,
  dataFilesOf,
  findAdminAddress,
  findCredentials,
  isCredentials,
  writeJson,
} from '../start/data-files.ts';
import { ACCOUNT_VERBS, type Told } from './account-verbs.ts';
import { createAskAdmin } from './admin-client.ts';

const FLAGS = {
  values: ['name', 'deposit', 'account', 'amount', 'wallet', 'disable', 'enable', 'rotate', 'data'],
  switches: ['new', 'read-only', 'save', 'help'],
} as const;

export async function runAccount(args: string[]): Promise<number> {
  const [name, ...rest] = args;
  const flags = parseFlags(rest, FLAGS);
  if (typeof flags === 'string') return complain(flags, 2);
  if (name === undefined || name === 'help' || name === '--help' || flags.switches.has('help')) {
    say(formatHelp());
    return name === undefined ? 2 : 0;
  }
  const verb = ACCOUNT_VERBS.find((known) => known.name === name);
  if (verb === undefined) {
    const nearest = findNearest(
      name,
      ACCOUNT_VERBS.map((known) => known.name),
    );
    return complain(`no "account ${name}"; did you mean "account ${nearest}"?`, 2);
  }
  const files = filesOf(flags);
  const admin = findAdminAddress(files.admin);
  if (admin === undefined)
    return complain(`${files.admin} is missing: start the venue first, or name its --data`, 1);
  const told = await verb.run(createAskAdmin(admin), flags);
  if ('fault' in told) return complain(told.fault, 1);
  say(told.lines.join('\n'));
  if (flags.switches.has('save')) await keep(files, told);
  return 0;
}

export function filesOf(flags: Flags): DataFiles {
  const { PERPETUA_DATA: inherited } = process.env;
  return dataFilesOf(flags.values.get('data') ?? inherited ?? SETTINGS.data.fallback);
}

async function keep({ credentials }: DataFiles, told: Told): Promise<void> {
  const issued = 'issued' in told ? told.issued : undefined;
  if (!isCredentials(issued)) return;
  const others = (findCredentials(credentials) ?? []).filter(({ name }) => name !== issued.name);
  await writeJson(credentials, [...others, issued]);
  say(`added to ${credentials}`);
}

function formatHelp(): string {
  const rows = ACCOUNT_VERBS.map(({ usage, summary }) => `  ${usage}\n      ${summary}`);
  return [
    'Usage: perpetua account <verb> [--data FOLDER]',
    '',
    'Talks to a running venue through the admin.json of its data folder.',
    '',
    ...rows,
  ].join('\n');
}

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

function complain(line: string, code: number): number {
  process.stderr.write(`perpetua: ${line}\n`);
  return code;
}
