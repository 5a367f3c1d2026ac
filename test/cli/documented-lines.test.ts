/**
 * The lines that documents and helps give to be copied, typed at a running venue as they stand. A
 * word in capitals stands for a name, and what is in brackets may be left out.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findCredentials } from '../../src/gateway/data-files.ts';
import { typeCommand } from './typed-command.ts';
import { openScene, type Scene, untilOpen } from './venue-process.ts';

const MANUAL = readFileSync(new URL('../../docs/OPERATING.md', import.meta.url), 'utf8');

let scene: Scene;
let data: string;
beforeAll(async () => {
  scene = openScene();
  data = join(scene.folder, 'data');
  await untilOpen(scene.run('start', '--port', '0', '--admin-port', '0', '--page', 'off'));
  vi.stubEnv('PERPETUA_DATA', data);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await scene.close();
});

async function expectRuns(line: string): Promise<void> {
  // An hour of eight markets takes long, and a minute shows the same.
  const { code, said } = await typeCommand(line.replace('step 1h', 'step 1m').split(/ +/));
  expect(code, `${line}\n${said}`).toBe(0);
}

const firstKey = (): string => findCredentials(join(data, 'credentials.json'))?.[0]?.apiKey ?? '';

test('[CLI-30] the lines of the manual run in their order', { timeout: 120_000 }, async () => {
  const lines = [...MANUAL.matchAll(/^npx perpetua ([^#\n]+)/gm)]
    .map(([, words = '']) => words.trim())
    .filter((line) => /^(?:time|chaos|market|account|qualify|settings)\b/.test(line));
  expect(lines.length).toBeGreaterThan(20);
  for (const line of lines) {
    await expectRuns(line.replace('perp_…', firstKey()));
    // As the remark beside it says.
    if (line.startsWith('market halt')) await expectRuns(line.replace('halt', 'resume'));
  }
});

/** What a word in capitals stands for here. */
const MEANT: Readonly<Record<string, () => string>> = {
  ACCOUNT: () => 'sandbox-1',
  DATA: () => data,
  FAULT: () => 'all',
  ID: () => '1008',
  KEY: firstKey,
  KIND: () => 'delay',
  NAME: () => 'eve',
  SYMBOL: () => 'cmt_btcusdt',
};

/** A usage without what may be left out, and with the first of what may be chosen. */
function lineOf(usage: string): string {
  let line = usage;
  while (/\[[^[\]]*\]/.test(line)) line = line.replace(/\[[^[\]]*\]/g, '');
  return line
    .trim()
    .replace(/(\S+?)\|\S+/g, '$1')
    .replace(/\b[A-Z]{2,}\b/g, (word) => MEANT[word]?.() ?? word);
}

// The market comes before chaos: it takes back the feed that the manual chose.
test.each(['account', 'market', 'chaos', 'time'])(
  '[CLI-30] each usage in the help of "%s" is a line that runs',
  async (command) => {
    const { said } = await typeCommand([command, '--help']);
    const usages = [...said.matchAll(/^ {2}(\S.*(?:\n {8,}\S.*)*)/gm)].map(
      ([, usage = '']) => usage,
    );
    expect(usages.length).toBeGreaterThan(3);
    // These need no venue, and have tests of their own.
    const verbs = usages.filter((usage) => !/^(?:report|fingerprint)/.test(usage));
    for (const usage of verbs) await expectRuns(`${command} ${lineOf(usage)}`);
  },
);

test.each(['keys', 'cluster restore'])(
  '[CLI-30] the lines that the help of "%s" names run',
  async (command) => {
    const { said } = await typeCommand([...command.split(' '), '--help']);
    const text = said.replace(/\s+/g, ' ');
    const named = [
      ...text.matchAll(/npx perpetua (?!start)[a-z]+ [a-z]+(?: --?[a-z]+(?: [A-Z]+\b)?)*/g),
    ];
    expect(named).not.toEqual([]);
    for (const [line] of named) await expectRuns(lineOf(line.replace('npx perpetua ', '')));
  },
);
