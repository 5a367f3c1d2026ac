/** One row of the table of faults: what is done to a venue, and what it promises then. */

export interface Row {
  /** What is done. */
  readonly fault: string;
  /** Whether the venue starts or goes on, and with which code it ends otherwise. */
  readonly outcome: string;
  /** Its first line about it, with what differs from venue to venue left out. */
  readonly says: string;
  readonly kept: string;
}

/** Leaves out what no two venues have in common: folders, ids, moments, processes, numbers. */
export const steady = (text: string, dataFolder: string): string =>
  text
    .replaceAll(dataFolder, 'data')
    .replace(/\b[0-9a-f]{16}\b(?!\.(?:segment|snapshot))/g, 'ID')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replace(/process \d+ on \S+,/g, 'process N on HOST,')
    .replace(/(?<=[Ee]ntries up to )\d+|\d{2,}/g, 'N');

const { FAULTS_STOP_SECONDS, CI } = process.env;
/** How long a venue is stopped with SIGSTOP: a minute where somebody asks for it. */
export const STOP_SECONDS = Number(FAULTS_STOP_SECONDS ?? 3);

/** A machine that should be able to must not leave it out unseen. */
export function tellSkipped(what: string, isExpected: boolean): void {
  const line = `test/faults: ${what}; its rows are left as they are written`;
  if (CI === 'true' && isExpected) throw new Error(line);
  process.stderr.write(`${line}\n`);
}
