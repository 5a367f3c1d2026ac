/**
 * Explains in one line why a start failed: which file, port or address, and what to do about it.
 */

import { flagOf } from '../../assembly/setting.ts';
import { portsOf, type Settings } from '../../assembly/settings.ts';
import { StepFailed } from '../../assembly/step-failed.ts';
import { reasonOf } from '../../domain/reason-of.ts';
import { systemCodeOf } from '../../facts/disk-fault.ts';

export function explainFailure(error: unknown, settings: Settings): string {
  const details = detailsOf(error);
  return (
    explainDoor(details, settings) ??
    explainNamed(details, settings) ??
    explainFile(details, details.path ?? settings.data) ??
    wordsWithFile(details)
  );
}

function explainDoor({ code, port, address }: Details, settings: Settings): string | undefined {
  switch (code) {
    case 'EADDRINUSE': {
      const [root] = [...portsOf(settings)].find(([, each]) => each === port) ?? [];
      const usual = port === settings.adminPort ? 'adminPort' : 'port';
      const flag = flagOf(root === undefined ? usual : `${root}Port`);
      return `port ${port} is in use; stop what listens there or choose another with ${flag}`;
    }
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return (
        `${address ?? settings.host} is not an address of this machine; ` +
        'see --host and --admin-host'
      );
    case 'EACCES':
      if (port === undefined) return undefined;
      return `port ${port} needs privileges this process lacks; choose one above 1023`;
    default:
      return undefined;
  }
}

/** Settings that name a file or a folder to read; other files are in the data folder. */
const NAMED = ['tlsCert', 'tlsKey', 'contracts', 'keyFile', 'feedFolder'] as const;

function explainNamed({ code, path }: Details, settings: Settings): string | undefined {
  const name = NAMED.find((each) => settings[each] === path);
  if (name === undefined) return undefined;
  const flag = flagOf(name);
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return `${path}: there is no such file; ${flag} names it`;
    case 'EISDIR':
      return `${path} is a folder; ${flag} takes a file`;
    case 'EACCES':
    case 'EPERM':
      return `${path} may not be read; give this user the right to, or name another with ${flag}`;
    default:
      return undefined;
  }
}

function explainFile({ code, words }: Details, file: string): string | undefined {
  switch (code) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return (
        `${file} may not be read and written; give its owner the right to, ` +
        'or choose another folder with --data'
      );
    case 'ENOSPC':
    case 'EDQUOT':
      return `no room is left on the disk for ${file}; make some, then start again`;
    case 'EIO':
      return (
        `the disk did not read or write ${file} (${words}); check the disk, ` +
        'and put the folder back from a copy if it is broken'
      );
    case 'EMFILE':
    case 'ENFILE':
      return `too many files are open to open ${file}; allow more (ulimit -n), then start again`;
    case 'EISDIR':
      return `${file} is a folder where a file should be; move it away, then start again`;
    case 'EEXIST':
    case 'ENOTDIR':
      return `${file} is not a folder; move it away, or choose another folder with --data`;
    case 'ENOENT':
      return (
        `${file} cannot be made or opened: its folder is not there or takes none; ` +
        'choose another folder with --data'
      );
    case 'ERR_SQLITE_ERROR':
      return `${file} cannot be used (${words}); put it back from a copy`;
    default:
      return undefined;
  }
}

/** Adds the file to a message that does not name it. */
const wordsWithFile = ({ words, path }: Details): string =>
  path === undefined || words.includes(path) ? words : `${path}: ${words}`;

interface Details {
  readonly words: string;
  readonly code: string | undefined;
  readonly port: number | undefined;
  readonly address: string | undefined;
  readonly path: string | undefined;
}

/** The words of the operating system; an error with its own message keeps it. */
function detailsOf(error: unknown): Details {
  const inner = error instanceof StepFailed ? error.cause : error;
  const { textOf, port } = fieldsOfError(inner);
  return {
    words: reasonOf(inner),
    code: systemCodeOf(inner),
    port,
    address: textOf('address') ?? textOf('hostname'),
    path: textOf('path') ?? (error instanceof StepFailed ? (error.path ?? undefined) : undefined),
  };
}

/** What Node and others put beside the message of an error. */
export function fieldsOfError(error: unknown) {
  const fields = new Map<string, unknown>(
    typeof error === 'object' && error !== null ? Object.entries(error) : [],
  );
  const textOf = (name: string): string | undefined => {
    const value = fields.get(name);
    return typeof value === 'string' ? value : undefined;
  };
  const port = fields.get('port');
  return { textOf, port: typeof port === 'number' ? port : undefined };
}
