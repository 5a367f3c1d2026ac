/**
 * Gets a nats-server that is new enough for the tests of replicas, and prints its path: the one of
 * the system, or the package of Debian 13, unpacked into dist. It needs nothing but the C library.
 * Debian 12 has version 2.9, which is too old.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { unpackFromDebian } from './unpack-from-debian.mjs';

const FOLDER = fileURLToPath(new URL('../dist/nats-server', import.meta.url));
const UNPACKED = `${FOLDER}/usr/sbin/nats-server`;

const isNewEnough = (program) => {
  try {
    const version = execFileSync(program, ['--version'], { encoding: 'utf8' });
    const [, major, minor] = /v(\d+)\.(\d+)/.exec(version) ?? [];
    return Number(major) > 2 || Number(minor) >= 10;
  } catch {
    return false;
  }
};

const own = process.env['PERPETUA_NATS_SERVER'] ?? 'nats-server';
if (isNewEnough(own)) console.log(own);
else {
  if (!existsSync(UNPACKED)) await unpackFromDebian('nats-server', FOLDER);
  console.log(UNPACKED);
}
