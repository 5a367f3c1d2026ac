/**
 * A Python program that somebody else wrote, in bubblewrap: no network, nothing of this machine but
 * its programs, and those read-only, a small folder in memory, and limits. It is not run again by
 * those who check a result, because Python need not do the same twice: its answers are recorded.
 */
import { spawnSync } from 'node:child_process';

const MEMORY_BYTES = 1_073_741_824;
const FILE_BYTES = 16_777_216;
const PROCESSES_MAX = 16;
const NOBODY = 65_534;
/** The descriptor on which a box is given the text of its program. */
export const PROGRAM_DESCRIPTOR = 3;

/** The first process in a box is bubblewrap, and shows what it was started with. */
const BARE: readonly string[] = ['env', '-i', 'PATH=/usr/local/bin:/usr/bin:/bin'];

/** Nothing bounds the processes of root, so a box that root starts is nobody's. */
const PREFIX: readonly string[] =
  process.getuid?.() === 0
    ? [...BARE, 'setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', 'bwrap']
    : [...BARE, 'bwrap'];

const WALLS: readonly string[] = [
  '--unshare-all',
  '--die-with-parent',
  '--new-session',
  '--clearenv',
  ...['--setenv', 'PATH', '/usr/bin'],
  ...['--setenv', 'PYTHONHASHSEED', '0'],
  ...['--setenv', 'PYTHONDONTWRITEBYTECODE', '1'],
  // Libraries for numbers would take a thread for each core.
  ...['--setenv', 'OMP_NUM_THREADS', '1'],
  ...['--setenv', 'OPENBLAS_NUM_THREADS', '1'],
  ...['--ro-bind', '/usr', '/usr'],
  ...['--symlink', 'usr/lib', '/lib'],
  ...['--symlink', 'usr/lib64', '/lib64'],
  ...['--symlink', 'usr/bin', '/bin'],
  ...['--proc', '/proc'],
  ...['--dev', '/dev'],
  ...['--size', String(FILE_BYTES), '--tmpfs', '/tmp'],
  ...['--chdir', '/tmp'],
];

/** It gives way to everybody else. */
const LIMITED: readonly string[] = [
  ...['/usr/bin/prlimit', `--as=${MEMORY_BYTES}`, `--fsize=${FILE_BYTES}`],
  `--nproc=${PROCESSES_MAX}`,
  ...['/usr/bin/nice', '-n', '10', 'python3', '-u'],
];

/** Why no Python program can run here; undefined where one can. */
export function findBoxFault(): string | undefined {
  const [first = '', ...others] = [...PREFIX, ...WALLS, ...LIMITED, '-c', ''];
  const { error, status, stderr } = spawnSync(first, others);
  if (error === undefined && status === 0) return undefined;
  const [said = ''] = String(stderr ?? '')
    .trim()
    .split('\n');
  return `bubblewrap (bwrap), prlimit and python3 are needed, and are missing or closed: ${said}`;
}

/** The words that run, in its box, the program that they are given on the descriptor. */
export const BOXED_COMMAND: readonly string[] = [
  ...PREFIX,
  ...WALLS,
  ...['--ro-bind-data', String(PROGRAM_DESCRIPTOR), '/bot.py'],
  ...LIMITED,
  '/bot.py',
];
