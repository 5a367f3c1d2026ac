/** A venue for itself is one process with files, whatever venues can be otherwise. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openJournal } from '../../src/journal/open-journal.ts';
import { untilOpen, withScene } from './venue-process.ts';

/** Processes that this one has started and that still run. */
const childrenOf = (pid: number): string =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();

test('[CLU-10] a plain start starts no other process and writes nothing for replicas', async () => {
  await withScene(async ({ folder, run }) => {
    const venue = run('start', '--port', '0', '--admin-port', '0', '--seed', '1', '--page', 'off');
    await untilOpen(venue);
    if (process.platform === 'linux') expect(childrenOf(venue.child.pid!)).toBe('');
    const files = readdirSync(folder, { recursive: true }).map(String);
    expect(files.filter((file) => file.endsWith('.sock'))).toEqual([]);
    venue.child.kill('SIGTERM');
    await venue.ended;
    const dataFolder = join(folder, findData(files));
    const journal = await openJournal({ dataFolder, version: 'test' });
    const kinds = new Set<string>();
    for await (const entries of journal.read(journal.firstSeq))
      for (const { command, mandate } of entries) {
        const commands = command.kind === 'batch' ? command.commands : [command];
        for (const { kind } of commands) kinds.add(kind);
        expect(mandate).toBeUndefined();
      }
    await journal.close();
    expect(kinds).toContain('list-contract');
    for (const kind of ['begin-batch', 'take-duty', 'mark-state'])
      expect(kinds).not.toContain(kind);
  });
});

const findData = (files: readonly string[]): string =>
  files.find((file) => file.endsWith('journal'))!.replace(/journal$/, '');
