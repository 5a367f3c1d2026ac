/** Formats the chaos in effect, for people. */
import { formatTable } from '../../terminal/format-table.ts';
import { formatUtc, rowsOf, textOf } from '../operate/tell.ts';

export function formatChaos(body: unknown): string[] {
  const rows = rowsOf(body);
  if (rows.length === 0) return ['No chaos is on.'];
  const cells = rows.map(({ kind, what, symbols, since, until }) => [
    textOf(kind),
    textOf(what),
    placesText(symbols),
    formatUtc(since),
    until === null ? 'calm' : formatUtc(until),
  ]);
  return formatTable(['chaos', 'what', 'contracts', 'since (venue)', 'until (venue)'], cells);
}

/** A longer list would push the rest off the screen. */
const SHOWN = 3;

function placesText(symbols: unknown): string {
  if (!Array.isArray(symbols)) return '';
  return symbols.length > SHOWN ? `${symbols.length} contracts` : symbols.join(' ');
}
