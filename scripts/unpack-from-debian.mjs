/**
 * Unpacks a package of Debian 13 without installing it, for tests that need a program. It must need
 * nothing but the C library.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

const MIRROR = 'http://deb.debian.org/debian';

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

/** Into the folder, as the package lays out its files. */
export async function unpackFromDebian(name, folder) {
  const architecture = { x64: 'amd64', arm64: 'arm64' }[process.arch];
  const index = `dists/trixie/main/binary-${architecture}/Packages.gz`;
  const packages = gunzipSync(await fetchBytes(index))
    .toString('utf8')
    .split('\n\n');
  const found = packages.find((text) => text.startsWith(`Package: ${name}\n`)) ?? '';
  const [, path] = /^Filename: (.+)$/m.exec(found) ?? [];
  if (path === undefined) throw new Error(`${MIRROR} has no ${name} for ${architecture}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/package.deb`, await fetchBytes(path));
  execFileSync('dpkg-deb', ['-x', `${folder}/package.deb`, folder]);
}
