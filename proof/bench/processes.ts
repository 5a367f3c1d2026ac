/** What the system knows of other processes. */

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The kernel counts in hundredths of a second, over all threads of the process. */
const MICROS_PER_TICK = 10_000;

/** Processor time so far; NaN if the system does not tell. */
export function cpuMicros(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name may hold anything, so fields are counted from its end.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * MICROS_PER_TICK;
  } catch {
    return Number.NaN;
  }
}

export const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter((text) => text !== '')
    .map(Number);

const EVERY_MILLIS = 250;

/** The most memory that a process had while it was watched. */
export function watchResident(pid: number): () => number {
  let most = readResident(pid);
  const timer = setInterval(() => {
    most = Math.max(most, readResident(pid));
  }, EVERY_MILLIS);
  return () => {
    clearInterval(timer);
    return Math.max(most, readResident(pid));
  };
}

/** In bytes. If the system has no such file, `ps` is asked. */
function readResident(pid: number): number {
  try {
    const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kib) * 1_024;
  } catch {
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString()) * 1_024;
  }
}
