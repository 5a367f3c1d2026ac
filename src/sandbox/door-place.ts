/** Where a server listens, and the certificate it shows there. */
import { readFile } from 'node:fs/promises';
import type { AddressInfo, Server } from 'node:net';
import { createSecureContext } from 'node:tls';
import { assert } from '../domain/assert.ts';
import type { Tls } from '../gateway/http-server.ts';
import { NO_FILE, type Settings } from './settings.ts';
import { failedAt } from './step-failed.ts';

/** As the system reports it: an address, never a name. */
export type DoorPlace = Pick<AddressInfo, 'address' | 'port'>;

export function findDoorPlace({ server }: { readonly server: Server }): DoorPlace {
  const bound = server.address();
  assert(typeof bound === 'object' && bound !== null, 'a door that listens has an address');
  return bound;
}

/** The pair that was named; a file that cannot be read or used stops the start. */
export async function readTls({ tlsCert, tlsKey }: Settings): Promise<Tls | undefined> {
  if (tlsCert === NO_FILE) return undefined;
  const cert = await readFile(tlsCert, 'utf8').catch(failedAt(tlsCert));
  const key = await readFile(tlsKey, 'utf8').catch(failedAt(tlsKey));
  try {
    createSecureContext({ cert, key });
  } catch (error) {
    failedAt(tlsKey)(error);
  }
  return { cert, key };
}
