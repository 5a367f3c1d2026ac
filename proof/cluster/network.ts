/**
 * Machines of their own on this one, for proofs: network namespaces on one bridge. Each has an
 * address, and what one of them sends another can be lost, in one direction or in both. Whoever is
 * cut off notices only that nothing comes.
 */
import { execFileSync } from 'node:child_process';

/** Where programs run. */
export interface Machines {
  readonly addressOf: (name: string) => string;
  /** The words that run these there. */
  readonly commandOn: (name: string, words: readonly string[]) => readonly string[];
}

/** This machine alone. */
export const HERE: Machines = { addressOf: () => '127.0.0.1', commandOn: (_, words) => words };

export interface Network extends Machines {
  /** Where whatever runs outside of them is reached. */
  readonly ownAddress: string;
  /** What the first sends the second is lost from now on. */
  readonly cut: (from: string, to: string) => void;
  /** Nothing is lost any more. */
  readonly heal: () => void;
  readonly close: () => void;
}

/** Nobody has it. */
const NOWHERE = '02:00:00:00:00:99';
/** Of this process, which has a place at the bridge too. */
const OWN_HOST = 254;

/** Undefined where this process may not make namespaces. */
export function openNetwork(names: readonly string[]): Network | undefined {
  const mark = (process.pid % 62_500).toString(36);
  const bridge = `pp-${mark}`;
  const subnet = `10.${100 + Math.floor((process.pid % 62_500) / 250)}.${process.pid % 250}`;
  const spaceOf = (name: string): string => `pp-${mark}-${name}`;
  const addressOf = (name: string): string => `${subnet}.${names.indexOf(name) + 1}`;
  const inside = (name: string, ...words: string[]): void =>
    ip('netns', 'exec', spaceOf(name), 'ip', ...words);
  const lost = new Set<string>();
  const close = (): void => {
    for (const name of names) attempt(() => ip('netns', 'del', spaceOf(name)));
    attempt(() => ip('link', 'del', bridge));
  };
  try {
    ip('link', 'add', bridge, 'type', 'bridge');
    ip('address', 'add', `${subnet}.${OWN_HOST}/24`, 'dev', bridge);
    ip('link', 'set', bridge, 'up');
    for (const [place, name] of names.entries()) {
      const port = `${bridge}-${place}`;
      ip('netns', 'add', spaceOf(name));
      ip('link', 'add', port, 'type', 'veth', 'peer', 'name', 'near', 'netns', spaceOf(name));
      ip('link', 'set', port, 'master', bridge, 'up');
      inside(name, 'address', 'add', `${addressOf(name)}/24`, 'dev', 'near');
      inside(name, 'link', 'set', 'near', 'up');
      inside(name, 'link', 'set', 'lo', 'up');
    }
  } catch {
    close();
    return undefined;
  }
  return {
    addressOf,
    ownAddress: `${subnet}.${OWN_HOST}`,
    commandOn: (name, words) => ['ip', 'netns', 'exec', spaceOf(name), ...words],
    cut: (from, to) => {
      lost.add(`${from} ${to}`);
      const wrong = ['lladdr', NOWHERE, 'dev', 'near', 'nud', 'permanent'];
      inside(from, 'neigh', 'replace', addressOf(to), ...wrong);
    },
    heal: () => {
      for (const pair of lost) {
        const [from = '', to = ''] = pair.split(' ');
        inside(from, 'neigh', 'del', addressOf(to), 'dev', 'near');
      }
      lost.clear();
    },
    close,
  };
}

function ip(...words: readonly string[]): void {
  execFileSync('ip', words, { stdio: 'pipe' });
}

function attempt(run: () => void): void {
  try {
    run();
  } catch {
    // It was not made.
  }
}
