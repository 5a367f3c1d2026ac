/**
 * What replicas tell each other of callers while a season wants to know: a balancer sends the calls
 * of one address to several of them. Nothing of it is stored.
 */
import type { AccountId } from '../../domain/ids.ts';
import type { Millis } from '../../domain/units.ts';
import type { FactHome } from '../../facts/fact.ts';

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

export function openSightings({ news }: Pick<FactHome, 'news'>): Sightings {
  const listeners: Parameters<Sightings['follow']>[0][] = [];
  // Told again with the next call, if the others cannot be reached.
  const tell = news<Sighting>('sightings', (seen) => {
    for (const listener of listeners) listener(seen);
  });
  return { tell, follow: (listener) => void listeners.push(listener) };
}
