/**
 * A keep-alive connection with as much HTTP as the benchmark needs: it sends one prepared request
 * at a time and reads the status of an answer that has a content length.
 */
import { once } from 'node:events';
import { connect } from 'node:net';

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
