/** `perpetua journal verify`: checks that stored data is exactly as it was written. */
import { checkJournal, type JournalCheck } from '../../journal/check-journal.ts';
import { nodeFiles } from '../../journal/files.ts';
import { JournalDamaged } from '../../journal/journal-error.ts';
import { findHolder } from '../../journal/lock-folder.ts';
import { formatTable, whole } from '../../terminal/format-table.ts';
import { createProgress } from '../../terminal/progress.ts';
import { type Rehearsal, rehearseStart } from '../../venue/rehearse-start.ts';
import { expectTraces, type JournalWords } from './journal-words.ts';

export async function verifyJournal({ dataFolder, json, output }: JournalWords): Promise<number> {
  const { out } = output;
  expectTraces(dataFolder);
  const progress = createProgress(output);
  const check = await checkJournal(nodeFiles, dataFolder, ({ file, entries }) =>
    progress.tell(() => `checking: ${file}, ${whole(entries)} entries`),
  );
  progress.tell(() => 'checking: what the next start would say');
  const start = await rehearseStart(dataFolder);
  progress.end();
  const holder = findHolder(dataFolder);
  const words = () => [
    ...formatCheck(check),
    ...formatHolder(holder, check),
    ...formatStart(check, start),
  ];
  if (json) out(JSON.stringify({ ...check, start }));
  else for (const line of words()) out(line);
  const isWhole = check.damage === null && check.snapshots.every(({ fault }) => fault === null);
  return isWhole && start.refusal === null ? 0 : 1;
}

const lastOf = (segments: JournalCheck['segments']): number => {
  const last = segments.at(-1);
  return last === undefined ? 0 : last.firstSeq + last.entries - 1;
};

const formatHolder = (holder: string | undefined, { segments }: JournalCheck): string[] =>
  holder === undefined
    ? []
    : [`In use by ${holder}, which goes on writing: all figures are of entry ${lastOf(segments)}.`];

/** What the next start will say, in the words of the start. */
function formatStart({ segments, damage }: JournalCheck, { report, refusal }: Rehearsal): string[] {
  if (report === null) {
    const isSaid = damage !== null && refusal === new JournalDamaged(damage).message;
    return [isSaid ? 'A start refuses, for the same reason.' : `A start refuses: ${refusal}`];
  }
  if (segments.length === 0) return [];
  const { snapshotSeq } = report;
  // A running venue has written more since its entries were counted.
  const replayed = Math.max(0, Math.min(report.replayed, lastOf(segments) - snapshotSeq));
  const from = snapshotSeq === 0 ? 'the first entry' : `the snapshot of entry ${snapshotSeq}`;
  const unread = damage === null ? '' : ' It does not read what is damaged; a full replay would';
  return [`A start begins with ${from} and replays ${whole(replayed)} entries.${unread}`];
}

function formatCheck(check: JournalCheck): string[] {
  const { segments, snapshots, torn, damage } = check;
  const entries = segments.reduce((sum, segment) => sum + segment.entries, 0);
  const first = segments[0]?.firstSeq ?? 0;
  const lines = [
    ...formatTable(
      ['segment', 'first entry', 'entries', 'bytes', 'epoch', 'version'],
      segments.map((segment) => [
        segment.file,
        whole(segment.firstSeq),
        whole(segment.entries),
        whole(segment.bytes),
        whole(segment.epoch),
        segment.version,
      ]),
    ),
    '',
    ...snapshots.map(({ file, hash, fault }) =>
      fault === null ? `snapshot ${file}: good, state hash ${hash}` : `snapshot ${file}: ${fault}`,
    ),
  ];
  if (segments.length > 0) lines.push(`chain after entry ${first + entries - 1}: ${check.chain}`);
  if (torn !== null) {
    lines.push(
      `${torn.file}, offset ${torn.offset}: ${torn.bytes} bytes of an unfinished write; ` +
        'the next start removes them (a venue that is running is just writing them)',
    );
  }
  lines.push(
    damage === null
      ? `Good: ${whole(entries)} entries, ${first} to ${first + entries - 1}.`
      : `Damaged: ${damage.file}, offset ${damage.offset}: ${damage.found}. ${damage.advice}`,
  );
  return lines;
}
