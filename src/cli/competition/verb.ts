/** What a competition verb receives, and how an answer is turned into lines. */

import type { AskAdmin, AskAnswer } from '../../gateway/admin/admin-client.ts';
import type { Flags } from '../../terminal/flags.ts';
import { formatTable } from '../../terminal/format-table.ts';
import type { VerbResult } from '../operate/run-verbs.ts';

export interface VerbParts {
  readonly ask: AskAdmin;
  readonly flags: Flags;
  /** Venue time. */
  readonly now: () => Promise<number>;
}

export interface CompetitionVerb {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  readonly run: (parts: VerbParts) => Promise<VerbResult>;
}

/** One line for each field of an answer. */
export function tellFields(answer: AskAnswer): VerbResult {
  if (answer.isRefused) return { fault: answer.message };
  const { body } = answer;
  if (typeof body !== 'object' || body === null) return { lines: ['done'] };
  const rows = Object.entries(body);
  const width = Math.max(...rows.map(([name]) => name.length));
  const lines = rows.map(([name, value]) => `${name.padEnd(width)}  ${textOf(value, name)}`);
  return { lines };
}

/** A page of rows as a table with these columns, and the option that shows the next page. */
export function tellRows(
  answer: AskAnswer,
  columns: readonly string[],
  field = 'rows',
): VerbResult {
  if (answer.isRefused) return { fault: answer.message };
  const rows = listIn(answer.body, field);
  if (rows.length === 0) return { lines: ['none'] };
  const table = rows.map((row) => {
    const cells = new Map<string, unknown>(Object.entries(Object(row)));
    return columns.map((column) => textOf(cells.get(column), column));
  });
  const { next }: { next?: unknown } = Object(answer.body);
  const more = typeof next === 'number' ? [`more follow: add --after ${next}`] : [];
  return { lines: [...formatTable(columns, table), ...more] };
}

export const tellJson = (answer: AskAnswer): VerbResult =>
  answer.isRefused ? { fault: answer.message } : { lines: [JSON.stringify(answer.body, null, 2)] };

export function listIn(body: unknown, field: string): readonly unknown[] {
  const found = new Map<string, unknown>(Object.entries(Object(body))).get(field);
  return Array.isArray(found) ? found : [];
}

const TIME_FIELDS: ReadonlySet<string> = new Set([
  'at',
  'now',
  'startAt',
  'endAt',
  'startedAt',
  'endedAt',
  'createdAt',
]);

function textOf(value: unknown, name: string): string {
  if (value === null || value === undefined) return '-';
  if (typeof value === 'number' && TIME_FIELDS.has(name)) return new Date(value).toISOString();
  if (Array.isArray(value)) return value.map((each) => textOf(each, '')).join(', ') || '-';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Turns flags into the fields of a request, or says which one is missing. */
export function joined(
  { values }: Flags,
  required: readonly string[],
  optional: readonly string[] = [],
): Record<string, string> | string {
  const sent: Record<string, string> = {};
  for (const name of [...required, ...optional]) {
    const value = values.get(name);
    if (value !== undefined) sent[name] = value;
    else if (required.includes(name)) return `needs --${name}`;
  }
  return sent;
}
