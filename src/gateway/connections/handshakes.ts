/**
 * With TLS a connection enters the crowd before its handshake, so that those that never finish one
 * count like all others. A handshake has a limited time in all, however often a byte of it comes.
 */

import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { clearTimeout, setTimeout } from '../../machine/timers.ts';
import type { Crowd, Guest } from './crowd.ts';

interface HandshakeParts {
  readonly crowd: Crowd;
  /** For a whole handshake. */
  readonly millis: number;
  /** Called for a connection that ended without a handshake. */
  readonly noteFailed: (socket: Socket) => void;
}

/** Returns who comes out of a handshake; undefined if its connection is already gone. */
export function watchHandshakes(
  server: Server,
  { crowd, millis, noteFailed }: HandshakeParts,
): (secured: Socket) => Guest | undefined {
  const shaking = new Map<string, { readonly guest: Guest; readonly timer: NodeJS.Timeout }>();
  const begin = server.listeners('connection');
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    const guest = crowd.enter(socket);
    if (guest === undefined) return;
    const ends = endsOf(socket);
    const timer = setTimeout(() => socket.destroy(), millis);
    shaking.set(ends, { guest, timer });
    socket.once('close', () => {
      clearTimeout(timer);
      if (shaking.delete(ends)) noteFailed(socket);
    });
    for (const listener of begin) listener.call(server, socket);
  });
  return (secured) => {
    const ends = endsOf(secured);
    const found = shaking.get(ends);
    shaking.delete(ends);
    if (found === undefined) return void secured.destroy();
    clearTimeout(found.timer);
    crowd.secure(found.guest, secured);
    return found.guest;
  };
}

/** Node does not say which connection a decrypted one came from, but both have the same ends. */
const endsOf = ({ remoteAddress, remotePort, localAddress }: Socket): string =>
  `${remoteAddress} ${remotePort} ${localAddress}`;
