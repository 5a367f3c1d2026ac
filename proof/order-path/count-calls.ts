/**
 * Loaded into each process of a venue before its own code: lets V8 count the calls of each function
 * of our sources and, when the process gets SIGUSR2, writes the counts since the last time into a
 * file of the folder that the environment names. Only the main thread is counted: the others take
 * no part in answering an order.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';

/** Of one function. */
export interface CalledFunction {
  /** From the root of the package. */
  readonly file: string;
  readonly name: string;
  /** Where it begins in its file; two functions without a name differ in it. */
  readonly offset: number;
  readonly count: number;
}

/** Not a setting of the venue, so it reaches the processes that the venue starts. */
export const FOLDER_VARIABLE = 'COUNTED_CALLS_FOLDER';
const ROOT = new URL('../../', import.meta.url).href;
const SOURCES = new URL('../../src/', import.meta.url).href;
const folder = process.env[FOLDER_VARIABLE];

export const countsFile = (place: string, pid: number): string => join(place, `${pid}.json`);

if (isMainThread && folder !== undefined) {
  const session = new Session();
  session.connect();
  const ready = begin(session);
  process.on('SIGUSR2', async () => {
    await ready;
    const path = countsFile(folder, process.pid);
    writeFileSync(`${path}.draft`, JSON.stringify(await takeCalls(session)));
    renameSync(`${path}.draft`, path);
  });
}

async function begin(session: Session): Promise<void> {
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
}

async function takeCalls(session: Session): Promise<CalledFunction[]> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return result
    .filter(({ url }) => url.startsWith(SOURCES))
    .flatMap(({ url, functions }) =>
      functions
        .filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0)
        .map(({ functionName, ranges }) => ({
          file: fileURLToPath(url).slice(fileURLToPath(ROOT).length).replaceAll('\\', '/'),
          name: functionName,
          offset: ranges[0]?.startOffset ?? 0,
          count: ranges[0]?.count ?? 0,
        })),
    );
}
