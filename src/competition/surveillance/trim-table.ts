/** Keeps a table of pairs small: when it is full, the half that stands out least is forgotten. */
import { TABLE_MAX } from './thresholds.ts';

/** The row of a table under this key, or a new one. */
export function takeRow<Row>(
  table: Map<number, Row>,
  key: number,
  made: Row,
  weigh: (row: Row) => number,
): Row {
  const found = table.get(key);
  if (found !== undefined) return found;
  trimTable(table, weigh);
  table.set(key, made);
  return made;
}

/** The same table, with room for another row. Weights are whole numbers. */
export function trimTable<Row>(table: Map<number, Row>, weigh: (row: Row) => number): void {
  if (table.size < TABLE_MAX) return;
  const weights = new Float64Array(table.size);
  let place = 0;
  for (const row of table.values()) {
    weights[place] = weigh(row);
    place += 1;
  }
  const limit = weights.slice().sort()[table.size - TABLE_MAX / 2] ?? 0;
  // Of the rows at the limit the older ones stay as far as there is room, the same on every
  // machine.
  let room = TABLE_MAX / 2 - weights.filter((weight) => weight > limit).length;
  place = 0;
  for (const key of table.keys()) {
    const weight = weights[place] ?? 0;
    place += 1;
    if (weight > limit) continue;
    if (weight === limit && room > 0) room -= 1;
    else table.delete(key);
  }
}
