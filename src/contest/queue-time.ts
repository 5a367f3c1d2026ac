/**
 * How long processes were ready to run while others had the processors. A program is not late
 * because the machine is busy with something else. Only Linux tells; elsewhere it is nothing.
 */
import { readdirSync, readFileSync } from 'node:fs';

const NANOS_PER_MILLI = 1e6;

/** Of a process and of those that it and they started, so far. It gets less as they end. */
export function readQueueMillis(first: number): number {
  const parents = new Map(listProcesses());
  const isOurs = (pid: number | undefined): boolean =>
    pid !== undefined && (pid === first || isOurs(parents.get(pid)));
  const ours = [...parents.keys()].filter(isOurs);
  return ours.reduce((sum, pid) => sum + readWaited(pid), 0) / NANOS_PER_MILLI;
}

/** Each with its parent. */
function listProcesses(): [pid: number, parent: number][] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => {
      const stat = readProc(`${name}/stat`);
      return [Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0)];
    });
}

const readWaited = (pid: number): number => Number(readProc(`${pid}/schedstat`).split(' ')[1] ?? 0);

/** Empty where the process has just ended, or the system does not tell. */
function readProc(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'utf8');
  } catch {
    return '';
  }
}
