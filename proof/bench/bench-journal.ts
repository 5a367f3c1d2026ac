/**
 * `perpetua bench journal`: durable commands per second in batches of several sizes, one append
 * compared with one bare fdatasync, and the replay of a large journal, all on a real disk.
 */

import { join } from 'node:path';
import { seq } from '../../src/domain/units.ts';
import { openJournal } from '../../src/journal/open-journal.ts';
import { inTemporaryFolder } from '../../src/machine/temporary-folder.ts';
import { whole } from '../../src/terminal/format-table.ts';
import { formatMarkdownTable } from '../markdown-table.ts';
import { planJournal } from './engine-flow.ts';
import { benchmark, takeTurns, tellProgress } from './harness.ts';
import {
  measureBatches,
  measureCallers,
  measureLatency,
  measureReplay,
  type SyncTimes,
} from './journal-speed.ts';

const HELP = `Usage: perpetua bench journal [options]

  --entries N   roughly how many entries the replayed journal has (1000000)
  --folder DIR  a folder on the disk to be measured (the system's temporary
                folder)
  --quick       a short run that only checks that everything works
  --json        print JSON instead of tables`;

const VERSION = 'bench';
const BATCHES = [64, 512, 4_096];
const CALLERS = 256;
/** Batches of each size; the best of the rounds counts. */
const BATCHES_PER_ROUND = 100;
const ROUNDS = 5;
const SINGLES = 3_000;

export const benchJournal = benchmark({
  help: HELP,
  measure: ({ values, isQuick, countOf }) => {
    const entries = countOf('entries');
    const scale = isQuick ? 0.01 : 1;
    return inTemporaryFolder(
      (folder) => measureJournal(folder, Math.ceil(entries * scale), scale),
      values.get('folder'),
    );
  },
  format: formatResult,
});

async function measureJournal(folder: string, count: number, scale: number) {
  const { batches, callersPerSecond, append, bare } = await measureWriting(folder, count, scale);
  tellProgress('replay');
  const replay = await measureReplay(join(folder, 'replay'), VERSION);
  return { folder, batches, callersPerSecond, append, bare, replay };
}

type JournalResult = Awaited<ReturnType<typeof measureJournal>>;

/** Also writes the journal that is replayed later, so that the entries need not stay in memory. */
async function measureWriting(folder: string, count: number, scale: number) {
  tellProgress('planning the flow');
  const entries = planJournal(count);
  const replayed = await openJournal({ dataFolder: join(folder, 'replay'), version: VERSION });
  await measureBatches(replayed, entries, 4_096);
  await replayed.close();

  const journal = await openJournal({ dataFolder: join(folder, 'write'), version: VERSION });
  /** Repeats the flow's commands with ascending numbers, all at the time of the last one. */
  const at = entries.at(-1)?.at ?? entries[0]!.at;
  const take = (wanted: number) =>
    Array.from({ length: wanted }, (_, place) => {
      const { command } = entries[(journal.lastSeq + place) % entries.length]!;
      return { seq: seq(journal.lastSeq + place + 1), at, command };
    });
  const scaled = (wanted: number) => Math.max(1, Math.ceil(wanted * scale));
  const taken = scaled(BATCHES_PER_ROUND);
  const speeds = await takeTurns({ rounds: ROUNDS, warmUp: 0 }, [
    ...BATCHES.map((batch) => (round: number) => {
      tellProgress(`batches of ${batch}, round ${round} of ${ROUNDS}`);
      return measureBatches(journal, take(batch * taken), batch);
    }),
    () => measureCallers(journal, take(CALLERS * taken), CALLERS),
  ]);
  const best = speeds.map((each) => Math.max(...each));
  const batches = BATCHES.map((batch, at) => ({ batch, perSecond: best[at] ?? 0 }));
  tellProgress('single appends');
  const latency = await measureLatency(journal, take(scaled(SINGLES)), folder);
  await journal.close();
  return { batches, callersPerSecond: best.at(-1) ?? 0, ...latency };
}

function formatResult(result: JournalResult): string[] {
  const { replay } = result;
  const millis = ({ p50Millis, p99Millis }: SyncTimes) => [
    `${p50Millis.toFixed(2)} ms`,
    `${p99Millis.toFixed(2)} ms`,
  ];
  return [
    ...formatMarkdownTable([
      ['durable, one sync a batch', 'commands per second'],
      ...result.batches.map(({ batch, perSecond }) => [`batches of ${batch}`, whole(perSecond)]),
      [`${CALLERS} callers, one command each`, whole(result.callersPerSecond)],
    ]),
    '',
    ...formatMarkdownTable([
      ['one at a time', 'p50', 'p99'],
      ['append of one command', ...millis(result.append)],
      ['bare write and fdatasync', ...millis(result.bare)],
    ]),
    '',
    ...formatMarkdownTable([
      [`journal of ${whole(replay.entries)} entries`, ''],
      ['decoded, entries per second', whole(replay.decodePerSecond)],
      ['replayed through the engine, entries per second', whole(replay.replayPerSecond)],
      ['the same, per second of processor time', whole(replay.replayPerCpuSecond)],
      ['ready from the first entry', `${replay.readySeconds.toFixed(2)} s`],
      ['of which opening', `${replay.openSeconds.toFixed(2)} s`],
      [
        `snapshot of ${replay.snapshotMegabytes.toFixed(1)} MB saved and read back`,
        `${replay.snapshotSaveSeconds.toFixed(2)} s`,
      ],
      ['ready from that snapshot', `${replay.snapshotReadySeconds.toFixed(2)} s`],
    ]),
    '',
    `State hash ${replay.hash}.`,
  ];
}
