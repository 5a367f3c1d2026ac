/** What a competition verb receives, and how its flags become the fields of a request. */

import type { AskAdmin } from '../../gateway/admin/admin-client.ts';
import type { Flags } from '../../terminal/flags.ts';
import type { Progress } from '../../terminal/progress.ts';
import type { NamedVerb, VerbResult } from '../operate/run-verbs.ts';

export interface VerbParts {
  readonly ask: AskAdmin;
  readonly flags: Flags;
  /** Venue time. */
  readonly now: () => Promise<number>;
  /** A further verb, as a command line that can be copied. */
  readonly command: (words: string) => string;
  readonly progress: Progress;
  /** Where teams reach the venue. */
  readonly baseUrl: string;
}

export interface CompetitionVerb extends NamedVerb {
  readonly run: (parts: VerbParts) => Promise<VerbResult>;
}

/** Turns flags into the fields of a request, or says which one is missing. */
export function joined(
  { values }: Flags,
  required: readonly string[],
  optional: readonly string[] = [],
): Record<string, string> | string {
  const sent: Record<string, string> = {};
  for (const name of [...required, ...optional]) {
    const value = values.get(name);
    if (value !== undefined) sent[name] = value;
    else if (required.includes(name)) return `needs --${name}`;
  }
  return sent;
}
