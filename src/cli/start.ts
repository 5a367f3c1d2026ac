/**
 * `perpetua start`: opens the venue, says where it is, and runs until it is told to stop. A failure
 * that the operator can fix is one line and exit code 1; a mistyped command is exit code 2. When it
 * is told to stop, or cannot start, every part of it ends within five seconds.
 */

import { once } from 'node:events';
import { flushCompileCache } from 'node:module';
import { assemble } from '../assembly/assemble.ts';
import { type Closings, createClosings } from '../assembly/closings.ts';
import type { Settings } from '../assembly/settings.ts';
import { reasonOf } from '../domain/reason-of.ts';
import { isHelp } from '../terminal/flags.ts';
import { readProcessSettings } from './settings/read-settings.ts';
import { formatSettingsHelp } from './settings/show-settings.ts';
import { announce, announceReplica } from './start/announce.ts';
import { explainFailure } from './start/explain-failure.ts';
import { awaitStop, bearLostOutput, markOutsideTasks } from './start/own-process.ts';

export async function start(args: string[]): Promise<number> {
  if (args.some(isHelp)) {
    say('Usage: perpetua start [settings]', '', formatSettingsHelp());
    return 0;
  }
  const outcome = readProcessSettings(args);
  if ('faults' in outcome) {
    for (const fault of outcome.faults) complain(fault);
    complain('run "npx perpetua start --help" for every setting');
    return 2;
  }
  bearLostOutput();
  markOutsideTasks();
  // Beside its gateways, a person who lists processes should know which one it is.
  if (outcome.settings.gateways > 0) process.title = 'perpetua owner';
  const stop = awaitStop();
  const closings = createClosings();
  const unfinished = (): string => closings.findCurrent() ?? 'the start';
  const deadline = createDeadline({ unfinished, complain });
  stop.addEventListener('abort', () => {
    deadline.begin();
    say('', `Stopping (${stop.reason}) …`);
  });
  const code = await run(outcome.settings, { stop, closings, deadline });
  deadline.finish();
  return code;
}

interface Course {
  readonly stop: AbortSignal;
  readonly closings: Closings;
  readonly deadline: Deadline;
}

async function run(settings: Settings, { stop, closings, deadline }: Course): Promise<number> {
  const { PERPETUA_KEK: kek } = process.env;
  const program = [process.execPath, process.argv[1] ?? ''];
  let open: Awaited<ReturnType<typeof assemble>>;
  try {
    open = await assemble(settings, closings, { stop, program, kek });
  } catch (error) {
    // A failure after the signal to stop does not matter: stopping is what was asked for.
    if (!stop.aborted)
      for (const line of explainFailure(error, settings).split('\n')) complain(line);
    deadline.begin();
    const isClosed = await close(closings);
    if (!stop.aborted) return 1;
    say('Stopped before it was open.');
    return isClosed ? 0 : 1;
  }
  if (!stop.aborted) {
    // The compile cache is saved now: saving it at the end would delay the stop.
    flushCompileCache();
    if ('name' in open) process.title = `perpetua replica ${open.name}`;
    say(...('name' in open ? announceReplica(open) : announce(open)));
    await once(stop, 'abort');
  }
  const { status, haltedBecause } = open.venue.health();
  if (!(await close(closings))) return 1;
  if (status === 'halted') {
    complain(`trading had stopped: ${haltedBecause}`);
    return 1;
  }
  say(`Stopped after entry ${open.venue.health().seq}.`);
  return 0;
}

async function close(closings: Closings): Promise<boolean> {
  try {
    await closings.closeAll();
    return true;
  } catch (error) {
    complain(`did not stop cleanly: ${reasonOf(error)}`);
    return false;
  }
}

const say = (...lines: string[]): void => {
  process.stdout.write(`${lines.join('\n')}\n`);
};

const complain = (line: string): void => {
  process.stderr.write(`perpetua: ${line}\n`);
};

/** Shorter than the launcher's own wait; both are shorter than the promised five seconds. */
const DEADLINE_MILLIS = 4_000;

/**
 * Makes sure that a stopping process ends. A part that hangs is named at the deadline and left
 * behind. Everything acknowledged is on disk by then, so nothing that a client was told is lost.
 */
export interface Deadline {
  /** Starts the deadline; only the first call counts. */
  readonly begin: () => void;
  /** Called when everything is closed, which is always after the beginning. */
  readonly finish: () => void;
}

export interface DeadlineParts {
  /** What has not finished yet, for people. */
  readonly unfinished: () => string;
  readonly complain: (line: string) => void;
}

export function createDeadline({ unfinished, complain }: DeadlineParts): Deadline {
  let timer: NodeJS.Timeout | undefined;
  const giveUp = (): void => {
    complain(`did not wait longer for ${unfinished()}; nothing that was acknowledged is lost`);
    process.exit(1);
  };
  const begin = (): void => {
    if (timer !== undefined) return;
    timer = setTimeout(giveUp, DEADLINE_MILLIS);
    // Hearing this, the launcher ends a process that cannot even run the line above. That it is
    // gone is no news from here on.
    process.removeAllListeners('disconnect');
    if (process.connected) process.disconnect();
  };
  return { begin, finish: () => clearTimeout(timer) };
}
