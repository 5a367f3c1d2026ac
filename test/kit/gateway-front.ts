/**
 * A gateway as it is in a process of its own, in front of a venue in files: the replica, the socket
 * and everything that it asks the other process, all in one process. With it, tests that were
 * written for a single process run against a gateway.
 */

import { chooseSettings } from '../../src/assembly/choose-settings.ts';
import { askedOf, type Following, followOwner } from '../../src/assembly/gateways/open-gateway.ts';
import { createOwnerDoor } from '../../src/assembly/gateways/share-doors.ts';
import type { Gateway } from '../../src/gateway/gateway.ts';
import type { KeyEncryptionKey } from '../../src/gateway/keys/key-encryption-key.ts';
import type { KeyStore } from '../../src/gateway/keys/key-store.ts';
import type { DialectSettings } from '../../src/gateway/serve-dialects.ts';
import { logNothing } from '../../src/venue/logger.ts';
import type { FileVenue } from '../../src/venue/open-venue.ts';
import type { OwnerDoor } from '../../src/venue/replica/owner-door.ts';
import type { ManualClock } from './manual-clock.ts';

export interface FrontParts {
  readonly folder: string;
  readonly venue: FileVenue;
  /** The one that does not listen. */
  readonly behind: Gateway;
  readonly keys: KeyStore;
  readonly kek: KeyEncryptionKey;
  readonly clock: ManualClock;
}

export interface Front extends Following {
  /** What the composition gives to its dialects. */
  readonly dialects: Pick<DialectSettings, 'aiLogs' | 'stepTime'>;
}

export interface FrontDoor {
  readonly open: (name?: string) => Promise<Front>;
  /** Cuts all gateways off, and lets them connect again when this is done. */
  readonly cutOff: (meanwhile: () => Promise<unknown>) => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function openFrontDoor(parts: FrontParts): Promise<FrontDoor> {
  const { folder, venue, behind, keys, clock, kek } = parts;
  const { settings: usual } = chooseSettings(new Map());
  const settings = { ...usual, logLevel: 'silent' } as const;
  const openDoor = async (): Promise<OwnerDoor> => {
    const made = createOwnerDoor({
      ...{ venue, folder, gateway: behind, keys, competition: undefined, logger: logNothing },
      tellClock: () => [clock.venueNow(), 0, 0],
      ...{ settings, page: null, adminUrl: '' },
    });
    await made.listen();
    return made;
  };
  let door = await openDoor();
  const cutOff: FrontDoor['cutOff'] = async (meanwhile) => {
    await door.close();
    await meanwhile();
    door = await openDoor();
  };
  const opened: Following[] = [];
  const open = async (name = 'gateway'): Promise<Front> => {
    const byHand = { clock, kek, edge: behind.edge.settings };
    const following = await followOwner({ data: folder, name, onEnd: () => undefined, byHand });
    opened.push(following);
    return { ...following, dialects: askedOf(following.owner) };
  };
  const close = async (): Promise<void> => {
    for (const { gateway, close: end } of opened) {
      await gateway.close();
      await end();
    }
    await door.close();
  };
  return { open, close, cutOff };
}
