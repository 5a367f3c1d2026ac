/**
 * Keep-alive connections with as much HTTP as a benchmark needs, which send prepared requests: as
 * fast as answers come, or at a fixed rate.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';

export interface HttpConnection {
  /** One at a time: send the next request only after the last one was answered. */
  readonly send: (request: Buffer, answered: (status: number) => void) => void;
  readonly close: () => void;
}

const HEAD_END = '\r\n\r\n';
const STATUS_AT = 'HTTP/1.1 '.length;
const LENGTH = /content-length: (\d+)/i;

export async function openConnection(port: number, from?: string): Promise<HttpConnection> {
  const where = { port, host: '127.0.0.1', noDelay: true };
  const socket = connect(from === undefined ? where : { ...where, localAddress: from });
  await once(socket, 'connect');
  let received = '';
  let answered: ((status: number) => void) | undefined;
  // One byte is one character, so that lengths agree.
  socket.setEncoding('latin1').on('data', (text: string) => {
    received += text;
    const head = received.indexOf(HEAD_END);
    if (head < 0) return;
    const length = Number(LENGTH.exec(received.slice(0, head))?.[1] ?? 0);
    if (received.length < head + HEAD_END.length + length) return;
    const status = Number(received.slice(STATUS_AT, STATUS_AT + 3));
    received = '';
    const tell = answered;
    answered = undefined;
    tell?.(status);
  });
  const fail = (): void => answered?.(0);
  socket.on('error', fail).on('close', fail);
  return {
    send: (request, tell) => {
      answered = tell;
      socket.write(request);
    },
    close: () => socket.destroy(),
  };
}

/** Requests per second. Each connection sends its next request when the last one was answered. */
export function measureThroughput(
  connections: readonly HttpConnection[],
  requests: readonly Buffer[],
): Promise<number> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    let sent = 0;
    let done = 0;
    const sendNext = (connection: HttpConnection): void => {
      const request = requests[sent];
      if (request === undefined) return;
      sent += 1;
      connection.send(request, (status) => {
        if (status !== 200) return reject(unexpected(status));
        done += 1;
        if (done === requests.length) return resolve((1_000 * done) / (performance.now() - start));
        sendNext(connection);
      });
    };
    for (const connection of connections) sendNext(connection);
  });
}

/**
 * Milliseconds that each request took. Requests are due at a fixed rate, however slow the answers
 * are. A request that finds no free connection waits, and the wait counts.
 */
export function measureAtRate(
  connections: readonly HttpConnection[],
  requests: readonly Buffer[],
  perSecond: number,
): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const idle = [...connections];
    const waiting: { readonly request: Buffer; readonly due: number }[] = [];
    const took: number[] = [];
    const start = performance.now();
    let released = 0;
    const sendWaiting = (): void => {
      while (idle.length > 0 && waiting.length > 0) {
        const connection = idle.pop()!;
        const { request, due } = waiting.shift()!;
        connection.send(request, (status) => {
          if (status !== 200) return reject(unexpected(status));
          took.push(performance.now() - due);
          idle.push(connection);
          if (took.length === requests.length) return resolve(took);
          sendWaiting();
        });
      }
    };
    const timer = setInterval(() => {
      const now = performance.now();
      const due = Math.min(requests.length, Math.floor(((now - start) * perSecond) / 1_000));
      for (; released < due; released += 1)
        waiting.push({ request: requests[released]!, due: now });
      if (released === requests.length) clearInterval(timer);
      sendWaiting();
    }, 1);
  });
}

const unexpected = (status: number): Error =>
  new Error(status === 0 ? 'a connection was closed' : `an order was answered with ${status}`);
