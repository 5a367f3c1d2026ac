/** Where the log of a cluster is, from the words of a verb or from the settings of its replicas. */

import { hideSecrets } from '../../assembly/setting.ts';
import { ALL_SETTINGS } from '../../assembly/settings.ts';
import { reasonOf } from '../../domain/reason-of.ts';
import type { Flags } from '../../terminal/flags.ts';

export interface LogPlace {
  /** The servers, separated by commas. */
  readonly log: string;
  readonly venue: string;
}

/** Passwords are not shown. */
export const tellSilent = ({ log }: LogPlace, error: unknown): string =>
  `no server of ${hideSecrets(log)} answers: ${reasonOf(error)}`;

/** Answers with what is wrong, if something is missing or no such thing. */
export const findLogPlace = (flags: Flags): LogPlace | string => {
  const found = findPlaces(flags, ['log', 'venue']);
  return typeof found === 'string' ? found : { log: found('log'), venue: found('venue') };
};

type PlaceName = 'log' | 'records' | 'venue';

/** The same of more places: answers with a function that knows each. */
export function findPlaces<Name extends PlaceName>(
  { values }: Flags,
  names: readonly Name[],
): ((name: Name) => string) | string {
  const given = new Map<Name, string>();
  for (const name of names) {
    const text = values.get(name) ?? process.env[`PERPETUA_${name.toUpperCase()}`];
    if (text === undefined) return `--${name} is missing: ${ALL_SETTINGS[name].allowed}`;
    given.set(name, text);
  }
  for (const [name, text] of given) {
    const setting = ALL_SETTINGS[name];
    const parsed = setting.parse(text);
    const is = setting.isSecret ? 'cannot be read' : `is ${text}`;
    if (parsed === undefined || parsed === setting.fallback)
      return `--${name} ${is}; it must be ${setting.allowed}`;
  }
  return (name) => given.get(name) ?? '';
}
