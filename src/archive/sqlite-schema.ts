/** The tables of the SQLite file, and how a file of an earlier form becomes one of the present. */
import { FILL_TABLE, INDEXES, TABLES } from './history-tables.ts';
import { addColumns, createTable, type TableShape } from './table.ts';

/** Raise it with any change to what the file holds. */
export const SCHEMA_VERSION = 4;

/** Marks the file as ours, so that no other database is taken for an archive: "Perp". */
export const APPLICATION_ID = 0x50657270;

export const SCHEMA: readonly string[] = [
  ...TABLES.map(createTable),
  ...INDEXES,
  'CREATE TABLE archive (version INTEGER NOT NULL, archived_up_to INTEGER NOT NULL) STRICT',
  'INSERT INTO archive (version, archived_up_to) VALUES (1, 0)',
  `PRAGMA application_id = ${APPLICATION_ID}`,
  ...describeRows(),
  ...stampVersion(),
];

/** How many rows of a table were ever stored; none is ever taken out. */
export function countColumn({ name }: TableShape): string {
  return `${name}_stored`;
}

/** From an earlier form to the present one. The third did not count the fills of a contract. */
export function upgradeSchema(form: number): string[] {
  return [
    ...(form === 1 ? describeRows() : []),
    ...(form === 3 ? addColumns(FILL_TABLE, 'number') : TABLES.flatMap((each) => addColumns(each))),
    ...stampVersion(),
  ];
}

/** The first form did not say whose archive it is nor how many rows it should have. */
function describeRows(): string[] {
  return [
    `ALTER TABLE archive ADD COLUMN journal TEXT NOT NULL DEFAULT ''`,
    ...TABLES.flatMap((table) => [
      `ALTER TABLE archive ADD COLUMN ${countColumn(table)} INTEGER NOT NULL DEFAULT 0`,
      `UPDATE archive SET ${countColumn(table)} = (SELECT COUNT(*) FROM ${table.name})`,
    ]),
  ];
}

function stampVersion(): string[] {
  return [
    `UPDATE archive SET version = ${SCHEMA_VERSION}`,
    `PRAGMA user_version = ${SCHEMA_VERSION}`,
  ];
}
