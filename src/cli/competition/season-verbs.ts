/**
 * The organiser's verbs for a season. Each sends a request to the admin server and says what
 * happened and what comes next.
 */
import { many } from '../../domain/many.ts';
import type { AskAnswer } from '../../gateway/admin/admin-client.ts';
import type { Flags } from '../../terminal/flags.ts';
import { formatTable } from '../../terminal/format-table.ts';
import { misused, tellAnswer, type VerbResult } from '../operate/run-verbs.ts';
import { fieldsOf, formatUtc, numberOf, rowsOf, tellRows, textOf } from '../operate/tell.ts';
import { parseMoment } from './parse-moment.ts';
import { LIST_USAGE, tellChange, tellList, tellReset, tellWhole } from './tell-season.ts';
import { type CompetitionVerb, joined, type VerbParts } from './verb.ts';

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
  ['latency', 'latency'],
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
  'reasons',
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
  const reasons = values.get('reasons');
  if (reasons !== undefined && reasons !== 'shown' && reasons !== 'kept')
    return '--reasons is shown or kept: everyone may read what teams log, or the organiser alone';
  if (reasons !== undefined) rules['showsReasons'] = reasons === 'shown';
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
  '      [--round-trips 10] [--active-days 5] [--ai-log required] [--idle ranked]\n' +
  '      [--reasons shown] [--latency 20ms]';

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
    usage: 'show',
    summary: 'the season as it stands',
    run: async ({ ask, command }) =>
      tellWhole(await ask('GET', '/competition'), command, ({ phase }) => `is ${textOf(phase)}`),
  },
  {
    usage: 'open [--teams 50] [--per-address 200] [--closed]',
    summary:
      'let teams register: so many, and so many from one address in an hour; --closed ends it',
    run: async ({ ask, flags, command }) => {
      const open = !flags.switches.has('closed');
      const { teams, 'per-address': perAddress } = Object.fromEntries(flags.values);
      const limits = { ...(teams && { teams }), ...(perAddress && { perAddress }) };
      const answer = await ask('POST', '/competition/registration', { open, ...limits });
      return tellChange(answer, command, ({ registrations, limits }) => {
        const { registered, approved } = fieldsOf(registrations);
        const taken = numberOf(registered) + numberOf(approved);
        const waiting =
          `${taken} of ${textOf(fieldsOf(limits)['teams'])} places are taken, ` +
          `${textOf(registered)} wait for a decision`;
        return open
          ? `takes registrations now; ${waiting}`
          : `takes no more registrations; ${waiting}`;
      });
    },
  },
  {
    usage: 'reset',
    summary: 'bring every entrant to the same clean start, and attest it',
    run: async ({ ask, command }) =>
      tellReset(await ask('POST', '/competition/reset', {}), command),
  },
  {
    usage: 'start [--now]',
    summary: 'start at its time (also happens automatically), or move the start to now',
    run: async ({ ask, flags, command }) => {
      const body = flags.switches.has('now') ? { now: true } : {};
      return tellChange(
        await ask('POST', '/competition/start', body),
        command,
        ({ entrants, startedAt }) =>
          `has begun with ${many(numberOf(entrants), 'team')}, at ${formatUtc(startedAt)} UTC`,
      );
    },
  },
  {
    usage: `standings ${LIST_USAGE}`,
    summary:
      'all entrants as they stand now; sorted by roi, equity, maxDrawdown, sharpe and others',
    run: (parts) =>
      tellList(parts, 'standings', '/competition/standings', [
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
      ]),
  },
  {
    usage: 'surveillance',
    summary: 'suspicious behaviour, with scores and evidence',
    run: async ({ ask }) => tellFindings(await ask('GET', '/competition/surveillance')),
  },
  {
    usage: 'dismiss --test NAME --accounts 1001,1002 --note TEXT',
    summary: 'put a finding aside with a note; it comes back if its group grows',
    run: (parts) => decideFinding(parts, 'dismiss', ['test', 'accounts', 'note']),
  },
  {
    usage: 'restore --test NAME --accounts 1001,1002',
    summary: 'take up a finding again',
    run: (parts) => decideFinding(parts, 'restore', ['test', 'accounts']),
  },
  {
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
    usage: 'audit [--find TEXT] [--after N] [--limit N] [--csv]',
    summary: 'who changed what, when and why, the newest first',
    run: (parts) =>
      tellList(parts, 'audit', '/competition/audit', [
        ...['entry', 'time_utc', 'who', 'action', 'reason', 'outcome'],
      ]),
  },
];

/** A finding in one line, with what dismisses it. */
const tellFindings = (answer: AskAnswer): VerbResult =>
  tellAnswer(answer, (body) => {
    const rows = rowsOf(fieldsOf(body)['findings']);
    if (rows.length === 0) return ['Nothing looks odd.'];
    const cells = rows.map(({ flagged, dismissed, test, teams, accounts, score, limit, facts }) => [
      dismissed === null ? (flagged === true ? 'flagged' : '') : 'dismissed',
      textOf(test),
      Array.isArray(teams) ? teams.join(', ') : '',
      Array.isArray(accounts) ? accounts.join() : '',
      `${textOf(score)} of ${textOf(limit)}`,
      dismissed === null && Array.isArray(facts)
        ? facts.join('; ')
        : textOf(fieldsOf(dismissed)['note']),
    ]);
    return formatTable(['', 'test', 'teams', 'accounts', 'score', 'why'], cells);
  });

async function decideFinding(
  { ask, flags }: VerbParts,
  verb: 'dismiss' | 'restore',
  needed: readonly string[],
): Promise<VerbResult> {
  const sent = joined(flags, needed);
  if (typeof sent === 'string') return misused(`${verb} ${sent}`);
  const accounts = (sent['accounts'] ?? '').split(',');
  const answer = await ask('POST', `/competition/surveillance/${verb}`, { ...sent, accounts });
  const happened = verb === 'dismiss' ? 'is dismissed' : 'is open again';
  return tellAnswer(answer, () => [
    `The finding of ${sent['test']} about accounts ${accounts.join(', ')} ${happened}.`,
  ]);
}
