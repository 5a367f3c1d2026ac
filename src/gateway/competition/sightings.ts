/**
 * What replicas tell each other of callers while a season wants to know: a balancer sends the calls
 * of one address to several of them. Nothing of it is stored.
 */
import type { AccountId } from '../../domain/ids.ts';
import type { Millis } from '../../domain/units.ts';
import { type Records, TELL } from '../../facts/records.ts';

export type Sighting =
  | {
      /** A public call that may show what a team can do. */
      readonly kind: 'market-call';
      readonly address: string;
      readonly at: Millis;
      readonly request: string;
    }
  | {
      /** An address that an account calls from. */
      readonly kind: 'address';
      readonly address: string;
      readonly account: AccountId;
    };

export interface Sightings {
  readonly tell: (seen: Sighting) => void;
  readonly follow: (listener: (seen: Sighting) => void) => void;
}

/** Of a process that sees every call itself. */
export const OWN_SIGHTINGS: Sightings = { tell: () => undefined, follow: () => undefined };

const CHANNEL = 'perpetua_sightings';

export async function openSharedSightings(records: Records): Promise<Sightings> {
  const listeners: Parameters<Sightings['follow']>[0][] = [];
  await records.listen(CHANNEL, {
    hear: (text) => {
      const seen: Sighting = JSON.parse(text);
      for (const listener of listeners) listener(seen);
    },
    refresh: async () => undefined,
  });
  return {
    // Told again with the next call, if the database is away.
    tell: (seen) => void records.ask(TELL, [CHANNEL, JSON.stringify(seen)]).catch(() => undefined),
    follow: (listener) => void listeners.push(listener),
  };
}
