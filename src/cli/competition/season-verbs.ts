/**
 * The organiser's verbs for a season. Each sends a request to the admin server and prints the
 * answer.
 */
import type { Flags } from '../../terminal/flags.ts';
import { parseMoment } from './parse-moment.ts';
import { type CompetitionVerb, joined, tellFields, tellJson, tellRows } from './verb.ts';

/** Flags of rules whose values are sent unchanged, by field name. */
const RULE_FLAGS: readonly (readonly [string, string])[] = [
  ['name', 'name'],
  ['wallet', 'wallet'],
  ['test-wallet', 'testWallet'],
  ['leverage', 'leverageMax'],
  ['maker-fee', 'makerFee'],
  ['taker-fee', 'takerFee'],
  ['cap', 'positionValueMax'],
  ['matching', 'matching'],
  ['round-trips', 'roundTripsMin'],
  ['active-days', 'activeDaysMin'],
];

/** Flags whose value is a span of time: `90s`, `5m`, `6h`, `2d`. */
const SPAN_FLAGS: readonly (readonly [string, string])[] = [
  ['delay', 'leaderboardDelayMillis'],
  ['freeze', 'leaderboardFreezeMillis'],
];

export const RULE_FLAG_NAMES: readonly string[] = [
  ...RULE_FLAGS.map(([flag]) => flag),
  ...SPAN_FLAGS.map(([flag]) => flag),
  'start',
  'end',
  'symbols',
  'ai-log',
];

/** The rules given by flags, or what is wrong with one of them. */
export function rulesFrom({ values }: Flags, now: number): Record<string, unknown> | string {
  const rules: Record<string, unknown> = {};
  for (const [flag, field] of RULE_FLAGS) {
    const value = values.get(flag);
    if (value !== undefined) rules[field] = value;
  }
  for (const [flag, field] of SPAN_FLAGS) {
    const value = values.get(flag);
    if (value === undefined) continue;
    const moment = parseMoment(`+${value}`, 0);
    if (moment === undefined) return `--${flag} is a span such as 90s, 5m, 6h or 2d`;
    rules[field] = moment;
  }
  const start = values.get('start');
  const startAt = start === undefined ? undefined : parseMoment(start, now);
  if (start !== undefined && startAt === undefined) return MOMENT_HELP('start');
  const end = values.get('end');
  const endAt = end === undefined ? undefined : parseMoment(end, startAt ?? now);
  if (end !== undefined && endAt === undefined) return MOMENT_HELP('end');
  if (startAt !== undefined) rules['startAt'] = startAt;
  if (endAt !== undefined) rules['endAt'] = endAt;
  const symbols = values.get('symbols');
  if (symbols !== undefined) rules['symbols'] = symbols.split(',');
  const aiLog = values.get('ai-log');
  if (aiLog !== undefined) rules['requiresAiLog'] = aiLog === 'required';
  return rules;
}

const MOMENT_HELP = (flag: string): string =>
  `--${flag} is now, a span from ${flag === 'end' ? 'the start' : 'now'} such as +10m, or a time ` +
  'such as 2026-03-01T12:00:00Z';

const RULES_USAGE =
  '[--wallet 1000] [--test-wallet 1000] [--leverage 20] [--symbols a,b] [--matching house-only]\n' +
  '      [--maker-fee 0.0001] [--taker-fee 0.0004] [--cap 30000] [--delay 1m] [--freeze 6h]\n' +
  '      [--round-trips 10] [--active-days 5] [--ai-log required]';

const seedOf = ({ switches }: Flags): object =>
  switches.has('public-seed') ? { publicSeed: true } : {};

