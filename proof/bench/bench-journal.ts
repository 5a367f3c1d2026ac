/**
 * `perpetua bench journal`: durable commands per second in batches of several sizes, one append
 * compared with one bare fdatasync, and the replay of a large journal, all on a real disk.
 */

import { join } from 'node:path';
import { seq } from '../../src/domain/units.ts';
import { openJournal } from '../../src/journal/open-journal.ts';
import { inTemporaryFolder } from '../../src/machine/temporary-folder.ts';
import { whole } from '../../src/terminal/format-table.ts';
import { planJournal } from './engine-flow.ts';
import { asMegabytes, asMillis, asRate, asSeconds, type Figure, measured } from './figure.ts';
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
  title: 'the journal',
  figures: figuresOf,
  format: ({ replay }) => [`State hash ${replay.hash}.`],
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

function figuresOf({ batches, callersPerSecond, append, bare, replay }: JournalResult): Figure[] {
  const sync = ({ p50Millis, p99Millis }: SyncTimes): string =>
    `p99 ${asMillis(p99Millis)}, p50 ${asMillis(p50Millis)}`;
  return [
    ...batches.map(({ batch, perSecond }) =>
      measured(`durable commands, one sync for ${batch}`, perSecond, { show: asRate }),
    ),
    measured(`${CALLERS} callers, one command each`, callersPerSecond, { show: asRate }),
    measured('append of one command, p50', append.p50Millis, {
      show: asMillis,
      beside: `${sync(bare)} of a bare write and fdatasync`,
    }),
    measured('the same, p99', append.p99Millis, { show: asMillis }),
    measured(`${whole(replay.entries)} entries, decoded`, replay.decodePerSecond, { show: asRate }),
    measured('replayed, by processor time', replay.replayPerCpuSecond, { show: asRate }),
    measured('ready from the first entry', replay.readySeconds, { show: asSeconds }),
    measured(
      `ready from a snapshot of ${asMegabytes(replay.snapshotMegabytes)}`,
      replay.snapshotReadySeconds,
      {
        show: asSeconds,
        beside: `saved and read back in ${asSeconds(replay.snapshotSaveSeconds)}`,
      },
    ),
  ];
}
