/**
 * The archive of a cluster, in PostgreSQL. Replicas read it and the holder of a duty writes it.
 * Each write looks up within its transaction how far the archive goes, so two writers of two terms
 * store nothing twice, and a write whose answer was lost may be repeated. Who does not write is
 * told how far the archive goes.
 */
import { type Seq, seq } from '../domain/units.ts';
import { type Ask, type RecordRow, type Records, TELL } from '../facts/records.ts';
import { copyTables } from '../facts/sqlite-tables.ts';
import { type Archive, assertRising } from './archive.ts';
import { ArchiveError, closedError } from './archive-error.ts';
import { createArchiveReading } from './archive-reading.ts';
import { FILL_TABLE, INDEXES, TABLES } from './history-tables.ts';
import { addColumns, decodeInteger, listNames, type Stored, type TableShape } from './table.ts';

export interface SharedArchive extends Archive {
  /** Told how far the archive goes, whoever writes it; also at the beginning. */
  readonly onArchived: (listener: (upTo: Seq) => void) => () => void;
}

const FORM = 2;
const CHANNEL = 'perpetua_archive';

const SCHEMA: readonly string[] = [
  ...TABLES.map(
    ({ name, declarations }) => `CREATE TABLE ${name} (${declarations.map(widen).join(', ')})`,
  ),
  ...INDEXES,
  'CREATE TABLE archive (archived_up_to BIGINT NOT NULL)',
  'INSERT INTO archive VALUES (0)',
];

/** The first form did not count the fills of a contract. */
const UPGRADE: readonly string[] = addColumns(FILL_TABLE, 'number').map(widen);

/** An integer of SQLite has 64 bits. */
function widen(declaration: string): string {
  return declaration.replace(' INTEGER', ' BIGINT');
}

const READ = 'SELECT archived_up_to FROM archive';
/** A second writer waits until the first is done, and then sees what that has stored. */
const LOCK = `${READ} FOR UPDATE`;
const NOTE_STORED = 'UPDATE archive SET archived_up_to = ?';

export async function openPostgresArchive(records: Records): Promise<SharedArchive> {
  await records.prepare('archive', FORM, SCHEMA, UPGRADE);
  const listeners = new Set<(upTo: Seq) => void>();
  let knownUpTo = seq(0);
  let isClosed = false;
  const note = (upTo: Seq): void => {
    if (upTo <= knownUpTo) return;
    knownUpTo = upTo;
    for (const listener of listeners) listener(upTo);
  };
  const expectOpen = (): void => {
    if (isClosed) throw closedError();
  };
  const readUpTo = async (): Promise<Seq> => {
    expectOpen();
    const upTo = upToIn(await records.ask(READ));
    note(upTo);
    return upTo;
  };
  await records.listen(CHANNEL, {
    hear: (text) => note(seq(Number(text))),
    refresh: async () => void (isClosed || (await readUpTo())),
  });
  return {
    ...createArchiveReading(async ({ sql, values }) => {
      expectOpen();
      return (await records.ask(withoutHint(sql), values)).map(cellsOf);
    }),
    write: async (entries) => {
      expectOpen();
      assertRising(entries);
      const last = entries.at(-1);
      if (last === undefined || last.seq <= knownUpTo) return;
      note(
        await records.transact(async (ask) => {
          const stored = upToIn(await ask(LOCK));
          if (stored < knownUpTo) throw lostError(records, stored, knownUpTo);
          return store(ask, entries, stored);
        }),
      );
    },
    archivedUpTo: readUpTo,
    onArchived: (listener) => {
      listeners.add(listener);
      if (knownUpTo > 0) listener(knownUpTo);
      return () => void listeners.delete(listener);
    },
    close: async () => {
      isClosed = true;
      listeners.clear();
    },
  };
}

/** What one venue has in SQLite, up to its last entry; again does no harm. */
export const copyArchive = (path: string, records: Records, upTo: Seq): Promise<void> =>
  records.transact(async (ask) => {
    if (upToIn(await ask(LOCK)) >= upTo) return;
    const names = TABLES.map(({ name }) => name);
    await copyTables(path, names, ask);
    await ask(NOTE_STORED, [upTo]);
  });

async function store(
  ask: Ask,
  entries: Parameters<Archive['write']>[0],
  stored: Seq,
): Promise<Seq> {
  const fresh = entries.filter((entry) => entry.seq > stored);
  const upTo = fresh.at(-1)?.seq;
  if (upTo === undefined) return stored;
  for (const table of TABLES) {
    const rows = [...table.encodeAll(fresh)];
    const columns = table.names.map((_, place) => rows.map((row) => row[place] ?? null));
    if (rows.length > 0) await ask(insertMany(table), columns);
  }
  await ask(NOTE_STORED, [upTo]);
  await ask(TELL, [CHANNEL, String(upTo)]);
  return upTo;
}

const upToIn = ([row]: readonly RecordRow[]): Seq => seq(decodeInteger(cellsOf(row)[0] ?? null));

/** Nobody has the rows in between any more: storing later ones would hide that. */
const lostError = ({ name }: Records, stored: Seq, known: Seq): ArchiveError =>
  new ArchiveError(
    'incomplete',
    `${name} goes up to entry ${stored}, but had confirmed entry ${known}: it lost what is in ` +
      'between, as a standby may that was not synchronous. Start this replica again: it writes ' +
      'what is missing from its segments',
  );

/** Thousands of rows in one statement: a column of each, side by side. */
function insertMany({ name, names, declarations }: TableShape): string {
  const columns = declarations.map((each) => (each.includes(' INTEGER') ? 'BIGINT' : 'TEXT'));
  const places = columns.map((type) => `?::${type}[]`).join(', ');
  return `INSERT INTO ${name} (${listNames(names)}) SELECT * FROM unnest(${places})`;
}

/** PostgreSQL knows its rows, and chooses an index by that. */
const withoutHint = (sql: string): string => sql.replace(/\s+INDEXED BY \w+/, '');

/** Columns come in the order in which they were asked for. */
const cellsOf = (row: object | undefined): Stored[] => Object.values(row ?? {});
