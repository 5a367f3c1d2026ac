/**
 * Guards: the working orders of an account go when the last connection that guards them has been
 * gone for a while. How long, and whether it is guarded, is a shared fact that outlives the
 * process; the while itself is a countdown of the engine, which nothing interrupts. Every process
 * tells the others which accounts it has connections of, so a process that died is missed.
 */
import { randomUUID } from 'node:crypto';
import Type, { type Static } from 'typebox';
import { Check } from 'typebox/value';
import type { SetCountdown } from '../domain/command.ts';
import { type AccountId, accountId } from '../domain/ids.ts';
import { COMMAND_LIFE, COUNTDOWN_MAX } from '../domain/limits.ts';
import { type Millis, millis } from '../domain/units.ts';
import { type FactHome, type FactKind, inTurnByKey, type SharedFact } from '../facts/fact.ts';
import { clearInterval, setInterval } from '../machine/timers.ts';
import type { Venue } from '../venue/venue.ts';

/** Of an account that has chosen how long a connection may be gone. */
const GUARD = Type.Object({
  account: Type.Integer({ minimum: 0 }),
  window: Type.Integer({ minimum: 0, maximum: COUNTDOWN_MAX }),
  /** Whether it is or was guarded, and whether its countdown was begun. */
  phase: Type.Union([Type.Literal('idle'), Type.Literal('held'), Type.Literal('counting')]),
});

export type KeptGuard = Readonly<Static<typeof GUARD>>;

type GuardRequest = Pick<KeptGuard, 'account'> & Partial<KeptGuard>;

export type GuardFact = SharedFact<KeptGuard, GuardRequest, null>;

export const GUARDS: FactKind<KeptGuard, GuardRequest, null> = {
  name: 'guards',
  apply: (state, { account, window = state?.window, phase = state?.phase ?? 'idle' }) =>
    window === undefined || (state?.window === window && state.phase === phase)
      ? [state, null]
      : [{ account, window, phase }, null],
};

export function parseGuards(text: string, place: string): readonly KeptGuard[] {
  const value: unknown = JSON.parse(text);
  if (Check(Type.Array(GUARD), value)) return value;
  throw new Error(`${place} is not a list of guards: delete it, and accounts choose again`);
}

/** How often each process says whom it guards, and after how long a silent one is gone. */
export interface GuardPace {
  readonly tellEveryMillis: number;
  readonly silentMillis: number;
}

const USUAL_PACE: GuardPace = { tellEveryMillis: 1_000, silentMillis: 4_000 };

type GuardVenue = Pick<Venue, 'submit' | 'read' | 'clock'>;

type ToldGuards = readonly [process: string, accounts: readonly number[]];

export interface GuardParts {
  readonly home: Pick<FactHome, 'news'>;
  readonly fact: GuardFact;
  readonly venue: GuardVenue;
  readonly pace?: GuardPace;
}

interface Heard {
  readonly accounts: ReadonlySet<number>;
  readonly at: number;
}

export type Guards = ReturnType<typeof startGuards>;

export function startGuards({ home, fact, venue, pace = USUAL_PACE }: GuardParts) {
  const { find, all, ask } = fact;
  const process = randomUUID();
  const held = new Map<AccountId, Set<object>>();
  const others = new Map<string, Heard>();
  const now = venue.clock.monotonicNow;
  const openedAt = now();
  const inTurn = inTurnByKey();
  const tell = home.news<ToldGuards>('guarded', ([other, accounts]) => {
    others.set(other, { accounts: new Set(accounts), at: now() });
  });
  const isHeldThere = (account: AccountId): boolean =>
    [...others.values()].some((other) => other.accounts.has(account));

  /** Brings the fact and the countdown in line with the connections that there are. */
  const settle = (account: AccountId): void => {
    const key = String(account);
    inTurn(key, async () => {
      const guard = find(key);
      if (guard === undefined) return;
      const change = (phase: KeptGuard['phase']) => ask(key, { account, phase });
      if (held.has(account) && guard.phase !== 'held') {
        if (guard.phase === 'counting') await count(venue, account, 0);
        await change('held');
      } else if (guard.phase === 'held' && !held.has(account) && !isHeldThere(account)) {
        // Counted first: a process that dies in between leaves it to the next.
        await count(venue, account, guard.window);
        await change('counting');
      }
    }).catch(() => undefined);
  };
  const beat = (): void => {
    const at = now();
    for (const [other, heard] of others)
      if (at - heard.at >= pace.silentMillis) others.delete(other);
    tell([process, [...held.keys()]]);
    // Others may guard what this process has not heard of yet.
    if (at - openedAt >= pace.silentMillis)
      for (const { account, phase } of all().values())
        if (phase === 'held' || held.has(accountId(account))) settle(accountId(account));
  };
  const timer = setInterval(beat, pace.tellEveryMillis).unref();
  let isClosed = false;
  return {
    find: (account: AccountId) => find(String(account)),
    choose: async (account: AccountId, window: Millis): Promise<void> => {
      await ask(String(account), { account, window });
      settle(account);
    },
    /** A connection guards the account until it lets go. */
    hold: (account: AccountId, connection: object): void => {
      held.set(account, (held.get(account) ?? new Set()).add(connection));
      tell([process, [...held.keys()]]);
      settle(account);
    },
    letGo: (account: AccountId, connection: object): void => {
      const connections = held.get(account);
      connections?.delete(connection);
      // The connections that end with this process are missed by the next one.
      if (connections === undefined || connections.size > 0 || isClosed) return;
      held.delete(account);
      tell([process, [...held.keys()]]);
      settle(account);
    },
    close: (): void => {
      isClosed = true;
      clearInterval(timer);
    },
  };
}

/** At every contract; zero stops it. */
async function count(venue: GuardVenue, account: AccountId, window: number): Promise<void> {
  const commands = venue.read.listing.contracts().map(
    ({ id: contract }): SetCountdown => ({
      kind: 'set-countdown',
      account,
      contract,
      millis: millis(window),
    }),
  );
  const until = millis(venue.clock.wallNow() + COMMAND_LIFE);
  await venue.submit({ kind: 'batch', commands }, { until });
}
