/**
 * The socket at which all gateways listen. This process binds it, keeps it and accepts nothing
 * there; each gateway inherits it and takes what waits. So a gateway that hangs is passed by, and
 * while none is there connections wait instead of being refused.
 */
import { lookup } from 'node:dns/promises';
import net from 'node:net';
import { getSystemErrorName } from 'node:util';
import { assert } from '../../domain/assert.ts';
import type { ListenPlace } from '../../gateway/http-server.ts';
import type { DoorPlace } from '../door-place.ts';

export interface SharedDoor {
  readonly fd: number;
  readonly place: DoorPlace;
  readonly close: () => void;
}

/** What Node binds before it listens; it has no public name. */
interface BoundHandle {
  readonly fd: number;
  readonly getsockname: (out: Partial<DoorPlace>) => number;
  readonly close: () => void;
}

/** Undefined where processes cannot inherit a socket. */
export async function bindSharedDoor({ host, port }: ListenPlace): Promise<SharedDoor | undefined> {
  const bind: unknown = Reflect.get(net, '_createServerHandle');
  if (process.platform === 'win32' || typeof bind !== 'function') return undefined;
  const { address, family } = await lookup(host);
  const handle: unknown = bind(address, port, family);
  if (typeof handle === 'number') throw bindError(handle, address, port);
  assert(isBound(handle), 'a socket can be bound without listening');
  const place: Partial<DoorPlace> = {};
  // A port that is taken is told here, not before.
  const fault = handle.getsockname(place);
  if (fault !== 0) {
    handle.close();
    throw bindError(fault, address, port);
  }
  const found = { address: place.address ?? address, port: place.port ?? port };
  return { fd: handle.fd, place: found, close: () => handle.close() };
}

const isBound = (handle: unknown): handle is BoundHandle =>
  typeof handle === 'object' && handle !== null && 'fd' in handle && 'getsockname' in handle;

function bindError(fault: number, address: string, port: number): Error {
  const code = getSystemErrorName(fault);
  const error = new Error(`bind ${code} ${address}:${port}`);
  return Object.assign(error, { code, syscall: 'bind', address, port });
}
