/**
 * The organiser's verbs for a season. Each sends a request to the admin server and says what
 * happened and what comes next.
 */
import type { Flags } from '../../terminal/flags.ts';
import { fieldsOf, formatUtc, textOf } from '../operate/fields.ts';
import { misused, tellAnswer } from '../operate/run-verbs.ts';
import { tellRows } from '../operate/tell.ts';
import { parseMoment } from './parse-moment.ts';
import { tellChange, tellReset, tellWhole } from './tell-season.ts';
import { type CompetitionVerb, joined } from './verb.ts';

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
  'idle',
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
  const idle = values.get('idle');
  if (idle !== undefined && idle !== 'ranked' && idle !== 'last')
    return '--idle is ranked or last: teams that never trade like the others, or below them';
  if (idle !== undefined) rules['ranksIdle'] = idle === 'ranked';
  return rules;
}

const MOMENT_HELP = (flag: string): string =>
  `--${flag} is now, a span from ${flag === 'end' ? 'the start' : 'now'} such as +10m, or a time ` +
  'such as 2026-03-01T12:00:00Z';

const RULES_USAGE =
  '[--wallet 1000] [--test-wallet 1000] [--leverage 20] [--symbols a,b] [--matching house-only]\n' +
  '      [--maker-fee 0.0001] [--taker-fee 0.0004] [--cap 30000] [--delay 1m] [--freeze 6h]\n' +
  '      [--round-trips 10] [--active-days 5] [--ai-log required] [--idle ranked]';

const seedOf = ({ switches }: Flags): object =>
  switches.has('public-seed') ? { publicSeed: true } : {};

/** Where a team stands on the ladder, and what it may do there. */
const SANCTIONED: Readonly<Record<string, string>> = {
  none: 'is reinstated and may trade',
  warned: 'is warned; it may go on trading',
  throttled: 'is throttled to one order every two seconds',
  frozen: 'is frozen: it keeps its positions and may not trade',
  disqualified: 'is disqualified: its positions are closed and it may not trade',
};

export const SEASON_VERBS: readonly CompetitionVerb[] = [
  {
    name: 'create',
    usage: `create --name NAME --start +10m --end +2h ${RULES_USAGE} [--public-seed]`,
    summary: 'create a season; the end is a time, or a span from the start',
    run: async ({ ask, flags, now, command }) => {
      const rules = rulesFrom(flags, await now());
      if (typeof rules === 'string') return misused(rules);
      const answer = await ask('POST', '/competition/seasons', { ...rules, ...seedOf(flags) });
      return tellWhole(answer, command, () => 'is created');
    },
  },
  {
    name: 'rules',
    usage: 'rules [the flags of create]',
    summary: 'change the rules before the start',
    run: async ({ ask, flags, now, command }) => {
      const rules = rulesFrom(flags, await now());
      if (typeof rules === 'string') return misused(rules);
      const answer = await ask('POST', '/competition/rules', rules);
      return tellWhole(
        answer,
        command,
        ({ phase }) => `has these rules now, and is ${textOf(phase)}`,
      );
    },
  },
  {
    name: 'show',
    usage: 'show',
    summary: 'the season as it stands',
    run: async ({ ask, command }) =>
      tellWhole(await ask('GET', '/competition'), command, ({ phase }) => `is ${textOf(phase)}`),
  },
  {
    name: 'open',
    usage: 'open [--closed]',
    summary: 'let teams register; --closed ends it',
    run: async ({ ask, flags, command }) => {
      const open = !flags.switches.has('closed');
      const answer = await ask('POST', '/competition/registration', { open });
      return tellChange(answer, command, ({ registrations }) => {
        const { registered } = fieldsOf(registrations);
        const waiting = `${textOf(registered)} wait for a decision`;
        return open
          ? `takes registrations now; ${waiting}`
          : `takes no more registrations; ${waiting}`;
      });
    },
  },
  {
    name: 'reset',
    usage: 'reset',
    summary: 'bring every entrant to the same clean start, and attest it',
    run: async ({ ask, command }) =>
      tellReset(await ask('POST', '/competition/reset', {}), command),
  },
  {
    name: 'start',
    usage: 'start [--now]',
    summary: 'start at its time (also happens automatically), or move the start to now',
    run: async ({ ask, flags, command }) => {
      const body = flags.switches.has('now') ? { now: true } : {};
      return tellChange(
        await ask('POST', '/competition/start', body),
        command,
        ({ entrants, startedAt }) =>
          `has begun with ${textOf(entrants)} teams, at ${formatUtc(startedAt)} UTC`,
      );
    },
  },
  {
    name: 'standings',
    usage: 'standings [--limit 20]',
    summary: 'all entrants as they stand now',
    run: async ({ ask, flags }) => {
      const limit = flags.values.get('limit') ?? '100';
      const answer = await ask('GET', `/competition/standings?limit=${encodeURIComponent(limit)}`);
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
      if (typeof sent === 'string') return misused(`sanction ${sent}`);
      return tellAnswer(await ask('POST', '/competition/sanctions', sent), (body) => {
        const { team, account, sanction } = fieldsOf(body);
        const now = SANCTIONED[textOf(sanction)] ?? textOf(sanction);
        return [
          `${textOf(team)} (account ${textOf(account)}) ${now}.`,
          `Published with it: "${sent['reason']}"`,
        ];
      });
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
    run: async ({ ask, flags, command }) => {
      const reason = flags.values.get('reason');
      return tellChange(
        await ask('POST', '/competition/end', reason === undefined ? {} : { reason }),
        command,
        ({ endedAt }) => `has ended, at ${formatUtc(endedAt)} UTC; its orders are canceled`,
      );
    },
  },
  {
    name: 'close',
    usage: 'close',
    summary: 'the review is done: the result is final',
    run: async ({ ask, command }) =>
      tellChange(
        await ask('POST', '/competition/close', {}),
        command,
        () => 'is closed: its result is final',
      ),
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
