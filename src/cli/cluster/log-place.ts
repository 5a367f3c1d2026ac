/** Where the log of a cluster is, from the words of a verb or from the settings of its replicas. */
import { reasonOf } from '../../domain/reason-of.ts';
import { hideSecrets } from '../../sandbox/setting.ts';
import { ALL_SETTINGS } from '../../sandbox/settings.ts';
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
export function findLogPlace({ values }: Flags): LogPlace | string {
  const { PERPETUA_LOG, PERPETUA_VENUE } = process.env;
  const given = {
    log: values.get('log') ?? PERPETUA_LOG,
    venue: values.get('venue') ?? PERPETUA_VENUE,
  };
  const { log, venue } = given;
  if (log === undefined || venue === undefined) {
    const name = log === undefined ? 'log' : 'venue';
    return `--${name} is missing: ${ALL_SETTINGS[name].allowed}`;
  }
  for (const name of ['log', 'venue'] as const) {
    const setting = ALL_SETTINGS[name];
    const parsed = setting.parse(given[name]);
    const is = setting.isSecret ? 'cannot be read' : `is ${given[name]}`;
    if (parsed === undefined || parsed === setting.fallback)
      return `--${name} ${is}; it must be ${setting.allowed}`;
  }
  return { log, venue };
}
