/** Turns answers of the admin server into lines: a line for each field, or a table of rows. */
import type { AskAnswer } from '../../gateway/admin/admin-client.ts';
import { formatTable } from '../../terminal/format-table.ts';
import { padText, textWidth } from '../../terminal/text-width.ts';
import { tellAnswer, type VerbResult } from './run-verbs.ts';

export type NamedFact = readonly [name: string, words: string];

/** Names in one column, words in another. */
export function formatFacts(facts: readonly NamedFact[]): string[] {
  const width = Math.max(0, ...facts.map(([name]) => textWidth(name)));
  return facts.map(([name, words]) => `${padText(name, width)}  ${words}`);
}

export const tellFields = (answer: AskAnswer): VerbResult =>
  tellAnswer(answer, (body) =>
    formatFacts(Object.entries(fieldsOf(body)).map(([name, value]) => [name, cell(value, name)])),
  );

/** A page of rows as a table with these columns, and the option that shows the next page. */
export const tellRows = (
  answer: AskAnswer,
  columns: readonly string[],
  field = 'rows',
): VerbResult => tellAnswer(answer, (body) => formatRows(body, columns, field));

function formatRows(body: unknown, columns: readonly string[], field: string): readonly string[] {
  const { [field]: list, next } = fieldsOf(body);
  const rows = rowsOf(Array.isArray(body) ? body : list);
  if (rows.length === 0) return ['none'];
  const table = rows.map((row) => columns.map((column) => cell(row[column], column)));
  const more = typeof next === 'number' ? [`more follow: add --after ${next}`] : [];
  return [...formatTable(columns, table), ...more];
}

/** Moments are numbers like others; their names end so. */
const MOMENT = /^(?:now|at|.*At)$/;

function cell(value: unknown, name: string): string {
  if (value === null || value === undefined) return '-';
  if (typeof value === 'number' && MOMENT.test(name)) return `${formatUtc(value)} UTC`;
  if (Array.isArray(value)) return value.map((each) => cell(each, '')).join(', ') || '-';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Reads fields of the admin server's answers, which are plain JSON. */
export type AnswerFields = Readonly<Record<string, unknown>>;

export const fieldsOf = (value: unknown): AnswerFields =>
  typeof value === 'object' && value !== null ? { ...value } : {};

export const rowsOf = (value: unknown): AnswerFields[] =>
  Array.isArray(value) ? value.map(fieldsOf) : [];

/** Empty if there is none. */
export const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : String(value);

/** Zero if there is none. */
export const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** `2026-11-15 08:30:00`, in UTC. */
export const formatUtc = (value: unknown): string =>
  new Date(numberOf(value)).toISOString().slice(0, 19).replace('T', ' ');
