/** The lists of an organiser on the command line: a table, or the CSV file of the console. */
import { fileRow, type ListName } from '../../wire/competition/list-file.ts';
import { csvOf } from '../../wire/csv.ts';
import { fieldsOf, rowsOf } from '../operate/fields.ts';
import type { VerbResult } from '../operate/run-verbs.ts';
import { tellFields, tellRows } from '../operate/tell.ts';
import type { VerbParts } from './verb.ts';

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
