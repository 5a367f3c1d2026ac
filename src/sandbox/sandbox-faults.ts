/** Faults of the interface in the hands of a test. They go by the machine's clock. */

import type { OpenVenue } from '../assembly/open-files.ts';
import { shown } from '../assembly/setting.ts';
import type { Credentials } from '../gateway/data-files.ts';
import type { FaultView, RunningFault } from '../gateway/faults/faults.ts';
import { FaultRefusal } from '../gateway/faults/read-fault.ts';
import type { FaultKind } from '../wire/fault-names.ts';
import { accountAt } from './sandbox-accounts.ts';
import { badArgument, type Guard, SandboxError } from './sandbox-error.ts';
import { type Duration, expectDuration } from './sandbox-time.ts';

/** What is to fail, for whom and how long. Each kind takes only the settings that it needs. */
export interface FaultOptions {
  readonly kind: FaultKind;
  /** An account by its place, or everyone: also those who call without a key. */
  readonly account: number | 'everyone';
  /** On the machine's clock, whatever venue time does; a minute if it is left out. */
  readonly for?: Duration;
  /** It ends sooner if it was met so often. */
  readonly calls?: number;
  /** How late calls or frames are, or how long a new socket lives. */
  readonly delay?: Duration;
  /** Up to so much more, by chance. */
  readonly jitter?: Duration;
  /** The HTTP status of `server-error`: 500, 502, 503 or 504. */
  readonly status?: number;
  /** The seconds in the Retry-After of `rate-limit`. */
  readonly retryAfter?: number;
  /** How much of an order `partial-fills` lets fill at once, as a fraction. */
  readonly part?: number;
}

/** A fault that is on, or as it was when it ended. */
export interface FaultState extends Omit<FaultView, 'account'> {
  /** A place, or everyone; null for an account that is not among `accounts`. */
  readonly account: number | 'everyone' | null;
}

export interface FaultActs {
  /** The fault is on when this resolves. */
  readonly begin: (options: FaultOptions) => Promise<FaultState>;
  readonly list: () => readonly FaultState[];
  /** Ends one by its id, or all, and tells what ended. */
  readonly end: (id: number | 'all') => Promise<readonly FaultState[]>;
  /** Throws with the faults that were begun and that nothing has met, also of those that ended. */
  readonly expectMet: () => void;
}

export function createFaultActs(
  { doors: { faults } }: OpenVenue,
  accounts: readonly Credentials[],
  { guard, expectOpen }: Guard,
): FaultActs {
  const placeOf = (account: FaultView['account']): FaultState['account'] => {
    const place = accounts.findIndex(({ accountId }) => accountId === account);
    return account === 'everyone' ? account : place < 0 ? null : place;
  };
  const begun: RunningFault[] = [];
  faults.follow({ begun: (fault) => void begun.push(fault), ended: () => undefined });
  const show = ({ account, ...view }: FaultView): FaultState => ({
    ...view,
    account: placeOf(account),
  });
  return {
    begin: guard(async (options) => {
      if (typeof options !== 'object' || options === null)
        throw badArgument(
          `faults.begin: it takes an object such as { kind: 'delay', account: 0 }, ` +
            `not ${shown(options)}`,
        );
      const { account, for: lasts, delay, jitter, retryAfter, ...others } = options;
      const wanted = {
        ...others,
        account:
          account === 'everyone' ? account : accountAt(accounts, 'faults.begin', account).accountId,
        forMillis: spanOf('for', lasts),
        delayMillis: spanOf('delay', delay),
        jitterMillis: spanOf('jitter', jitter),
        retryAfterSeconds: retryAfter,
      };
      return show(await faults.begin(wanted).catch(refuse));
    }),
    list: () => {
      expectOpen();
      return faults.list().map(show);
    },
    expectMet: () => {
      expectOpen();
      const unmet = begun
        .filter(({ hits }) => hits === 0)
        .map(({ kind, account }) => `${kind} of account ${placeOf(account)}`);
      if (unmet.length > 0) throw new SandboxError('unmet', `nothing met ${unmet.join(', nor ')}`);
    },
    end: guard(async (id) => (await faults.end(id).catch(refuse)).map(show)),
  };
}

const spanOf = (name: string, given: Duration | undefined): number | undefined =>
  given === undefined ? undefined : expectDuration(`faults.begin ${name}`, given);

function refuse(error: unknown): never {
  if (!(error instanceof FaultRefusal)) throw error;
  throw new SandboxError(error.code === 'not-here' ? 'refused' : 'bad-argument', error.message);
}
