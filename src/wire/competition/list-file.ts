/** An organiser's lists as rows of a CSV file, the same from the console and the command line. */
import { millis } from '../../domain/units.ts';
import { formatIso } from '../amount-text.ts';
import { readCsv } from '../csv.ts';
import { type AuditLanguage, auditOutcome, auditSentence } from './audit-sentences.ts';
import { QUALIFYING_STEPS } from './qualifying-step.ts';

interface TeamRow {
  readonly team: string;
  readonly members: readonly string[];
  readonly contact: string;
  readonly addresses: readonly string[];
  readonly strategy: string;
}

const COLUMNS = ['team', 'members', 'contact', 'addresses', 'strategy'] as const;
/** Within one field; names and addresses have none. */
const BETWEEN = '; ';

export const joinTexts = (texts: readonly string[] = []): string => texts.join(BETWEEN);

const splitTexts = (text: string): string[] =>
  text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** What a registration is answered with, once. */
export interface Entered {
  readonly registrationId: string;
  readonly claimToken: string;
}

/** A row of the file of claims: what the organiser gives to each team. */
export function claimRow(
  { team, contact }: TeamRow,
  { registrationId, claimToken }: Entered,
  baseUrl: string,
): object {
  const claim = `${registrationId}.${claimToken}`;
  return { team, contact, claim, link: `${baseUrl}/arena/my-team#${claim}` };
}

/** The rows, or the columns that are missing. Other columns are left alone. */
export function readTeams(text: string): readonly TeamRow[] | { readonly missing: string } {
  const [head = [], ...lines] = readCsv(text);
  const names = head.map((name) => name.trim().toLowerCase());
  const missing = COLUMNS.filter((name) => !names.includes(name));
  if (missing.length > 0) return { missing: missing.join(', ') };
  return lines.map((line) => {
    const field = (name: (typeof COLUMNS)[number]): string => line[names.indexOf(name)] ?? '';
    return {
      team: field('team').trim(),
      members: splitTexts(field('members')),
      contact: field('contact').trim(),
      addresses: splitTexts(field('addresses')),
      strategy: field('strategy').trim(),
    };
  });
}

export type ListName = 'teams' | 'standings' | 'qualification' | 'audit';

type ListFields = ReadonlyMap<string, unknown>;
type FileRow = Readonly<Record<string, string>>;

/** In UTC, as spreadsheets read it: `2026-03-02 09:30:00`. */
export const utcText = (at: unknown): string =>
  typeof at === 'number' ? formatIso(millis(at)).slice(0, 19).replace('T', ' ') : '';

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return Array.isArray(value) ? joinTexts(value.map(String)) : String(value);
};

/** Columns with the fields they come from; those that end in `_utc` are moments. */
const TEAM_COLUMNS: readonly (readonly [column: string, field: string])[] = [
  ...['team', 'state', 'members', 'contact', 'addresses', 'strategy', 'account', 'reason'].map(
    (name) => [name, name] as const,
  ),
  ['applied_utc', 'createdAt'],
  ['collected_utc', 'claimedAt'],
];

/** Every figure; `improvedAt` is the column `improved_utc`. */
const standingColumns = (fields: ListFields) =>
  [...fields.keys()].map((field) => [field.replace(/At$/, '_utc'), field] as const);

const columnsOf = (
  columns: readonly (readonly [column: string, field: string])[],
  fields: ListFields,
): FileRow =>
  Object.fromEntries(
    columns.map(([column, field]) => [
      column,
      column.endsWith('_utc') ? utcText(fields.get(field)) : textOf(fields.get(field)),
    ]),
  );

/** One column for each step: when it was shown. */
function qualificationRow(fields: ListFields): FileRow {
  const evidence = fields.get('evidence');
  const shown = new Map<unknown, unknown>();
  for (const one of Array.isArray(evidence) ? evidence : []) {
    const { step, at } = Object(one);
    shown.set(step, at);
  }
  const missing = fields.get('missing');
  return {
    team: textOf(fields.get('team')),
    account: textOf(fields.get('account')),
    qualified: fields.get('qualified') === true ? 'yes' : 'no',
    missing: Array.isArray(missing) ? missing.join(' ') : '',
    ...Object.fromEntries(
      QUALIFYING_STEPS.map((step) => [`${step}_utc`, utcText(shown.get(step))]),
    ),
  };
}

function auditRow(fields: ListFields, language: AuditLanguage): FileRow {
  const text = (name: string): string => textOf(fields.get(name));
  const entry = { action: text('action'), about: text('about'), outcome: text('outcome') };
  return {
    entry: text('number'),
    time_utc: utcText(fields.get('at')),
    who: text('actor'),
    role: text('role'),
    action: auditSentence(entry, language),
    reason: text('reason'),
    outcome: auditOutcome(entry, language),
    subject: entry.about,
  };
}

export function fileRow(name: ListName, row: object, language: AuditLanguage): FileRow {
  const fields: ListFields = new Map(Object.entries(row));
  switch (name) {
    case 'teams':
      return columnsOf(TEAM_COLUMNS, fields);
    case 'standings':
      return columnsOf(standingColumns(fields), fields);
    case 'qualification':
      return qualificationRow(fields);
    case 'audit':
      return auditRow(fields, language);
  }
}
