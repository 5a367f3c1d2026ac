/**
 * Loaded into a venue before its own code. At each message of its parent it answers with the
 * functions of this package that have run since the last one. Only the main thread is counted: the
 * others take no part in answering an order.
 */
import { Session } from 'node:inspector/promises';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';

export interface CalledFunction {
  /** From the root of the package. */
  readonly file: string;
  readonly name: string;
  /** Where it begins in its file; two functions without a name differ in it. */
  readonly offset: number;
  readonly count: number;
}

const ROOT = new URL('../../', import.meta.url).href;
const SOURCES = new URL('../../src/', import.meta.url).href;

if (isMainThread && process.send !== undefined) {
  const session = new Session();
  session.connect();
  const ready = begin(session);
  process.on('message', async () => {
    await ready;
    process.send?.(await takeCalls(session));
  });
  // A venue that was told to stop does not wait for its parent.
  process.channel?.unref();
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
