/**
 * What the package `perpetua` exports: the library for tests of bots. A sandbox is a whole venue
 * inside the process of the test, with real HTTP and sockets on a free port. Nothing of it outlives
 * the process, and it reads nothing of the user's that it is not told to: no data folder, no
 * environment. It installs no
 * handler of the process and says nothing on the console unless it is asked to.
 */

import { assembleHere } from '../assembly/assemble.ts';
import { createClosings } from '../assembly/closings.ts';
import { followedBy } from '../assembly/market-seed.ts';
import type { Fleeting, OpenVenue } from '../assembly/open-files.ts';
import { DRAWN, type Settings } from '../assembly/settings.ts';
import { assert } from '../domain/assert.ts';
import { reasonOf } from '../domain/reason-of.ts';
import type { Credentials } from '../gateway/data-files.ts';
import { drawSeed, type Seed, seedOfWord } from '../market/seed.ts';
import { copyFolder } from './copy-folder.ts';
import { type AccountActs, createAccountActs } from './sandbox-accounts.ts';
import { type CallActs, createCallActs } from './sandbox-calls.ts';
import { createGuard, expectTicks, SandboxError } from './sandbox-error.ts';
import { createFaultActs, type FaultActs } from './sandbox-faults.ts';
import { createMarketActs, type MarketActs } from './sandbox-market.ts';
import {
  type ForkOptions,
  readForkOptions,
  readOptions,
  type SandboxOptions,
} from './sandbox-options.ts';
import { createTimeActs, type TimeActs } from './sandbox-time.ts';

export type { FaultKind } from '../wire/fault-names.ts';
export type { AccountState, Fill, OpenOrder, PositionState } from './account-state.ts';
export type { SandboxCall } from './sandbox-calls.ts';
export { SandboxError, type SandboxErrorCode } from './sandbox-error.ts';
export type { FaultOptions, FaultState } from './sandbox-faults.ts';
export type { Gradual, Lasting, MarketPrices } from './sandbox-market.ts';
export type { ForkOptions, SandboxOptions } from './sandbox-options.ts';
export type { Duration } from './sandbox-time.ts';

/** The credentials of an account, as a bot needs them. */
export type SandboxAccount = Credentials;

/** There is always a first one. */
export type SandboxAccounts = readonly [SandboxAccount, ...SandboxAccount[]];

export interface Sandbox extends TimeActs, MarketActs, AccountActs, CallActs {
  /** Where the interface is, such as `http://127.0.0.1:40123`. */
  readonly url: string;
  /** The operator's interface: send the token as a bearer token. */
  readonly admin: { readonly url: string; readonly token: string };
  /** Those it began with, and those that `createAccount` added. */
  readonly accounts: SandboxAccounts;
  /** The coins whose contracts are listed. */
  readonly markets: readonly string[];
  /** Lets the interface fail callers, as real exchanges do. */
  readonly faults: FaultActs;
  /**
   * A second sandbox that goes on from here: the same accounts and keys, orders, positions and
   * prices, on a port of its own and without faults. With the same seed it has the same future, as
   * long as nobody acts; with another seed the same past and another future. This one does not
   * notice.
   */
  readonly fork: (options?: ForkOptions) => Promise<Sandbox>;
  /** Ends everything that it opened. A second call waits for the same end. */
  readonly close: () => Promise<void>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

export async function openSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { settings, contracts, hasHistory, data } = readOptions(options);
  await expectTicks();
  if (data === undefined) return openWith(settings, { contracts, hasHistory });
  const { path, remove } = copyFolder(data);
  const closings = createClosings();
  closings.add('the copy of the folder', remove);
  return openWith({ ...settings, data: path }, undefined, closings);
}

async function openWith(
  settings: Settings,
  fleeting: Fleeting | undefined,
  closings = createClosings(),
): Promise<Sandbox> {
  let open: OpenVenue;
  try {
    open = await assembleHere(settings, closings, { fleeting });
    if (open.credentials.length === 0) throw new Error('the venue has no sandbox account');
  } catch (error) {
    await closings.closeAll().catch(() => undefined);
    throw openError(error, settings);
  }
  return createSandbox(open, closings.closeAll);
}

function openError(error: unknown, { port }: Settings): SandboxError {
  // Where a test runner has a realm of its own, errors of Node are of another class.
  const isObject = typeof error === 'object' && error !== null;
  const isTaken = isObject && 'code' in error && error.code === 'EADDRINUSE';
  return isTaken
    ? new SandboxError('port-in-use', `port ${port} is in use; leave port out to get a free one`)
    : new SandboxError('failed', reasonOf(error), { cause: error });
}

function createSandbox(open: OpenVenue, closeAll: () => Promise<void>): Sandbox {
  const { venue, doors } = open;
  const [first, ...others] = open.credentials;
  assert(first !== undefined, 'a sandbox has an account');
  const accounts: [SandboxAccount, ...SandboxAccount[]] = [first, ...others];
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= closeTicking(closeAll).catch((error: unknown) => {
      closing = undefined;
      throw error;
    });
    return closing;
  };
  const guard = createGuard(() => closing !== undefined);
  return {
    url: doors.baseUrl.replace('localhost', '127.0.0.1'),
    admin: { url: doors.adminUrl, token: doors.adminToken },
    accounts,
    markets: venue.read.listing.contracts().map(({ base }) => base),
    ...createTimeActs(open, guard),
    ...createMarketActs(open, guard),
    ...createAccountActs(open, accounts, guard),
    ...createCallActs(open, accounts, guard),
    faults: createFaultActs(open, accounts, guard),
    fork: guard.guard(async (options = {}) => fork(open, accounts, options)),
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function closeTicking(closeAll: () => Promise<void>): Promise<void> {
  await expectTicks();
  await closeAll();
}

async function fork(
  { clock, venue, settings, takeOrigin }: OpenVenue,
  accounts: readonly SandboxAccount[],
  options: ForkOptions,
): Promise<Sandbox> {
  const chosen = readForkOptions(options, settings);
  if (takeOrigin === undefined)
    throw new SandboxError('refused', 'a sandbox of a data folder is not forked: open it twice');
  const { seed, ...origin } = await takeOrigin();
  const startAt = clock.hasOwnTime ? clock.venueNow() : 'now';
  const next = venue.read.at() + 1;
  const isSame = seed === undefined || options.seed === undefined;
  const future = isSame ? seed : followedBy(seed, seedOf(options.seed), next);
  return openWith(
    { ...chosen, startAt },
    { origin: { ...origin, credentials: [...accounts], seed: future } },
  );
}

const seedOf = (word: string): Seed => (word === DRAWN ? drawSeed() : seedOfWord(word));