export const SEASON_VERBS: readonly CompetitionVerb[] = [
  {
    name: 'create',
    usage: `create --name NAME --start +10m --end +2h ${RULES_USAGE} [--public-seed]`,
    summary: 'create a season; the end is a time, or a span from the start',
    run: async ({ ask, flags, now }) => {
      const rules = rulesFrom(flags, await now());
      return typeof rules === 'string'
        ? { fault: rules }
        : tellFields(await ask('POST', '/competition/seasons', { ...rules, ...seedOf(flags) }));
    },
  },
  {
    name: 'rules',
    usage: 'rules [the flags of create]',
    summary: 'change the rules before the start',
    run: async ({ ask, flags, now }) => {
      const rules = rulesFrom(flags, await now());
      return typeof rules === 'string'
        ? { fault: rules }
        : tellFields(await ask('POST', '/competition/rules', rules));
    },
  },
  {
    name: 'show',
    usage: 'show',
    summary: 'the season as it stands',
    run: async ({ ask }) => tellFields(await ask('GET', '/competition')),
  },
  {
    name: 'open',
    usage: 'open [--closed]',
    summary: 'let teams register; --closed ends it',
    run: async ({ ask, flags }) => {
      const open = !flags.switches.has('closed');
      return tellFields(await ask('POST', '/competition/registration', { open }));
    },
  },
  {
    name: 'reset',
    usage: 'reset',
    summary: 'bring every entrant to the same clean start, and attest it',
    run: async ({ ask }) => tellFields(await ask('POST', '/competition/reset', {})),
  },
  {
    name: 'start',
    usage: 'start [--now]',
    summary: 'start at its time (also happens automatically), or move the start to now',
    run: async ({ ask, flags }) => {
      const body = flags.switches.has('now') ? { now: true } : {};
      return tellFields(await ask('POST', '/competition/start', body));
    },
  },
  {
    name: 'standings',
    usage: 'standings [--limit 20] [--json]',
    summary: 'all entrants as they stand now',
    run: async ({ ask, flags }) => {
      const limit = flags.values.get('limit') ?? '100';
      const answer = await ask('GET', `/competition/standings?limit=${encodeURIComponent(limit)}`);
      if (flags.switches.has('json')) return tellJson(answer);
      return tellRows(answer, [
        'rank',
        'team',
        'account',
        'state',
        'equity',
        'pnl',
        'roi',
        'maxDrawdown',
        'sharpe',
        'roundTrips',
        'activeDays',
        'riskRank',
      ]);
    },
  },
  {
    name: 'surveillance',
    usage: 'surveillance',
    summary: 'suspicious behaviour, with scores and evidence',
    run: async ({ ask }) => {
      const answer = await ask('GET', '/competition/surveillance');
      const columns = ['flagged', 'test', 'teams', 'score', 'limit', 'facts'];
      return tellRows(answer, columns, 'findings');
    },
  },
  {
    name: 'sanction',
    usage: 'sanction --team NAME --step warn|throttle|freeze|disqualify|reinstate --reason TEXT',
    summary: 'take a step of the ladder; reason and actor are published',
    run: async ({ ask, flags }) => {
      const sent = joined(flags, ['team', 'step', 'reason'], ['evidence']);
      return typeof sent === 'string'
        ? { fault: sent }
        : tellFields(await ask('POST', '/competition/sanctions', sent));
    },
  },
  {
    name: 'sanctions',
    usage: 'sanctions',
    summary: 'every sanction so far',
    run: async ({ ask }) =>
      tellRows(await ask('GET', '/competition/sanctions'), [
        'at',
        'account',
        'step',
        'actor',
        'reason',
        'evidence',
      ]),
  },
  {
    name: 'end',
    usage: 'end [--reason TEXT]',
    summary: 'end at its time (also happens automatically), or at once for a reason',
    run: async ({ ask, flags }) => {
      const reason = flags.values.get('reason');
      return tellFields(
        await ask('POST', '/competition/end', reason === undefined ? {} : { reason }),
      );
    },
  },
  {
    name: 'close',
    usage: 'close',
    summary: 'the review is done: the result is final',
    run: async ({ ask }) => tellFields(await ask('POST', '/competition/close', {})),
  },
  {
    name: 'audit',
    usage: 'audit [--limit 50]',
    summary: 'who changed what, when and why',
    run: async ({ ask, flags }) => {
      const limit = flags.values.get('limit') ?? '50';
      const answer = await ask('GET', `/competition/audit?limit=${encodeURIComponent(limit)}`);
      return tellRows(answer, ['at', 'role', 'actor', 'action', 'about', 'reason', 'outcome']);
    },
  },
];
