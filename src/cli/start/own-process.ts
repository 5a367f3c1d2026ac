/** How a command of ours starts another program of this package as a process of its own. */
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { ALL_SETTINGS } from '../../assembly/settings.ts';
import { type DataFiles, dataFilesOf } from '../../gateway/data-files.ts';

/** Where the launcher, too, keeps what Node made of the sources. */
export const COMPILED = fileURLToPath(new URL('../../../dist/compiled', import.meta.url));
/** As the launcher starts a venue, and a command with markets of its own. */
export const YOUNG_OBJECTS = '--max-semi-space-size=16';
export const YOUNG_AT_ONCE = '--min-semi-space-size=16';

/**
 * V8 looks for garbage beside the program, and in tasks on the program's own thread. These take up
 * to 180 ms out of 250, and orders wait. Allocations drive that work just as well. And it looks
 * with four threads at once, which leave the program half of a core where there are two: with one
 * of them the slowest order waited 254 ms instead of 488. It also looks as soon as the heap has
 * grown by a tenth or a third, every ten seconds at a thousand orders a second; every forty where
 * the heap may grow by 60 %, which takes no more memory at rest. Of young objects few live on:
 * four threads that were woken to look for them took 2 to 9 µs of an order's 60.
 */
export const markOutsideTasks = (): void => {
  setFlagsFromString('--no-incremental-marking-task');
  setFlagsFromString('--concurrent-marking-max-worker-num=1');
  setFlagsFromString('--heap-growing-percent=60');
  setFlagsFromString('--no-parallel-scavenge');
};

/** Settings in the environment of the person who runs this do not reach the program. */
export const ownEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => name !== 'PORT' && !name.startsWith('PERPETUA_'),
    ),
  );

const PLENTY = '1000000000';
const LIMITS = ['address-weight', 'account-weight', 'orders-per-second', 'cancels-per-second'];

/** Limits that nobody reaches. */
export const NO_LIMITS: readonly string[] = LIMITS.flatMap((name) => [`--${name}`, PLENTY]);

/** How a venue learns that it should stop, from the first moment of its start. */
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Aborted once, with the reason in words. One Ctrl-C may arrive several times: from the terminal,
 * from npm and from the launcher. So the process keeps listening to every signal, and those after
 * the first change nothing.
 */
export function awaitStop(): AbortSignal {
  const controller = new AbortController();
  for (const signal of STOP_SIGNALS) process.on(signal, () => controller.abort(signal));
  // Nobody could stop a venue whose launcher was killed, and it would hold the data folder.
  const gone = (): void => controller.abort('its launcher is gone');
  process.once('disconnect', gone);
  // It may have gone while the program was loaded, when nobody listened.
  if (process.connected === false) gone();
  // Listening for the launcher's end must not keep the process alive.
  process.channel?.unref();
  return controller.signal;
}

/** A closed terminal, or a program that stops reading our output, does not end a venue. */
export function bearLostOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

/** The files of the folder named by a flag or by the environment. */
export function filesOf(named: string | undefined): DataFiles {
  const { PERPETUA_DATA: inherited } = process.env;
  return dataFilesOf(named ?? inherited ?? ALL_SETTINGS.data.fallback);
}
