/** Ports for processes that are about to be started, and may be killed and started again. */
import { randomInt } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { createServer } from 'node:net';

/** Systems give ports from here on to whoever asks for any. */
const GIVEN_FROM = 32_768;
const OWN_FROM = 12_000;

/**
 * Ports that nobody gets meanwhile, neither by asking for any port nor here: the first of several
 * that start at once would have taken the port of another, which was found and not used yet.
 */
export async function findPorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) {
    const port = randomInt(OWN_FROM, GIVEN_FROM);
    if (await claim(port)) ports.push(port);
  }
  return ports;
}

/** The port of the same number of UDP, which nobody uses, is held as long as this process lives. */
async function claim(port: number): Promise<boolean> {
  const holder = createSocket('udp4').unref();
  const isOurs = (await isBound(holder, port)) && (await isFree(port));
  if (!isOurs) holder.close();
  return isOurs;
}

const isBound = (holder: Socket, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    holder.once('error', () => resolve(false));
    holder.bind({ port, address: '127.0.0.1', exclusive: true }, () => resolve(true));
  });

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
