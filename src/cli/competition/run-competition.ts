/** `perpetua competition …`: everything an organiser does for a season of a running venue. */

import { commandLine } from '../../journal/command-line.ts';
import { type LoneVerb, runVerbs, type Verb } from '../operate/run-verbs.ts';
import { RULE_FLAG_NAMES, SEASON_VERBS } from './season-verbs.ts';
import { TEAM_VERBS } from './team-verbs.ts';

const VERBS: readonly Verb[] = [...SEASON_VERBS, ...TEAM_VERBS].map(({ run, ...verb }) => ({
  ...verb,
  words: [0, 1],
  run: (ask, _words, flags, { baseUrl, files, progress }) => {
    const command = (words: string): string => commandLine(words, files.folder);
    return run({ ask, flags, now: () => readNow(baseUrl), command, progress, baseUrl });
  },
}));

/** These verbs need no running venue and read their own flags. */
const LONE_VERBS: readonly LoneVerb[] = [
  {
    usage: 'publish --out FOLDER [--season N]',
    summary: 'write the signed result of a season: standings, rules, journal, fills',
    load: async () => (await import('./run-publish.ts')).runPublish,
  },
  {
    usage: 'verify FOLDER [--public-key KEY]',
    summary: 'replay a published result and recompute every figure',
    load: async () => (await import('./run-publish.ts')).runVerify,
  },
];

const FLAG_VALUES: readonly string[] = [
  ...RULE_FLAG_NAMES,
  ...['state', 'find', 'sort', 'after', 'limit', 'teams', 'per-address', 'claims'],
  ...['team', 'step', 'reason', 'evidence', 'account', 'order', 'actor'],
  ...['test', 'accounts', 'note'],
];

export const runCompetition = (args: string[]): Promise<number> =>
  runVerbs(
    {
      name: 'competition',
      about:
        'Talks to a running venue through the admin.json of its data folder.\n' +
        'The guide is docs/ORGANISER.md.',
      verbs: VERBS,
      loneVerbs: LONE_VERBS,
      values: FLAG_VALUES,
      switches: ['closed', 'now', 'all', 'missing', 'public-seed', 'csv', 'descending'],
    },
    args,
  );

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
