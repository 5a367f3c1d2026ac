/** The two ways to a lab: its standard input and output, or a Unix socket. One client at a time. */
import { lstatSync, readSync, rmSync, writeSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Contract } from '../domain/contract.ts';
import { createFrameReader, type Frame, formatFault } from './frames.ts';
import { LabError } from './lab-error.ts';
import { createLabSession } from './lab-session.ts';

const INPUT = 0;
const OUTPUT = 1;
const CHUNK_BYTES = 64 * 1_024;
const RETRY_MILLIS = 1;
const GRACE_MILLIS = 200;

/**
 * Until the input ends. Everything waits for the client, so reads and writes block: that costs a
 * third of what streams do.
 */
export async function serveInput(contracts: readonly Contract[]): Promise<void> {
  const session = createLabSession(contracts);
  const reader = createFrameReader();
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  try {
    for (;;) {
      const length = patiently(() => readSync(INPUT, chunk));
      if (length === 0) return;
      for (const frame of reader.push(chunk.subarray(0, length))) {
        const waiting = session.prepare(frame);
        if (waiting !== undefined) await waiting;
        writeAll(session.answer(frame));
      }
    }
  } catch (error) {
    if (error instanceof LabError) writeAll(formatFault(error));
    else if (codeOf(error) !== 'EPIPE' && codeOf(error) !== 'EOF') throw error;
  }
}

function writeAll(bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += patiently(() => writeSync(OUTPUT, bytes, at));
}

/** Somebody may have made the pipe one that does not block. */
function patiently(act: () => number): number {
  for (;;) {
    try {
      return act();
    } catch (error) {
      if (codeOf(error) !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MILLIS);
    }
  }
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

/** Resolves once clients may come. Each begins with a lab of its own. */
export async function serveSocket(path: string, contracts: readonly Contract[]) {
  let client: Socket | undefined;
  const server = createServer(async (socket) => {
    socket.on('error', () => socket.destroy());
    // The end of the client before may be noticed a moment after this beginning.
    if (client !== undefined) await sleep(GRACE_MILLIS);
    if (socket.destroyed) return;
    if (client !== undefined) {
      const words = 'the lab serves one client at a time: start another lab on another socket';
      socket.end(formatFault(new LabError('busy', words)), () => socket.destroy());
      return;
    }
    client = socket;
    socket.on('close', () => {
      client = undefined;
    });
    attend(socket, contracts);
  });
  await listen(server, path);
  return {
    /** Its client, if there is one, is cut off. */
    close: (): void => {
      server.close();
      client?.destroy();
    },
  };
}

function attend(socket: Socket, contracts: readonly Contract[]): void {
  const session = createLabSession(contracts);
  const reader = createFrameReader();
  const frames: Frame[] = [];
  let isBusy = false;
  const answerAll = async (): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    for (let frame = frames.shift(); frame !== undefined; frame = frames.shift()) {
      const waiting = session.prepare(frame);
      if (waiting !== undefined) await waiting;
      socket.write(session.answer(frame));
    }
    isBusy = false;
  };
  socket.on('data', (chunk: Buffer) => {
    try {
      frames.push(...reader.push(chunk));
      void answerAll();
    } catch (error) {
      if (!(error instanceof LabError)) throw error;
      // Where the next frame begins is not known any more.
      socket.end(formatFault(error), () => socket.destroy());
    }
  });
}

/** The file of a lab that was killed is in the way of the next one, and nobody listens at it. */
async function listen(server: Server, path: string): Promise<void> {
  try {
    await tryListen(server, path);
  } catch (error) {
    if (codeOf(error) !== 'EADDRINUSE') throw error;
    if (!lstatSync(path).isSocket())
      throw new Error('this is not a socket, and it is kept: name another path');
    if (await isServed(path)) throw error;
    rmSync(path);
    await tryListen(server, path);
  }
}

const tryListen = (server: Server, path: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => {
      server.off('error', reject);
      resolve();
    });
  });

const isServed = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = connect(path, () => {
      probe.destroy();
      resolve(true);
    });
    probe.on('error', (error) => resolve(codeOf(error) !== 'ECONNREFUSED'));
  });
