/** One raw connection that sends bytes, whatever they are, and reads one answer to each. */
import { connect, type Socket } from 'node:net';

export interface Reply {
  /** Zero where nothing came. */
  readonly status: number;
  readonly text: string;
}

export interface Exchange {
  readonly send: (bytes: Buffer) => Promise<Reply>;
  readonly close: () => void;
}

/** Long enough for a busy machine to answer, short enough for what waits for more forever. */
const PATIENCE_MILLIS = 2_000;
const SILENCE: Reply = { status: 0, text: '' };
const HEAD_END = Buffer.from('\r\n\r\n');

export function openExchange(port: number): Exchange {
  let socket: Socket | undefined;
  const drop = (): void => {
    socket?.destroy();
    socket = undefined;
  };
  const sendOnce = (bytes: Buffer): Promise<Reply> =>
    new Promise((resolve) => {
      const used = socket ?? connect({ port, host: '127.0.0.1', noDelay: true });
      socket = used;
      let got = Buffer.alloc(0);
      const finish = (reply: Reply, isReusable: boolean): void => {
        clearTimeout(timer);
        used.removeAllListeners();
        used.on('error', () => undefined);
        if (!isReusable) drop();
        resolve(reply);
      };
      const timer = setTimeout(() => finish(findReply(got) ?? SILENCE, false), PATIENCE_MILLIS);
      used.on('data', (chunk: Buffer) => {
        got = Buffer.concat([got, chunk]);
        const reply = findReply(got);
        if (reply !== undefined)
          finish(reply, !/^connection: close/im.test(got.toString('latin1')));
      });
      used.on('error', () => finish(findReply(got) ?? SILENCE, false));
      used.on('close', () => finish(findReply(got) ?? SILENCE, false));
      used.write(bytes);
    });
  // Bytes left over from the request before may have ended the connection just now: then, like any
  // client, it is tried once more on a new one.
  const send = async (bytes: Buffer): Promise<Reply> => {
    const isReused = socket !== undefined;
    const reply = await sendOnce(bytes);
    return reply.status === 0 && isReused ? sendOnce(bytes) : reply;
  };
  return { send, close: drop };
}

/** Undefined while it has not all arrived; `100 Continue` is not an answer yet. */
function findReply(bytes: Buffer): Reply | undefined {
  const end = bytes.indexOf(HEAD_END);
  if (end < 0) return undefined;
  const head = bytes.subarray(0, end).toString('latin1');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0);
  const rest = bytes.subarray(end + HEAD_END.length);
  if (status === 100) return findReply(rest);
  const length = /^transfer-encoding: chunked/im.test(head)
    ? undefined
    : Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
  if (length === undefined) return findChunked(status, rest.toString('utf8'));
  return rest.length < length
    ? undefined
    : { status, text: rest.subarray(0, length).toString('utf8') };
}

/** Short answers come in one chunk. */
function findChunked(status: number, text: string): Reply | undefined {
  if (!text.endsWith('0\r\n\r\n')) return undefined;
  return { status, text: text.split('\r\n').slice(1, -3).join('\r\n') };
}
