/** One life as it is kept in the folder of its run: everything that the files are made of. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Command } from '../domain/command.ts';
import type { LifeFigures } from './life.ts';
import type { LifeRecord } from './life-record.ts';

/** A command that did not come from the market: with those, and the seed, a life is made again. */
export interface LifeCommand {
  readonly seq: number;
  readonly at: number;
  readonly command: Command;
}

export interface LifePart {
  readonly figures: LifeFigures;
  readonly record: LifeRecord;
  /** Null if there were too many to be kept. */
  readonly commands: readonly LifeCommand[] | null;
}

/** It is there whole or not at all. */
export function writePart(path: string, part: LifePart): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.new`, gzipSync(serialize(part), { level: 1 }));
  renameSync(`${path}.new`, path);
}

/** As the same version of the program wrote it. */
export const readPart = (path: string): LifePart => deserialize(gunzipSync(readFileSync(path)));
