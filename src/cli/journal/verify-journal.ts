/** `perpetua journal verify`: whether everything that is stored is as it was stored. */
import { checkJournal, type JournalCheck } from '../../journal/check-journal.ts';
import { nodeFiles } from '../../journal/node-files.ts';
import { formatTable, whole } from '../bench/table.ts';
import type { JournalWords } from './journal-words.ts';

export async function verifyJournal({ dataFolder, json, out }: JournalWords): Promise<number> {
  const check = await checkJournal(nodeFiles, dataFolder);
  if (json) out(JSON.stringify(check));
  else for (const line of formatCheck(dataFolder, check)) out(line);
  const isGood = check.damage === null && check.snapshots.every(({ fault }) => fault === null);
  return isGood ? 0 : 1;
}

function formatCheck(dataFolder: string, check: JournalCheck): string[] {
  const { segments, snapshots, torn, damage } = check;
  if (segments.length === 0 && snapshots.length === 0 && damage === null) {
    return [`${dataFolder} holds no journal.`];
  }
  const entries = segments.reduce((sum, segment) => sum + segment.entries, 0);
  const first = segments[0]?.firstSeq ?? 0;
  const lines = [
    ...formatTable([
      ['segment', 'first entry', 'entries', 'bytes', 'epoch', 'version'],
      ...segments.map((segment) => [
        segment.file,
        whole(segment.firstSeq),
        whole(segment.entries),
        whole(segment.bytes),
        whole(segment.epoch),
        segment.version,
      ]),
    ]),
    '',
    ...snapshots.map(({ file, hash, fault }) =>
      fault === null ? `snapshot ${file}: good, state hash ${hash}` : `snapshot ${file}: ${fault}`,
    ),
  ];
  if (torn !== null) {
    lines.push(
      `${torn.file}, offset ${torn.offset}: ${torn.bytes} bytes of an unfinished write; ` +
        'the next start removes them (a venue that is running is just writing them)',
    );
  }
  lines.push(
    damage === null
      ? `Good: ${whole(entries)} entries, ${first} to ${first + entries - 1}.`
      : `Damaged: ${damage.file}, offset ${damage.offset}: ${damage.found}. ${damage.advice}.`,
  );
  return lines;
}
