/** Where the gateways of a data folder reach the process with the files. */
import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { assert } from '../../domain/assert.ts';

/** A system takes no longer path for a socket than about a hundred bytes. */
const PATH_BYTES_MAX = 100;
const NAME = 'owner.sock';

/** In the data folder, which is its owner's alone; beside it where the path would be too long. */
export function ownerSocketOf(dataFolder: string): string {
  const folder = resolve(dataFolder);
  const mark = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  if (process.platform === 'win32') return `\\\\.\\pipe\\perpetua-${mark}`;
  const path = join(folder, NAME);
  if (Buffer.byteLength(path) <= PATH_BYTES_MAX) return path;
  return join(ownFolder(join(tmpdir(), `perpetua-${mark}`)), NAME);
}

function ownFolder(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid, mode } = lstatSync(folder);
  const isOwn = uid === userInfo().uid && (mode & 0o077) === 0;
  assert(isOwn, 'a folder for the socket belongs to somebody else', folder);
  return folder;
}
