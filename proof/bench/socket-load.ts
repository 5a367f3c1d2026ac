/** Sockets that send prepared frames, one after the other, as http-load.ts sends requests. */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { HttpConnection } from './http-load.ts';
import { formatLogin, type Signer } from './http-orders.ts';

interface SocketTerms {
  readonly path: string;
  /** An address of its own, since one may not have many sockets. */
  readonly from: string;
  /** What the answer to an order that was placed contains. */
  readonly placed: string;
  readonly logsIn?: true;
}

/** Of the dialects that take orders in frames. */
const SOCKETS: readonly SocketTerms[] = [
  { path: '/ws-fapi/v1', placed: '"status":200', from: '127.0.0.2' },
  { path: '/v5/trade', placed: '"retCode":0', from: '127.0.0.3', logsIn: true },
  { path: '/hl/ws', placed: '"resting"', from: '127.0.0.4' },
];

/** Of each dialect as many as there are signers; who logs in is one of them. */
export const openOrderSockets = (
  port: number,
  signers: readonly Signer[],
): Promise<HttpConnection[][]> =>
  Promise.all(
    SOCKETS.map((terms) => Promise.all(signers.map((signer) => openSocket(port, terms, signer)))),
  );

const AS_TEXT = { binary: false };

async function openSocket(
  port: number,
  { path, from, placed, logsIn }: SocketTerms,
  signer: Signer,
): Promise<HttpConnection> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, {
    localAddress: from,
    perMessageDeflate: false,
    // A mask of zeros changes nothing, so that the load generator has no more to do than by HTTP.
    generateMask: (mask) => void mask.fill(0),
  });
  await once(socket, 'open');
  let answered: ((status: number) => void) | undefined;
  const tell = (status: number): void => {
    const told = answered;
    answered = undefined;
    told?.(status);
  };
  socket.on('message', (data) => tell(String(data).includes(placed) ? 200 : 400));
  const fail = (): void => tell(0);
  socket.on('error', fail).on('close', fail);
  const send: HttpConnection['send'] = (frame, told) => {
    answered = told;
    socket.send(frame, AS_TEXT);
  };
  if (logsIn) {
    const { promise, resolve } = Promise.withResolvers<number>();
    send(formatLogin(signer), resolve);
    await promise;
  }
  return { send, close: () => socket.terminate() };
}
