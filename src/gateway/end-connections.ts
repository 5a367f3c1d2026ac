/**
 * Closing a server waits for whoever is connected to it, and not everybody goes: a request that
 * never ends or a socket that does not answer would hold it open. They have a moment, then they are
 * cut.
 */
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Longer than any answer takes, and well within what a stop may last. */
const GRACE_MILLIS = 1_500;

export function endConnectionsWith(http: FastifyInstance): void {
  const { server } = http;
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  const cut = (): void => {
    for (const socket of open) socket.destroy();
  };
  http.addHook('preClose', async () => {
    const timer = setTimeout(cut, GRACE_MILLIS);
    timer.unref();
    server.once('close', () => clearTimeout(timer));
  });
}
