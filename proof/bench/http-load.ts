/**
 * Keep-alive connections with as much HTTP as a benchmark needs, which send prepared requests: as
 * fast as answers come, or at a fixed rate.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';

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
export async function measureAtRate(
  connections: readonly HttpConnection[],
  requests: readonly Buffer[],
  perSecond: number,
): Promise<number[]> {
  const sending = sendAtRate(connections, (place) => requests[place], perSecond);
  await sending.done;
  return sending.take();
}

interface Sending {
  /** Resolves when all requests are answered, if there is an end of them. */
  readonly done: Promise<void>;
  /** Resolves at this time of `performance`; rejects if a request was refused. */
  readonly until: (at: number) => Promise<void>;
  /** What the requests answered since the last time took, from when each was due. */
  readonly take: () => number[];
  readonly stop: () => void;
}

/** Each request is made when it is due; where there is none, it was the last. */
export function sendAtRate(
  connections: readonly HttpConnection[],
  make: (place: number) => Buffer | undefined,
  perSecond: number,
): Sending {
  const idle = [...connections];
  const waiting: { readonly request: Buffer; readonly due: number }[] = [];
  const { promise: done, resolve, reject } = Promise.withResolvers<void>();
  done.catch(() => undefined);
  const start = performance.now();
  let took: number[] = [];
  let released = 0;
  let answered = 0;
  let isLast = false;
  const dueAt = (place: number): number => start + (place * 1_000) / perSecond;
  const sendWaiting = (): void => {
    while (idle.length > 0 && waiting.length > 0) {
      const connection = idle.pop()!;
      const { request, due } = waiting.shift()!;
      connection.send(request, (status) => {
        if (status !== 200) return isLast ? undefined : reject(unexpected(status));
        took.push(performance.now() - due);
        answered += 1;
        idle.push(connection);
        if (isLast && answered === released) return resolve();
        sendWaiting();
      });
    }
  };
  const timer = setInterval(() => {
    for (const now = performance.now(); !isLast && dueAt(released) <= now; ) {
      const request = make(released);
      if (request === undefined) stop();
      else {
        waiting.push({ request, due: dueAt(released) });
        released += 1;
      }
    }
    sendWaiting();
  }, 1);
  const stop = (): void => {
    isLast = true;
    clearInterval(timer);
    if (answered === released) resolve();
  };
  return {
    done,
    until: (at) => Promise.race([done, setTimeout(Math.max(0, at - performance.now()))]),
    take: () => {
      const taken = took;
      took = [];
      return taken;
    },
    stop,
  };
}

const unexpected = (status: number): Error =>
  new Error(status === 0 ? 'a connection was closed' : `an order was answered with ${status}`);
