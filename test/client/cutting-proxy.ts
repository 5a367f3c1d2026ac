/** A proxy that cuts: it loses answers that were already given, and breaks connections. */
import { connect, createServer, type Socket } from 'node:net';

export interface CuttingProxy {
  readonly port: number;
  /** Where connections lead from now on. */
  lead: (port: number) => void;
  /** The next answers never arrive: the connection breaks in their place. */
  lose: (answers: number) => void;
  /** Breaks every connection. */
  cut: () => void;
  /** Takes what comes and leads it nowhere, as a half-open connection does, until told to stop. */
  hold: (isHeld: boolean) => void;
  readonly close: () => Promise<void>;
}

export async function openCuttingProxy(target: number): Promise<CuttingProxy> {
  let port = target;
  let toLose = 0;
  let isHeld = false;
  const open = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    open.add(socket);
    return socket.on('error', () => undefined).on('close', () => open.delete(socket));
  };
  const server = createServer((near) => {
    keep(near);
    if (isHeld) return;
    const far = keep(connect(port, '127.0.0.1'));
    near.on('data', (bytes) => isHeld || far.write(bytes)).on('close', () => far.destroy());
    far.on('close', () => near.destroy());
    far.on('data', (bytes) => {
      if (isHeld) return;
      if (toLose === 0) return void near.write(bytes);
      toLose -= 1;
      near.destroy();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const cut = (): void => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: address.port,
    lead: (next) => {
      port = next;
    },
    lose: (answers) => {
      toLose = answers;
    },
    cut,
    hold: (held) => {
      isHeld = held;
    },
    close: () => {
      cut();
      return new Promise((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}
