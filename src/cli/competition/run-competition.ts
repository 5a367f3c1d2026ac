/** `perpetua competition …`: an organiser's whole season, from a venue that is running. */

import { createAskAdmin } from '../account/admin-client.ts';
import { filesOf } from '../account/run-account.ts';
import { parseFlags } from '../flags.ts';
import { findNearest } from '../nearest.ts';
import type { Output } from '../output.ts';
import { findAdminAddress } from '../start/data-files.ts';
import { RULE_FLAG_NAMES, SEASON_VERBS } from './season-verbs.ts';
import { TEAM_VERBS } from './team-verbs.ts';
import type { CompetitionVerb } from './verb.ts';

const VERBS: readonly CompetitionVerb[] = [...SEASON_VERBS, ...TEAM_VERBS];

/** Verbs that need no running venue; each reads its own flags. */
const OFFLINE: readonly OfflineVerb[] = [
  {
    name: 'publish',
    usage: 'publish --out FOLDER [--season N]',
    summary: 'write the result of a season: standings, rules, journal, fills, signed',
    load: async () => {
      const { runPublish } = await import('./run-publish.ts');
      return (args) => runPublish(args, OUTPUT);
    },
  },
  {
    name: 'verify',
    usage: 'verify FOLDER [--public-key KEY]',
    summary: 'replay a published result and recompute every figure',
    load: async () => {
      const { runVerify } = await import('./run-publish.ts');
      return (args) => runVerify(args, OUTPUT);
    },
  },
  {
    name: 'demo',
    usage: 'demo [--teams 50] [--seed 1] [--days 3] [--out FOLDER]',
    summary: 'a whole accelerated season with scripted teams, published and verified',
    load: async () => {
      const { runDemoSeason } = await import('./demo/run-demo-season.ts');
      return (args) => runDemoSeason(args, OUTPUT);
    },
  },
];

interface OfflineVerb {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  readonly load: () => Promise<(args: string[]) => Promise<number> | number>;
}

const FLAGS = {
  values: [
    ...RULE_FLAG_NAMES,
    'state',
    'after',
    'limit',
    'team',
    'step',
    'reason',
    'evidence',
    'account',
    'order',
    'actor',
    'data',
  ],
  switches: ['closed', 'now', 'all', 'json', 'missing', 'help'],
};

export async function runCompetition(args: string[]): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === 'help' || name === '--help') {
    say(formatHelp());
    return name === undefined ? 2 : 0;
  }
  const offline = OFFLINE.find((known) => known.name === name);
  if (offline !== undefined) return (await offline.load())(rest);
  const flags = parseFlags(rest, FLAGS);
  if (typeof flags === 'string') return complain(flags, 2);
  if (flags.switches.has('help')) {
    say(formatHelp());
    return 0;
  }
  const verb = VERBS.find((known) => known.name === name);
  if (verb === undefined) {
    const nearest = findNearest(
      name,
      [...VERBS, ...OFFLINE].map((known) => known.name),
    );
    return complain(`no "competition ${name}"; did you mean "competition ${nearest}"?`, 2);
  }
  const files = filesOf(flags);
  const admin = findAdminAddress(files.admin);
  if (admin === undefined)
    return complain(`${files.admin} is missing: start the venue first, or name its --data`, 1);
  const ask = createAskAdmin(admin, flags.values.get('actor') ?? process.env['USER']);
  const told = await verb.run({ ask, flags, now: () => readNow(admin.baseUrl) });
  if ('fault' in told) return complain(told.fault, 1);
  say(told.lines.join('\n'));
  return 0;
}

/** Venue time, which a sandbox may let run faster than the clock on the wall. */
async function readNow(baseUrl: string): Promise<number> {
  try {
    const response = await fetch(`${baseUrl}/competition/now`);
    const body: unknown = await response.json();
    const now = new Map<string, unknown>(Object.entries(Object(body))).get('now');
    return typeof now === 'number' ? now : Date.now();
  } catch {
    return Date.now();
  }
}

function formatHelp(): string {
  const rows = [...VERBS, ...OFFLINE].map(({ usage, summary }) => `  ${usage}\n      ${summary}`);
  return [
    'Usage: perpetua competition <verb> [--data FOLDER] [--actor NAME]',
    '',
    'Talks to a running venue through the admin.json of its data folder.',
    'The guide is docs/ORGANISER.md.',
    '',
    ...rows,
  ].join('\n');
}

const OUTPUT: Output = {
  out: (line) => say(line),
  err: (line) => process.stderr.write(`${line}\n`),
};

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

function complain(line: string, code: number): number {
  process.stderr.write(`perpetua: ${line}\n`);
  return code;
}
