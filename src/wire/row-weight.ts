/** What a call weighs more because of the rows that it asks for. */
import { isNumberText } from './json.ts';
import type { Fields } from './read-request.ts';

/** The rows that a call asks for; `usual` if it does not say. */
function rowsOf(fields: Fields, usual: number): number {
  const sent = fields.get('limit');
  const text = typeof sent === 'string' ? sent : sent && isNumberText(sent) ? sent.number : '';
  return text === '' ? usual : Number(text);
}

/** The weight by the number of rows, less the least: of each step, the rows from which it holds. */
export const extraByRows =
  (steps: readonly (readonly [rows: number, extra: number])[], usual: number) =>
  (fields: Fields): number => {
    const rows = rowsOf(fields, usual);
    return steps.findLast(([from]) => rows >= from)?.[1] ?? 0;
  };

const ROWS_PER_WEIGHT = 100;
/** No call may ask for more; one that does is refused. */
const ROWS_MAX = 1_000;

/** The first hundred rows are in the weight of the call. */
export function extraPerHundred(fields: Fields): number {
  const rows = rowsOf(fields, ROWS_PER_WEIGHT);
  return rows > ROWS_PER_WEIGHT && rows <= ROWS_MAX ? Math.ceil(rows / ROWS_PER_WEIGHT) - 1 : 0;
}

export const PER_HUNDRED_TEXT =
  'Each hundred rows after the first hundred weigh one more for the address.';
