/**
 * Opens the journal of a data folder: takes the lock, surveys what is there, and cuts off a torn
 * tail. The survey refuses to go on where anything is missing that was durable once. Older segments
 * are checked as they are read.
 */
import { dirname, join, resolve } from 'node:path';
import { FileJournal } from './file-journal.ts';
import { readAll, writeAll } from './files.ts';
import { createJournalId, type JournalId } from './journal-id.ts';
import { JOURNAL_DEFAULTS, type JournalSettings } from './journal-settings.ts';
import { type FolderLock, lockFolder } from './lock-folder.ts';
import { ownFile } from './own-file.ts';
import type { ListEnd } from './record.ts';
import { journalFolder, listSegments, SPARE_NAME, snapshotFolder } from './segment-name.ts';
import { SegmentWriter } from './segment-writer.ts';
import { removeTemporaries } from './snapshot-file.ts';
import { type SegmentTail, surveyJournal } from './survey-journal.ts';

export type OpenChoices = Pick<JournalSettings, 'dataFolder' | 'version'> &
  Partial<JournalSettings> & {
    /** What a journal that begins is called; it is drawn if this is not given. */
    readonly id?: JournalId;
    /**
     * Of a folder without entries, under its lock: where its list begins, if not with the first
     * entry. A snapshot of the entry before must be in the folder then.
     */
    readonly begin?: (() => Promise<ListEnd | undefined>) | undefined;
  };

type Beginning = Pick<OpenChoices, 'begin'> & { readonly id: JournalId };

export async function openJournal(choices: OpenChoices): Promise<FileJournal> {
  const { id = createJournalId(), begin, ...chosen } = choices;
  const settings: JournalSettings = { ...JOURNAL_DEFAULTS, ...chosen };
  const { files, dataFolder } = settings;
  const isNew = files.makeFolder(dataFolder);
  const lock = await lockFolder(dataFolder);
  try {
    if (isNew) await files.syncFolder(dirname(resolve(dataFolder)));
    return await openLocked(settings, lock, { id, begin });
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function openLocked(
  settings: JournalSettings,
  lock: FolderLock,
  beginning: Beginning,
): Promise<FileJournal> {
  const { files, dataFolder, warn } = settings;
  if (lock.crashedHolder !== undefined) {
    warn(`${dataFolder} was last held by ${lock.crashedHolder}, which did not close it`);
  }
  const folder = journalFolder(dataFolder);
  files.makeFolder(folder);
  files.makeFolder(snapshotFolder(dataFolder));
  await files.syncFolder(dataFolder);
  removeTemporaries(settings);
  if (files.list(folder).includes(SPARE_NAME)) files.remove(join(folder, SPARE_NAME));

  const isEmpty = listSegments(files, dataFolder).length === 0;
  const start = isEmpty ? await beginning.begin?.() : undefined;
  const survey = surveyJournal(files, dataFolder, undefined, start);
  const { end, chains, tail } = survey;
  const id = tail === undefined ? beginning.id : survey.id;
  if (tail !== undefined) {
    await ownFile(tail.path);
    await settleTail(settings, tail);
  }
  const epoch = (tail?.epoch ?? 0) + 1;
  const writer = new SegmentWriter({ ...settings, epoch, id });
  if (tail !== undefined && tail.version === settings.version) {
    writer.resume(tail.file, tail.offset);
  } else {
    writer.prepare();
  }
  return new FileJournal({ settings, writer, epoch, id, end, chains, lock });
}

/**
 * The last batch of a killed process, or of one whose sync failed, may be in the system's cache
 * only, and a plain sync skips what the system believes written. So the last batch is written once
 * more before anything builds on it. A torn tail becomes blank again.
 */
async function settleTail(settings: JournalSettings, tail: SegmentTail): Promise<void> {
  const { files, warn } = settings;
  const { path, offset, lastBatch, torn } = tail;
  const file = files.open(path, 'change');
  try {
    const batch = new Uint8Array(offset - lastBatch);
    readAll(files, file, batch, lastBatch);
    writeAll(files, file, batch, lastBatch);
    if (torn !== undefined) writeAll(files, file, new Uint8Array(torn.bytes), torn.offset);
    await files.sync(file);
  } finally {
    files.close(file);
  }
  if (torn === undefined) return;
  warn(
    `${torn.file}, offset ${torn.offset}: found ${torn.found} at the end, ${torn.bytes} bytes ` +
      'of a write that never finished and was never acknowledged; they are cut off',
  );
}
