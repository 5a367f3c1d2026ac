/** A season in words: what happened to it, how it stands, and what the organiser does next. */
import { formatDuration } from '../../domain/duration.ts';
import { many } from '../../domain/many.ts';
import type { AskAnswer } from '../../gateway/admin/admin-client.ts';
import { fileRow, type ListName } from '../../wire/competition/list-file.ts';
import { csvOf } from '../../wire/csv.ts';
import { tellAnswer, type VerbResult } from '../operate/run-verbs.ts';
import {
  type AnswerFields,
  fieldsOf,
  formatFacts,
  formatUtc,
  type NamedFact,
  numberOf,
  rowsOf,
  tellFields,
  tellRows,
  textOf,
} from '../operate/tell.ts';
import type { VerbParts } from './verb.ts';

type Command = VerbParts['command'];

/** One sentence about what happened, and what comes next. */
export const tellChange = (
  answer: AskAnswer,
  command: Command,
  happened: (season: AnswerFields) => string,
): VerbResult =>
  tellAnswer(answer, (body) => {
    const season = fieldsOf(body);
    return [`${titleOf(season)} ${happened(season)}.`, ...nextSteps(season, command)];
  });

/** The same with every rule: for verbs that set some. */
export const tellWhole = (
  answer: AskAnswer,
  command: Command,
  happened: (season: AnswerFields) => string,
): VerbResult =>
  tellAnswer(answer, (body) => {
    const season = fieldsOf(body);
    const facts = formatFacts(factsOf(season)).map((line) => `  ${line}`);
    return [`${titleOf(season)} ${happened(season)}.`, ...facts, ...nextSteps(season, command)];
  });

/** The attestation of a reset. */
export const tellReset = (answer: AskAnswer, command: Command): VerbResult =>
  tellAnswer(answer, (body) => {
    const { season, accounts, wallet, isSound, seq, at, stateHash, unclean } = fieldsOf(body);
    const found = isSound === true ? 'all clean, and no money was made or lost' : 'NOT SOUND';
    const faults =
      Array.isArray(unclean) && unclean.length > 0 ? [['unclean', unclean.join(', ')]] : [];
    return [
      `Season ${textOf(season)} is reset: ${many(numberOf(accounts), 'account')} with ` +
        `${money(wallet)} each, ${found}.`,
      ...formatFacts([
        ['entry', textOf(seq)],
        ['at', `${formatUtc(at)} UTC`],
        ['state hash', textOf(stateHash)],
        ...faults.map(([name = '', words = '']): NamedFact => [name, words]),
      ]).map((line) => `  ${line}`),
      'Keep these lines: they are the proof that everyone began alike.',
      'Next: it starts by itself at its time. To start it now: ' +
        command('competition start --now'),
    ];
  });

const titleOf = ({ season, name }: AnswerFields): string =>
  `Season ${textOf(season)}, "${textOf(name)}",`;

/** `1000`, not `1000.00000000`. */
const money = (value: unknown): string => `${textOf(value).replace(/\.?0+$/, '')} USDT`;

const span = (from: unknown, to: unknown): string => {
  const length = Math.floor((numberOf(to) - numberOf(from)) / 1_000) * 1_000;
  return formatDuration(Math.max(0, length));
};

function factsOf(season: AnswerFields): NamedFact[] {
  const { startAt, endAt, now, entrants, symbols, matching, requiresAiLog } = season;
  const { registered, rejected, withdrawn } = fieldsOf(season['registrations']);
  const { feed, seed, commitment } = fieldsOf(season['market']);
  const names = Array.isArray(symbols) ? symbols : [];
  const early = numberOf(startAt) > numberOf(now) ? `, in ${span(now, startAt)}` : '';
  const late = formatDuration(numberOf(season['leaderboardDelayMillis']));
  const frozen = numberOf(season['leaderboardFreezeMillis']);
  return [
    ['starts', `${formatUtc(startAt)} UTC${early}`],
    ['ends', `${formatUtc(endAt)} UTC, after ${span(startAt, endAt)}`],
    [
      'teams',
      `${textOf(entrants)} enrolled; ${textOf(registered)} wait, ${textOf(rejected)} rejected, ` +
        `${textOf(withdrawn)} withdrawn; registration is ${openText(season)}`,
    ],
    [
      'each has',
      `${money(season['wallet'])} (${money(season['testWallet'])} to test with), leverage up to ` +
        `${textOf(season['leverageMax'])}, at most ${money(season['positionValueMax'])} ` +
        'at one contract',
    ],
    ['fees', `${textOf(season['makerFee'])} as maker, ${textOf(season['takerFee'])} as taker`],
    ['contracts', `${names.length}: ${names.join(', ')}`],
    ['trades with', matching === 'open' ? 'everyone' : 'the house alone'],
    [
      'a prize needs',
      `${many(numberOf(season['roundTripsMin']), 'round trip')} and ` +
        many(numberOf(season['activeDaysMin']), 'active day'),
    ],
    [
      'leaderboard',
      `${late} late${frozen === 0 ? '' : `, stands still for the last ${formatDuration(frozen)}`}`,
    ],
    ...(season['latency'] === undefined ? [] : [['latency', textOf(season['latency'])] as const]),
    ['never traded', season['ranksIdle'] === true ? 'ranked like the others' : 'ranked last'],
    ...(season['sandbox'] === undefined
      ? []
      : [['sandbox', `${textOf(season['sandbox'])}; the result will say so`] as const]),
    ['AI logs', requiresAiLog === true ? 'one for each order' : 'not required'],
    ['reasons', season['showsReasons'] === true ? 'for everyone, late' : 'for the organiser'],
    ...(feed === undefined
      ? []
      : [
          [
            'market',
            `${textOf(feed)}, seed ${textOf(seed)}, commitment ${textOf(commitment)}`,
          ] as const,
        ]),
  ];
}

