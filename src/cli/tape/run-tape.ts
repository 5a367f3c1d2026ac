/** `perpetua tape …`: what is in a recording, the same in another format, or out of disguise. */
import { existsSync, mkdirSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { DURATION_WORDS, findDuration } from '../../domain/duration.ts';
import { many } from '../../domain/many.ts';
import { captureTape, REAL_EXCHANGE } from '../../tape/capture.ts';
import { type BookFindings, inspectTape, type TapeFindings } from '../../tape/inspect-tape.ts';
import { readQuotedTape, readTape } from '../../tape/read-tape.ts';
import { mergeTapes } from '../../tape/tape-deck.ts';
import { TapeDamaged, type TapeEvent } from '../../tape/tape-event.ts';
import type { TapeWriter } from '../../tape/tape-writer.ts';
import { command, Misunderstood } from '../../terminal/command.ts';
import { formatTable, whole } from '../../terminal/format-table.ts';
import { EXIT, type Output } from '../../terminal/output.ts';
import { fileNameOf, TAPE_FORMATS } from './tape-formats.ts';
import { unmask } from './unmask.ts';

const HELP = `Usage: perpetua tape inspect FILE [--json]
       perpetua tape convert FILE… --to FORMAT --out FOLDER
       perpetua tape capture FILE.gz --symbols btcusdt,ethusdt
       perpetua tape unmask FILE… --seed WORD [--at TIME --price PRICE]

Shows what is in a recording of a real market: its span, its events, what is
missing, and how its clocks differ; or writes it in another format: npz, tardis,
parquet, or lobster if every order is known. docs/TAPES.md tells which are read.
With the seed of a disguise, unmask leads times and prices back to the recorded
ones.

  --json        print JSON
  --to FORMAT   npz, tardis, parquet (the tables of tardis) or lobster
  --out FOLDER  where the files go
  --symbols A,B capture: whose streams are recorded
  --url URL     capture: of the sockets, if not the real ones; those of a venue
                here are ws://localhost:8700
  --for TIME    capture: how long; until Ctrl-C if left out
  --seed WORD   unmask: the word of the seed, or its key in hexadecimal digits
  --at TIME     unmask: of the disguised market, such as 2000-01-01T00:02:30Z
  --price PRICE unmask: of the disguised market at that time
  --symbol NAME unmask: whose price it is, if the tape has several`;

/** What has come so far is written down before the program ends. */
const STOPPING = ['SIGINT', 'SIGTERM'] as const;

const VERBS = ['inspect', 'convert', 'capture', 'unmask'];

const WORDS = { help: HELP, words: 9, faults: [TapeDamaged] };

export const runTape = command(WORDS, async (flags, output) => {
  const { words, switches, values } = flags;
  const [verb, ...paths] = words;
  const [path] = paths;
  if (verb === undefined || !VERBS.includes(verb))
    throw new Misunderstood(`say what to do: perpetua tape ${VERBS.join(', ')}`);
  if (path === undefined) throw new Misunderstood(`name the file: perpetua tape ${verb} FILE`);
  if (verb === 'inspect')
    tell(await inspectTape(readQuotedTape(path)), switches.has('json'), output);
  else if (verb === 'convert') output.out(await convertTapes(paths, values));
  else if (verb === 'unmask') for (const row of await unmask(paths, values)) output.out(row);
  else output.out(await capture(path, values, output));
  return EXIT.done;
});

/** Events of all files together, by the time of their engines. Returns what was done, in words. */
async function convertTapes(
  paths: readonly string[],
  values: ReadonlyMap<string, string>,
): Promise<string> {
  const out = values.get('out');
  const to = values.get('to');
  const [, open] = Object.entries(TAPE_FORMATS).find(([name]) => name === to) ?? [];
  if (open === undefined)
    throw new Misunderstood(`--to is one of ${Object.keys(TAPE_FORMATS).join(', ')}`);
  if (out === undefined) throw new Misunderstood('--out says where the files go');
  mkdirSync(out, { recursive: true });
  const lots = new Map<string, number>();
  if (to === 'lobster')
    for (const path of paths)
      for (const { symbol, lot } of (await inspectTape(readTape(path))).symbols)
        lots.set(symbol, Math.min(lot, lots.get(symbol) ?? lot));
  const writers = new Map<string, TapeWriter>();
  const begin = (first: TapeEvent): TapeWriter => {
    expectOtherFiles(paths, out, fileNameOf(first.symbol));
    const writer = open(out, first, lots.get(first.symbol) ?? 1);
    writers.set(first.symbol, writer);
    return writer;
  };
  let count = 0;
  for await (const event of mergeTapes(paths.map(readTape))) {
    (writers.get(event.symbol) ?? begin(event)).add(event);
    count += 1;
  }
  for (const writer of writers.values()) await writer.close();
  return `${many(count, 'event')} of ${[...writers.keys()].join(', ')} in ${out}`;
}

/** A file that is read would be emptied by what is written. */
function expectOtherFiles(paths: readonly string[], out: string, name: string): void {
  const found = paths.find(
    (path) => dirname(resolve(path)) === resolve(out) && basename(path).startsWith(name),
  );
  if (found !== undefined)
    throw new Misunderstood(`${found} may be written over: give another folder with --out`);
}

async function capture(
  path: string,
  values: ReadonlyMap<string, string>,
  { err }: Output,
): Promise<string> {
  const symbols = values.get('symbols')?.toLowerCase().split(',') ?? [];
  if (symbols.length === 0) throw new Misunderstood('--symbols names whose streams are recorded');
  const span = values.get('for');
  const forMillis = span === undefined ? undefined : findDuration(span);
  if (span !== undefined && forMillis === undefined)
    throw new Misunderstood(`--for is ${DURATION_WORDS}`);
  if (existsSync(path)) throw new Misunderstood(`${path} is there already: name another file`);
  const url = values.get('url');
  const place =
    url === undefined ? REAL_EXCHANGE : { socketUrl: url, restUrl: url.replace(/^ws/, 'http') };
  const ending = new AbortController();
  const end = (): void => ending.abort();
  const timer = forMillis === undefined ? undefined : setTimeout(end, forMillis);
  for (const signal of STOPPING) process.once(signal, end);
  const tell = (words: string): void => err(words);
  const parts = { ...place, symbols, path, stop: ending.signal, tell };
  const { messages, connections } = await captureTape(parts);
  clearTimeout(timer);
  for (const signal of STOPPING) process.off(signal, end);
  return `${whole(messages)} messages of ${whole(connections)} connections in ${path}`;
}

/** The delays are told apart from the rest: a map is no JSON. */
function tell(findings: TapeFindings, isJson: boolean, { out }: Output): void {
  if (isJson) {
    const plain = (_: string, value: unknown): unknown =>
      value instanceof Map ? Object.fromEntries(value) : value;
    out(JSON.stringify(findings, plain, 2));
    return;
  }
  const { format, lines, early, gaps, unread, late, symbols } = findings;
  out(`${format}, ${many(lines, 'line')}`);
  for (const row of symbols) tellBook(row, out);
  out('');
  out(`${many(early, 'change')} that the first snapshot has already`);
  out(many(gaps, 'gap'));
  out(`${many(unread, 'line')} that cannot be played`);
  out(`${many(late, 'event')} more than a second behind later ones`);
}

function tellBook(row: BookFindings, out: Output['out']): void {
  const { symbol, firstAt, lastAt, delays } = row;
  const from = new Date(firstAt / 1_000).toISOString();
  const seconds = ((lastAt - firstAt) / 1_000_000).toFixed(1);
  out('');
  out(`${symbol}, ${seconds} s from ${from}, ticks of ${row.tick}, lots of ${row.lot}`);
  out(many(row.snapshots, 'snapshot'));
  out(`${many(row.changes, 'change')} of the book with ${many(row.levels, 'level')}`);
  out(many(row.trades, 'trade'));
  out(many(row.quotes, 'best quote'));
  out(many(row.indexes, 'index price'));
  out(`${many(row.crossings, 'time')} crossed`);
  if (delays.size === 0) return;
  const cells = [...delays].map(([kind, { least, most, sum, count }]) => [
    kind,
    ...[least, sum / count, most].map((millis) => `${millis.toFixed(1)} ms`),
  ]);
  out('Received after the time of the engine, by the clock of the recorder:');
  for (const line of formatTable(['events', 'least', 'mean', 'most'], cells)) out(line);
}
