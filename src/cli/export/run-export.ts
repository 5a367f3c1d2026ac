/**
 * `perpetua export`: what happened at a venue as data that others read. It comes from a journal, a
 * published season, or a seed, of which a market is made on the spot.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import type { Contract } from '../../domain/contract.ts';
import { findDuration } from '../../domain/duration.ts';
import type { Event } from '../../domain/event.ts';
import { contractId } from '../../domain/ids.ts';
import { many } from '../../domain/many.ts';
import { type Millis, millis } from '../../domain/units.ts';
import { loadContracts } from '../../gateway/load-contracts.ts';
import { DRIVE_START, driveMarket } from '../../market/drive-market.ts';
import { createGenesis } from '../../market/genesis.ts';
import { seedOfWord } from '../../market/seed.ts';
import { readParts } from '../../results/journal-parts.ts';
import { MANIFEST_FILE, parseManifest, START_FILE } from '../../results/published-folder.ts';
import { EventRecorder, tapeSymbol } from '../../tape/record-events.ts';
import type { TapeEvent } from '../../tape/tape-event.ts';
import { lotOf } from '../../tape/tape-scale.ts';
import type { TapeWriter } from '../../tape/tape-writer.ts';
import { command, Misunderstood } from '../../terminal/command.ts';
import { EXIT } from '../../terminal/output.ts';
import { createBareVenue } from '../../venue/bare-venue.ts';
import { createEntryReplay, type EntryReplay } from '../../venue/replay-entries.ts';
import { expectJournal, NoJournal } from '../journal/journal-words.ts';
import { fileNameOf, TAPE_FORMATS } from '../tape/tape-formats.ts';
import { csvSinks, PlainTables, parquetSinks } from './plain-tables.ts';

const HELP = `Usage: perpetua export --out FOLDER [--data DIR | --result DIR | --seed WORD]

Writes what happened at a venue as data: every order and trade of its books for
other programs, and plain tables. "perpetua start --feed tape" plays them again.

  --data DIR       the data folder of a venue, running or stopped (data)
  --result DIR     a published season
  --seed WORD      a simulated market, made on the spot
  --for TIME       of a seed: how much venue time (1h)
  --only BTC,ETH   these contracts alone
  --format LIST    lobster, npz, tardis, csv, parquet; all of them if left out
  --out FOLDER     where the files go`;

const FORMATS = ['lobster', 'npz', 'tardis', 'csv', 'parquet'] as const;
type Format = (typeof FORMATS)[number];

class NotExported extends Error {}

const WORDS = { help: HELP, faults: [NoJournal, NotExported] };

export const runExport = command(WORDS, async ({ values }, output) => {
  const out = values.get('out');
  if (out === undefined) throw new Misunderstood('--out says where the files go');
  const formats = formatsOf(values.get('format'));
  const only = values.get('only')?.split(',') ?? [];
  mkdirSync(out, { recursive: true });
  const exporting = new Exporting(out, formats, only);
  if (values.has('seed')) drawMarket(values, only, exporting);
  else if (values.has('result')) replayResult(values.get('result') ?? '', exporting);
  else replayFolder(values.get('data') ?? 'data', exporting);
  await exporting.close();
  output.out(`${many(exporting.events, 'event')} of ${exporting.symbols.join(', ')} in ${out}`);
  return EXIT.done;
});

function formatsOf(text: string | undefined): readonly Format[] {
  if (text === undefined) return FORMATS;
  return text.split(',').map((name) => {
    const found = FORMATS.find((format) => format === name);
    if (found === undefined)
      throw new Misunderstood(`--format is out of ${FORMATS.join(', ')}, not ${name}`);
    return found;
  });
}

class Exporting {
  events = 0;
  readonly #recorder = new EventRecorder();
  readonly #writers = new Map<string, readonly TapeWriter[]>();
  readonly #tables: readonly PlainTables[];
  readonly #out: string;
  readonly #formats: readonly Format[];
  readonly #only: readonly string[];

  constructor(out: string, formats: readonly Format[], only: readonly string[]) {
    this.#out = out;
    this.#formats = formats;
    this.#only = only;
    const isWanted = (contract: Contract): boolean => this.#isWanted(contract);
    this.#tables = [
      ...(formats.includes('csv') ? [new PlainTables(csvSinks(out), isWanted)] : []),
      ...(formats.includes('parquet') ? [new PlainTables(parquetSinks(out), isWanted)] : []),
    ];
  }

  get symbols(): readonly string[] {
    return [...this.#writers.keys()];
  }

  begin(replay: EntryReplay, at: Millis): void {
    for (const event of this.#recorder.begin(at, replay.listing)) this.#write(event);
  }

  readonly add = (at: Millis, events: readonly Event[]): void => {
    for (const event of this.#recorder.record(at, events)) this.#write(event);
    for (const tables of this.#tables) tables.fold(at, events, this.#recorder.contracts);
  };

  async close(): Promise<void> {
    for (const writer of [...this.#writers.values()].flat()) await writer.close();
    for (const tables of this.#tables) tables.close(this.#recorder.contracts);
  }

  #isWanted({ base }: Contract): boolean {
    return this.#only.length === 0 || this.#only.includes(base);
  }

  #write(event: TapeEvent): void {
    const contract = this.#recorder.contracts.find((each) => tapeSymbol(each) === event.symbol);
    if (contract === undefined || !this.#isWanted(contract)) return;
    this.events += 1;
    const known = this.#writers.get(event.symbol) ?? this.#open(contract, event);
    for (const writer of known) writer.add(event);
  }

  #open(contract: Contract, first: TapeEvent): readonly TapeWriter[] {
    const other = this.symbols.find((symbol) => fileNameOf(symbol) === fileNameOf(first.symbol));
    if (other !== undefined)
      throw new NotExported(`${first.symbol} and ${other} would have the same files: use --only`);
    const lot = Number(lotOf(contract).toFixed(12));
    const writers = this.#formats.flatMap((format) =>
      format === 'csv' ? [] : [TAPE_FORMATS[format](this.#out, first, lot)],
    );
    this.#writers.set(first.symbol, writers);
    return writers;
  }
}

function replayFolder(dataFolder: string, exporting: Exporting): void {
  const journal = expectJournal(dataFolder);
  if (journal.first !== 1)
    throw new NotExported(
      `entries before ${journal.first} are gone from ${dataFolder}; ` +
        'a venue that is to be exported keeps all: --journal-keep all',
    );
  const replay = createEntryReplay();
  for (const entries of journal.read({ from: journal.first, to: journal.last }))
    for (const entry of entries) exporting.add(entry.at, replay.apply(entry));
}

function replayResult(folder: string, exporting: Exporting): void {
  const manifest = parseManifest(readFileSync(join(folder, MANIFEST_FILE), 'utf8'));
  if (manifest === undefined) throw new NotExported(`${folder} is no published season`);
  const isWhole = manifest.startSeq === 0;
  const payload = isWhole ? undefined : zstdDecompressSync(readFileSync(join(folder, START_FILE)));
  const replay = createEntryReplay(payload);
  let isBegun = isWhole;
  const parts = readParts(folder, manifest.journal);
  for (let next = parts.next(); next.done !== true; next = parts.next())
    for (const entry of next.value) {
      if (!isBegun) exporting.begin(replay, entry.at);
      isBegun = true;
      exporting.add(entry.at, replay.apply(entry));
    }
}

const NO_ACCOUNTS = {
  insuranceFund: 1_000_000,
  sandbox: false,
  sandboxAccounts: 0,
  onewayAccounts: 0,
  sandboxWallet: 1,
};

function drawMarket(
  values: ReadonlyMap<string, string>,
  only: readonly string[],
  exporting: Exporting,
): void {
  const span = findDuration(values.get('for') ?? '1h');
  if (span === undefined) throw new Misunderstood('--for is a length of time such as 1h');
  const listed = loadContracts().filter(({ base }) => only.length === 0 || only.includes(base));
  if (listed.length === 0) throw new Misunderstood('--only names no contract that is listed');
  const contracts = listed.map((contract, place) => ({ ...contract, id: contractId(place) }));
  const venue = createBareVenue(undefined, ({ at }, events) => exporting.add(at, events));
  const commands = createGenesis(contracts, NO_ACCOUNTS);
  venue.submitAt(millis(DRIVE_START), { kind: 'batch', commands });
  const seed = seedOfWord(values.get('seed') ?? '');
  const drive = driveMarket(venue, { contracts, seed });
  while (drive.at < DRIVE_START + span) drive.step();
}
