/** Why a start failed, in one line: which file, port or address, and what to do about it. */
import type { Settings } from '../settings/settings.ts';

/** A failure of the step that needs this file, or what lies in this folder. */
class StepFailed extends Error {
  override readonly name = 'StepFailed';
  readonly path: string;

  constructor(path: string, cause: unknown) {
    super(wordsOf(cause), { cause });
    this.path = path;
  }
}

/** What goes wrong in there is known to be about that path. */
export async function naming<Opened>(
  path: string,
  open: () => Promise<Opened> | Opened,
): Promise<Opened> {
  try {
    return await open();
  } catch (error) {
    throw new StepFailed(path, error);
  }
}

export function explainFailure(error: unknown, settings: Settings): string {
  const details = detailsOf(error);
  return (
    explainDoor(details, settings) ??
    explainFile(details, details.path ?? settings.data) ??
    wordsWithFile(error)
  );
}

function explainDoor({ code, port, address }: Details, settings: Settings): string | undefined {
  const isAdmin = port !== undefined && port === settings.adminPort;
  switch (code) {
    case 'EADDRINUSE': {
      const flag = isAdmin ? '--admin-port' : '--port';
      return `port ${port} is in use; stop what listens there or choose another with ${flag}`;
    }
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${address ?? settings.host} is not an address of this machine; see --host and --admin-host`;
    case 'EACCES':
      if (port === undefined) return undefined;
      return `port ${port} needs privileges this process lacks; choose one above 1023`;
    default:
      return undefined;
  }
}

function explainFile({ code, words }: Details, file: string): string | undefined {
  switch (code) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `${file} may not be read and written; give its owner the right to, or choose another folder with --data`;
    case 'ENOSPC':
    case 'EDQUOT':
      return `no room is left on the disk of ${file}; make some, then start again`;
    case 'EIO':
      return `the disk did not read or write ${file} (${words}); check the disk, and put the folder back from a copy if it is broken`;
    case 'EMFILE':
    case 'ENFILE':
      return `too many files are open to open ${file}; allow more (ulimit -n), then start again`;
    case 'EEXIST':
    case 'ENOTDIR':
      return `${file} is not a folder; move it away, or choose another folder with --data`;
    default:
      return undefined;
  }
}

/** A message that does not say which file it is about gets it said. */
function wordsWithFile(error: unknown): string {
  const { words, path } = detailsOf(error);
  return path === undefined || words.includes(path) ? words : `${path}: ${words}`;
}

interface Details {
  readonly words: string;
  readonly code: string | undefined;
  readonly port: number | undefined;
  readonly address: string | undefined;
  readonly path: string | undefined;
}

/** Of an error and of what it was caused by; the innermost knows the file best. */
function detailsOf(error: unknown): Details {
  const chain = [error];
  for (let at = error; at instanceof Error && at.cause !== undefined; at = at.cause)
    chain.push(at.cause);
  const find = (names: readonly string[]): unknown =>
    chain
      .toReversed()
      .flatMap((one) => names.map((name) => fieldOf(one, name)))
      .find((value) => value !== undefined);
  const textOf = (value: unknown): string | undefined =>
    typeof value === 'string' ? value : undefined;
  const port = find(['port']);
  return {
    words: wordsOf(error),
    code: textOf(find(['code'])),
    port: typeof port === 'number' ? port : undefined,
    address: textOf(find(['address', 'hostname'])),
    path: textOf(find(['path'])),
  };
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && name in value
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;

export const wordsOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
