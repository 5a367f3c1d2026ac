/**
 * What a published season looks like on disk. The manifest names every file with its hash, so its
 * signature covers all of them. The public key is included for convenience: to be sure, compare it
 * with a key made known elsewhere.
 */

import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type Static, Type } from 'typebox';
import { Check } from 'typebox/value';
import { findJson } from '../domain/find-json.ts';

export const MANIFEST_FILE = 'manifest.json';
export const SIGNATURE_FILE = 'manifest.sig';
export const PUBLIC_KEY_FILE = 'public-key.pem';
export const START_FILE = 'start.json.zst';
export const FILLS_FILE = 'fills.csv.gz';
export const SEED_FILE = 'seed.json';
export const JOURNAL_FOLDER = 'journal';

/** That of the results written now. */
export const FORMAT = 2 as const;

/** The first part has no part before it. */
export const NO_HASH = '0'.repeat(64);

const HASH = Type.String({ pattern: '^[0-9a-f]{64}$' });
const COUNT = Type.Integer({ minimum: 0 });

/** A signed file that nobody checks could say anything. */
const NOTHING_ELSE = { additionalProperties: false } as const;

const PART = Type.Object(
  {
    file: Type.String(),
    firstSeq: COUNT,
    lastSeq: COUNT,
    /** The hash of the content, which includes the hash of the part before. */
    contentSha256: HASH,
  },
  NOTHING_ELSE,
);
export type JournalPart = Static<typeof PART>;

const FILE = Type.Object({ file: Type.String(), bytes: COUNT, sha256: HASH }, NOTHING_ELSE);
export type PublishedFile = Static<typeof FILE>;

const MANIFEST = Type.Object(
  {
    /** The first told less of a season: `writeDocuments`. */
    format: Type.Union([Type.Literal(1), Type.Literal(FORMAT)]),
    /** The version of the venue that wrote it; only the same version is sure to replay it. */
    version: Type.String(),
    season: COUNT,
    name: Type.String(),
    /** Whether the season is closed: nothing can change any more. */
    final: Type.Boolean(),
    /**
     * The entry after which the replay begins, and the state hash there; zero for the beginning.
     */
    startSeq: COUNT,
    startStateHash: Type.String(),
    lastSeq: COUNT,
    stateHash: Type.String(),
    /** The content hash of the last part: the head of the chain. */
    chainHead: HASH,
    journal: Type.Array(PART),
    files: Type.Array(FILE),
  },
  NOTHING_ELSE,
);
export type Manifest = Static<typeof MANIFEST>;

export function parseManifest(text: string): Manifest | undefined {
  const value = findJson(text);
  return Check(MANIFEST, value) ? value : undefined;
}

/** Every file below the folder, as a path with slashes, in order. */
export const listPublished = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
