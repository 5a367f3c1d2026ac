import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { assembleHere } from '../../src/assembly/assemble.ts';
import { createClosings } from '../../src/assembly/closings.ts';
import { readContractRows } from '../../src/gateway/load-contracts.ts';
import { openSandbox } from '../../src/sandbox/perpetua.ts';
import { readOptions } from '../../src/sandbox/sandbox-options.ts';
import { createBot } from './signed-bot.ts';

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'perpetua-data-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile())
    .sort()
    .map((path) => [path, readFileSync(join(folder, path)).toString('latin1')]);

const copies = () => readdirSync(tmpdir()).filter((name) => name.startsWith('perpetua-sandbox-'));

test('[LIB-18] a sandbox goes on from a copy of a data folder, and only reads it', async () => {
  const folder = makeFolder();
  const closings = createClosings();
  const { settings } = readOptions({ accounts: 2 });
  const table = join(makeFolder(), 'contracts.json');
  writeFileSync(table, JSON.stringify(readContractRows().filter(({ base }) => base === 'BTC')));
  const open = await assembleHere({ ...settings, data: folder, contracts: table }, closings);
  await expect(openSandbox({ data: folder })).rejects.toMatchObject({ code: 'refused' });
  const url = open.doors.baseUrl.replace('localhost', '127.0.0.1');
  const [first, ...others] = open.credentials;
  await createBot({ url, accounts: [first!, ...others] }).trade('0.1');
  await closings.closeAll();
  // As where the journal has a disk of its own, and the folder a second name.
  const [disk, named] = [join(makeFolder(), 'journal'), join(makeFolder(), 'data')];
  renameSync(join(folder, 'journal'), disk);
  symlinkSync(disk, join(folder, 'journal'));
  symlinkSync(folder, named);
  // What a venue with gateways leaves behind when it is killed.
  const door = createServer().listen(join(folder, 'owner.sock'));
  onTestFinished(() => void door.close());
  const [before, known] = [[folder, disk].map(filesIn), copies()];
  const venue = await openSandbox({ data: named });
  try {
    expect(venue.accounts).toEqual(open.credentials);
    expect((await venue.account(0)).positions).toMatchObject([{ size: 0.1 }]);
    await createBot(venue, 1).trade('0.2');
    await venue.advance('10s');
    expect((await venue.account(1)).positions).toMatchObject([{ size: 0.2 }]);
    await expect(venue.fork()).rejects.toMatchObject({ code: 'refused' });
  } finally {
    await venue.close();
  }
  expect([folder, disk].map(filesIn)).toEqual(before);
  expect(copies()).toEqual(known);
});

test('[LIB-18] what is no data folder, and what a folder has itself, is refused', async () => {
  const folder = makeFolder();
  await expect(openSandbox({ data: folder })).rejects.toThrow('no venue was ever started there');
  await expect(openSandbox({ data: join(folder, 'none') })).rejects.toMatchObject({
    code: 'bad-option',
  });
  await expect(openSandbox({ data: folder, seed: 'rally' })).rejects.toThrow(
    'seed is that of the folder: leave it out with data',
  );
});
