/**
 * `perpetua start`: opens the venue, says where it is, and runs until it is told to stop. What the
 * operator can mend is one line and exit code 1; what was typed wrong is exit code 2.
 */
import { FolderLocked } from '../journal/journal-error.ts';
import { formatSettingsHelp } from './settings/format-settings.ts';
import { readProcessSettings } from './settings/process-settings.ts';
import type { Settings } from './settings/settings.ts';
import { announce } from './start/announce.ts';
import { type OpenVenue, runVenue } from './start/run-venue.ts';

const HELP_WORDS: ReadonlySet<string> = new Set(['help', '--help', '-h']);
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export async function start(args: string[]): Promise<number> {
  if (args.some((word) => HELP_WORDS.has(word))) {
    say('Usage: perpetua start [settings]', '', formatSettingsHelp());
    return 0;
  }
  const outcome = readProcessSettings(args);
  if ('faults' in outcome) {
    for (const fault of outcome.faults) complain(fault);
    complain('run "perpetua start --help" for every setting');
    return 2;
  }
  const { settings } = outcome;
  const stopping = waitForSignal();
  let open: OpenVenue;
  try {
    open = await runVenue(settings);
  } catch (error) {
    complain(explain(error, settings));
    return 1;
  }
  say(...announce(open));
  const signal = await stopping;
  say('', `Stopping (${signal}) …`);
  return close(open);
}

/** A second signal while the first is being obeyed ends the process at once, the hard way. */
async function close(open: OpenVenue): Promise<number> {
  for (const signal of STOP_SIGNALS) process.once(signal, () => process.exit(130));
  const { status, haltedBecause } = open.venue.health();
  try {
    await open.close();
  } catch (error) {
    complain(`did not stop cleanly: ${wordsOf(error)}`);
    return 1;
  }
  if (status === 'halted') {
    complain(`trading had stopped: ${haltedBecause}`);
    return 1;
  }
  say(`Stopped after entry ${open.venue.state.seq}.`);
  return 0;
}

const waitForSignal = (): Promise<string> =>
  new Promise((resolve) => {
    const stop = (signal: string): void => {
      for (const other of STOP_SIGNALS) process.removeListener(other, stop);
      resolve(signal);
    };
    for (const signal of STOP_SIGNALS) process.on(signal, stop);
    // Nobody could stop a venue whose launcher was killed, and it would keep the data folder.
    process.once('disconnect', () => stop('its launcher is gone'));
  });

/** What went wrong, and what to do about it where that can be known. */
function explain(error: unknown, settings: Settings): string {
  if (error instanceof FolderLocked) return error.message;
  const { code, port, path } = detailsOf(error);
  if (code === 'EADDRINUSE') {
    const flag = port === settings.adminPort ? '--admin-port' : '--port';
    return `port ${port} is in use; stop what listens there or choose another with ${flag}`;
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `${settings.host} is not an address of this machine; see --host and --admin-host`;
  if (code === 'EACCES' && path === undefined)
    return `port ${port} needs privileges this process lacks; choose one above 1023`;
  if (code === 'EACCES' || code === 'EROFS')
    return `${path ?? settings.data} may not be written; choose another folder with --data`;
  return wordsOf(error);
}

interface ErrorDetails {
  readonly code?: unknown;
  readonly port?: unknown;
  readonly path?: unknown;
}

const detailsOf = (error: unknown): ErrorDetails =>
  typeof error === 'object' && error !== null ? error : {};

const wordsOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

const say = (...lines: string[]): void => {
  process.stdout.write(`${lines.join('\n')}\n`);
};

const complain = (line: string): void => {
  process.stderr.write(`perpetua: ${line}\n`);
};
