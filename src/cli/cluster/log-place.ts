/** Where the log of a cluster is, from the words of a verb or from the settings of its replicas. */

import { KEK_VARIABLE } from '../../assembly/cluster/provide-kek.ts';
import { hideSecrets } from '../../assembly/setting.ts';
import { ALL_SETTINGS } from '../../assembly/settings.ts';
import { reasonOf } from '../../domain/reason-of.ts';
import {
  findKeyEncryptionKey,
  type KeyEncryptionKey,
  parseKeyEncryptionKey,
} from '../../gateway/keys/key-encryption-key.ts';
import { KeyFault } from '../../gateway/keys/key-record.ts';
import { Misunderstood } from '../../terminal/command.ts';
import type { Flags } from '../../terminal/flags.ts';

export interface LogPlace {
  /** The servers, separated by commas. */
  readonly log: string;
  readonly venue: string;
}

/** Passwords are not shown. */
export const tellSilent = ({ log }: LogPlace, error: unknown): string =>
  `no server of ${hideSecrets(log)} answers: ${reasonOf(error)}`;

/** Refuses what is missing or no such thing. */
export const findLogPlace = (flags: Flags): LogPlace => {
  const found = findPlaces(flags, ['log', 'venue']);
  return { log: found('log'), venue: found('venue') };
};

type PlaceName = 'log' | 'records' | 'venue';

/** The same of more places: answers with a function that knows each. */
export function findPlaces<Name extends PlaceName>(
  { values }: Flags,
  names: readonly Name[],
): (name: Name) => string {
  const given = new Map<Name, string>();
  for (const name of names) {
    const text = values.get(name) ?? process.env[`PERPETUA_${name.toUpperCase()}`];
    if (text === undefined)
      throw new Misunderstood(`--${name} is missing: ${ALL_SETTINGS[name].allowed}`);
    given.set(name, text);
  }
  for (const [name, text] of given) {
    const setting = ALL_SETTINGS[name];
    const parsed = setting.parse(text);
    const is = setting.isSecret ? 'cannot be read' : `is ${text}`;
    if (parsed === undefined || parsed === setting.fallback)
      throw new Misunderstood(`--${name} ${is}; it must be ${setting.allowed}`);
  }
  return (name) => given.get(name) ?? '';
}

/** Replicas take only what carries a MAC under this key. */
export async function findKek(path: string): Promise<KeyEncryptionKey> {
  const { [KEK_VARIABLE]: given } = process.env;
  if (given !== undefined) return parseKeyEncryptionKey(given, KEK_VARIABLE);
  const found = await findKeyEncryptionKey(path);
  if (found !== undefined) return found;
  throw new KeyFault(
    `there is no key-encryption key at ${path}: name that of the replicas with --key-file, or ` +
      `put it into ${KEK_VARIABLE}`,
  );
}
