/**
 * Gets the other runtimes that the library is tested on, and prints their folder. They are not
 * among the dependencies, because nobody else needs them. For Linux alone.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../dist/runtimes', import.meta.url));
const [bun, deno] = { x64: ['x64', 'x64'], arm64: ['aarch64', 'arm64'] }[process.arch];
const PACKAGES = [
  `node-linux-${process.arch}@22`,
  `@oven/bun-linux-${bun}@1`,
  `@deno/linux-${deno}-glibc@2`,
];

if (!existsSync(`${FOLDER}/node_modules/@deno`)) {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(`${FOLDER}/package.json`, '{ "private": true }\n');
  const words = ['install', '--no-audit', '--no-fund', '--ignore-scripts'];
  const stdio = ['ignore', 'ignore', 'inherit'];
  execFileSync('npm', [...words, ...PACKAGES], { cwd: FOLDER, stdio });
}
process.stdout.write(`${FOLDER}\n`);
