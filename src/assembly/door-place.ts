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
  expectUse({ cert }, `${tlsCert} is not a certificate in PEM form; --tls-cert takes one`);
  expectUse({ key }, `${tlsKey} is not a private key in PEM form; --tls-key takes one`);
  expectUse({ cert, key }, `${tlsKey} is not the key of ${tlsCert}: name a pair that fits`);
  return { cert, key };
}

/** The library says what it met inside, which helps nobody to find the right file. */
function expectUse(pair: Partial<Tls>, fault: string): void {
  try {
    createSecureContext(pair);
  } catch (error) {
    throw new Error(fault, { cause: error });
  }
}
