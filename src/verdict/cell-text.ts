/** The cells and the names of columns as text. */
import { money } from '../domain/units.ts';
import { guarded } from '../wire/csv.ts';
import { formatMoney } from '../wire/quantity.ts';
import type { Cell, ColumnKind } from './tables.ts';

/** Times as `2026-01-05T00:00:00.000Z`, amounts with their eight decimals, null as nothing. */
export function cellText(kind: ColumnKind, value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'bigint') return formatMoney(money(value));
  if (typeof value === 'number' && kind.startsWith('time')) return new Date(value).toISOString();
  return typeof value === 'string' ? guarded(value) : String(value);
}

/** As notebooks name columns: `openedAt` is `opened_at`. */
export const columnName = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
