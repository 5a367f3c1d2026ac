/** Reads how much memory and processor time a process uses. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Seconds of processor time so far; NaN if the system does not tell. */
export function readProcessorSeconds(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[USER_TICKS_AT]) + Number(fields[USER_TICKS_AT + 1])) / TICKS_PER_SECOND;
  } catch {
    return Number.NaN;
  }
}

/** The fields after the name of the program, as Linux lists them. */
const USER_TICKS_AT = 11;
const TICKS_PER_SECOND = 100;

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
