/** `perpetua tape inspect FILE`: what is in a recording of a real market. */
import { type BookFindings, inspectTape, type TapeFindings } from '../../tape/inspect-tape.ts';
import { readTape } from '../../tape/read-tape.ts';
import { TapeDamaged } from '../../tape/tape-event.ts';
import { command, Misunderstood } from '../../terminal/command.ts';
import { formatTable, whole } from '../../terminal/format-table.ts';
import { complain, EXIT, type Output } from '../../terminal/output.ts';

const HELP = `Usage: perpetua tape inspect FILE [--json]

Shows what is in a recording of a real market: its span, its events, what is
missing, and how its clocks differ. docs/TAPES.md tells which formats there are.

  --json  print JSON`;

export const runTape = command({ help: HELP, words: 2 }, async ({ words, switches }, output) => {
  const [verb, path] = words;
  if (verb !== 'inspect') throw new Misunderstood('say what to do: perpetua tape inspect FILE');
  if (path === undefined) throw new Misunderstood('name the file: perpetua tape inspect FILE');
  try {
    tell(await inspectTape(readTape(path)), switches.has('json'), output);
    return EXIT.done;
  } catch (error) {
    if (error instanceof TapeDamaged) return complain(error.message, EXIT.failed, output);
    throw error;
  }
});

/** The delays are told apart from the rest: a map is no JSON. */
function tell(findings: TapeFindings, isJson: boolean, { out }: Output): void {
  if (isJson) {
    const plain = (_: string, value: unknown): unknown =>
      value instanceof Map ? Object.fromEntries(value) : value;
    out(JSON.stringify(findings, plain, 2));
    return;
  }
  const { format, lines, early, gaps, unread, late, symbols } = findings;
  out(`${format}, ${whole(lines)} lines`);
  for (const row of symbols) tellBook(row, out);
  out('');
  out(`${whole(early)} changes that the first snapshot has already`);
  out(`${whole(gaps)} gaps`);
  out(`${whole(unread)} lines that cannot be played`);
  out(`${whole(late)} events more than a second behind later ones`);
}

function tellBook(row: BookFindings, out: Output['out']): void {
  const { symbol, firstAt, lastAt, delays } = row;
  const from = new Date(firstAt / 1_000).toISOString();
  const seconds = ((lastAt - firstAt) / 1_000_000).toFixed(1);
  out('');
  out(`${symbol}, ${seconds} s from ${from}, ticks of ${row.tick}, lots of ${row.lot}`);
  out(`${whole(row.snapshots)} snapshots`);
  out(`${whole(row.changes)} changes of the book with ${whole(row.levels)} levels`);
  out(`${whole(row.trades)} trades`);
  out(`${whole(row.quotes)} best quotes`);
  out(`${whole(row.indexes)} index prices`);
  out(`${whole(row.crossings)} times crossed`);
  if (delays.size === 0) return;
  const cells = [...delays].map(([kind, { least, most, sum, count }]) => [
    kind,
    ...[least, sum / count, most].map((millis) => `${millis.toFixed(1)} ms`),
  ]);
  out('Received after the time of the engine, by the clock of the recorder:');
  for (const line of formatTable(['events', 'least', 'mean', 'most'], cells)) out(line);
}
