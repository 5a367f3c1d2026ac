/** A scripted season in a real data folder, as a stopped venue leaves it. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Entry } from '../../src/domain/command.ts';
import { openJournal } from '../../src/journal/open-journal.ts';
import { sha256 } from '../../src/results/journal-parts.ts';
import { takePublicationKey } from '../../src/results/publication-key.ts';
import { playSeason, type Script } from './scripted-season.ts';

/** Entries through a journal of files; closed afterwards. */
export async function storeEntries(entries: readonly Entry[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'perpetua-season-'));
  const dataFolder = join(folder, 'data');
  const journal = await openJournal({ dataFolder, version: 'engine', segmentBytes: 1 << 20 });
  for (let at = 0; at < entries.length; at += 1_000)
    await journal.append(entries.slice(at, at + 1_000));
  await journal.close();
  return folder;
}

/** Played, ended and closed; with a few entries after that, which are not part of it. */
export function playClosed(script: Script): Entry[] {
  const stage = playSeason(script);
  const { endAt } = stage.rules;
  const [first] = stage.teams;
  if (first !== undefined)
    stage.run(
      {
        kind: 'sanction-account',
        account: first.account,
        step: 'warn',
        reason: 'a word, "quoted", and more',
        actor: 'organiser',
        evidence: '',
      },
      endAt + 30,
    );
  stage.run({ kind: 'close-season', season: 1 }, endAt + 40);
  for (let tick = 1; tick < 20; tick += 1)
    stage.run({ kind: 'advance-clock' }, endAt + 40 + tick * 1_000);
  return stage.entries;
}

/** The organiser, who holds the key, signs what he has changed. */
export function signAgain(folder: string, data: string): void {
  const path = join(folder, 'manifest.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8'));
  for (const file of manifest.files) {
    const bytes = readFileSync(join(folder, file.file));
    file.bytes = bytes.length;
    file.sha256 = sha256(bytes);
  }
  const text = JSON.stringify(manifest);
  writeFileSync(path, text);
  const key = takePublicationKey(data);
  writeFileSync(join(folder, 'manifest.sig'), key.sign(Buffer.from(text)));
}
