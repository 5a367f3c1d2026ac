/** What the system knows of other processes. */

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** The kernel counts in hundredths of a second, over all threads of the process. */
const MICROS_PER_TICK = 10_000;

/** Processor time so far, of a process or of all; NaN if the system does not tell. */
export function cpuMicros(pid: number | 'all'): number {
  try {
    if (pid === 'all') return machineTicks() * MICROS_PER_TICK;
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name may hold anything, so fields are counted from its end.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * MICROS_PER_TICK;
  } catch {
    return Number.NaN;
  }
}

/** All that was not idle or waiting for a disk: ours, the kernel's, and what the host took. */
function machineTicks(): number {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  const [user = 0, nice = 0, system = 0, , , irq = 0, soft = 0, steal = 0] = line
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return user + nice + system + irq + soft + steal;
}

export interface ThreadTimes {
  readonly ranMillis: number;
  /** Ready, and without a core. */
  readonly waitedMillis: number;
}

const NANOS_PER_MILLI = 1e6;

/** Of each thread, by its name and number. */
export function readThreads(pid: number): Map<string, ThreadTimes> {
  const threads = new Map<string, ThreadTimes>();
  const folder = `/proc/${pid}/task`;
  for (const thread of readdirSync(folder)) {
    try {
      const name = readFileSync(`${folder}/${thread}/comm`, 'utf8').trim();
      const [ran = 0, waited = 0] = readFileSync(`${folder}/${thread}/schedstat`, 'utf8')
        .split(' ')
        .map((nanos) => Number(nanos) / NANOS_PER_MILLI);
      threads.set(`${name} ${thread}`, { ranMillis: ran, waitedMillis: waited });
    } catch {
      // It ended while it was looked at.
    }
  }
  return threads;
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