const openText = ({ registrationOpen }: AnswerFields): string =>
  registrationOpen === true ? 'open' : 'closed';

/** What an organiser does now, by the phase. */
function nextSteps(season: AnswerFields, command: Command): string[] {
  const of = (words: string): string => command(`competition ${words}`);
  switch (season['phase']) {
    case 'enrolling':
      return enrollingSteps(season, of);
    case 'ready':
      return [
        `Next: it starts by itself at ${formatUtc(season['startAt'])} UTC. ` +
          `To start it now: ${of('start --now')}`,
      ];
    case 'active':
      return [
        `Next: watch it: ${of('standings')}`,
        `      and what looks odd: ${of('surveillance')}`,
        `It ends by itself at ${formatUtc(season['endAt'])} UTC.`,
      ];
    case 'ended':
      return [
        `Next: review it: ${of('standings')} and ${of('surveillance')}`,
        `      then make the result final: ${of('close')}`,
      ];
    default:
      return [`Next: publish the result: ${of('publish --out result')}`];
  }
}

function enrollingSteps(season: AnswerFields, of: (words: string) => string): string[] {
  const waiting = numberOf(fieldsOf(season['registrations'])['registered']);
  const entrants = numberOf(season['entrants']);
  const steps: string[] = [];
  if (waiting > 0) steps.push(`approve the ${waiting} that wait: ${of('approve --all')}`);
  if (season['registrationOpen'] !== true && waiting + entrants === 0)
    steps.push(`let teams register: ${of('open')}`);
  if (entrants > 0) {
    steps.push(`see who can trade: ${of('qualification')}`);
    steps.push(`bring everyone to the same start: ${of('reset')}`);
  }
  if (steps.length === 0) steps.push(`see who applied: ${of('registrations')}`);
  return steps.map((step, at) => `${at === 0 ? 'Next:' : '     '} ${step}`);
}

/** The lists of an organiser on the command line: a table, or the CSV file of the console. */
export const LIST_USAGE =
  '[--find TEXT] [--sort NAME] [--descending] [--after N] [--limit N] [--csv]';

const PAGE = 200;
const WISHES = ['state', 'find', 'sort', 'after', 'limit'] as const;

/** One page as a table; with `--csv` everything as a file for a spreadsheet. */
export async function tellList(
  { ask, flags }: VerbParts,
  name: ListName,
  path: string,
  columns: readonly string[],
): Promise<VerbResult> {
  const query = new URLSearchParams();
  for (const wish of WISHES) {
    const value = flags.values.get(wish);
    if (value !== undefined) query.set(wish, value);
  }
  if (flags.switches.has('descending')) query.set('descending', 'true');
  if (flags.switches.has('csv')) return readFile(ask, name, path, query);
  const answer = await ask('GET', `${path}?${query}`);
  if (name !== 'audit' || answer.isRefused) return tellRows(answer, columns);
  // The log is told in the sentences of the console.
  const { rows, ...rest } = fieldsOf(answer.body);
  const told = { ...rest, rows: rowsOf(rows).map((row) => fileRow('audit', row, 'en')) };
  return { ...tellRows({ ...answer, body: told }, columns), body: answer.body };
}

async function readFile(
  ask: VerbParts['ask'],
  name: ListName,
  path: string,
  query: URLSearchParams,
): Promise<VerbResult> {
  const rows: object[] = [];
  let after: unknown = 0;
  query.set('limit', String(PAGE));
  while (typeof after === 'number') {
    query.set('after', String(after));
    const answer = await ask('GET', `${path}?${query}`);
    if (answer.isRefused) return tellFields(answer);
    const page = fieldsOf(answer.body);
    rows.push(...rowsOf(page['rows']));
    after = page['next'];
  }
  const text = csvOf(rows.map((row) => fileRow(name, row, 'en')));
  return { lines: [text.trimEnd()], body: rows };
}
