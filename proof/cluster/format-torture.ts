/** What came of a torture, as the tables of docs/SCALING.md. */
import { whole } from '../../src/terminal/format-table.ts';
import type { ClusterTortureResult } from './torture-audit.ts';

export function formatTorture(result: ClusterTortureResult): string[] {
  const { faults, silenceMillis, skipped } = result;
  const seconds = (millis: number | undefined): string =>
    millis === undefined ? '' : `${(millis / 1_000).toFixed(millis < 1_000 ? 2 : 1)} s`;
  const counts: readonly (readonly [string, number | null])[] = [
    ['requests acknowledged', result.acknowledged],
    ['refused, because their window had passed', result.refused],
    ['not answered, because their replica died or was cut off', result.unknown],
    ['**lost**', result.lost],
    ['**doubled**', result.doubled],
    ['**took effect after their window**', result.late],
    ['**refused, and took effect all the same**', result.contradicted],
    ['**forged, and took effect**', result.forged],
    ['hashes of states compared', result.hashesCompared],
    ['**hashes differing**', result.hashesDiffering],
    ['**rows of history missing or too many**', result.historyDiffering],
    ['servers of the log started again, as their copy did not come back', result.startedAgain],
    ...Object.entries(skipped).map(
      ([why, times]) => [`messages passed over: ${why}`, times] as const,
    ),
  ];
  return [
    '| fault | times | longest time without a write elsewhere |',
    '|---|---:|---:|',
    ...Object.entries(faults).map(
      ([name, times]) => `| ${name} | ${times} | ${seconds(silenceMillis[name])} |`,
    ),
    '',
    '| | |',
    '|---|---:|',
    ...counts.flatMap(([name, count]) => (count === null ? [] : [`| ${name} | ${whole(count)} |`])),
  ];
}
