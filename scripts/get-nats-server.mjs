/**
 * Gets a nats-server that is new enough for the tests of replicas, and prints its path: the one of
 * the system, or the package of Debian 13, unpacked into dist. It needs nothing but the C library.
 * Debian 12 has version 2.9, which is too old.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

const MIRROR = 'http://deb.debian.org/debian';
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

/** A mirror may fail for a moment. */
async function fetchBytes(path, attempts = 3) {
  try {
    const reply = await fetch(`${MIRROR}/${path}`);
    if (!reply.ok) throw new Error(`${MIRROR}/${path}: ${reply.status}`);
    return Buffer.from(await reply.arrayBuffer());
  } catch (error) {
    if (attempts === 1) throw error;
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    return fetchBytes(path, attempts - 1);
  }
}

async function unpack() {
  const architecture = { x64: 'amd64', arm64: 'arm64' }[process.arch];
  const index = `dists/trixie/main/binary-${architecture}/Packages.gz`;
  const packages = gunzipSync(await fetchBytes(index))
    .toString('utf8')
    .split('\n\n');
  const found = packages.find((text) => text.startsWith('Package: nats-server\n')) ?? '';
  const [, path] = /^Filename: (.+)$/m.exec(found) ?? [];
  if (path === undefined) throw new Error(`${MIRROR} has no nats-server for ${architecture}`);
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(`${FOLDER}/package.deb`, await fetchBytes(path));
  execFileSync('dpkg-deb', ['-x', `${FOLDER}/package.deb`, FOLDER]);
}

const own = process.env['PERPETUA_NATS_SERVER'] ?? 'nats-server';
if (isNewEnough(own)) console.log(own);
else {
  if (!existsSync(UNPACKED)) await unpack();
  console.log(UNPACKED);
}
