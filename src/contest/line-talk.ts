/**
 * A contestant that is another process: asked in lines of JSON on its standard input, or, if it
 * speaks the Model Context Protocol, over a socket that `perpetua arena seat` brings to its model.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { findJson } from '../domain/find-json.ts';
import { isRecord } from './read-answer.ts';

/** Where a seat is, for a process that was started for it. */
export const SEAT_VARIABLE = 'PERPETUA_SEAT';
const LAST_WORDS_LENGTH = 300;
/** Of what is said in a turn. Whoever goes on and on would fill the memory of all the others. */
const TURN_LENGTH_MAX = 1_048_576;
const TOO_LONG = `it wrote more than ${TURN_LENGTH_MAX} characters in one turn`;
const LAST_WORDS_MILLIS = 200;

/** Variables of the environment, by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Without an answer there is a reason. */
export interface Heard {
  readonly answer: string | null;
  readonly why: string | null;
  /** Of real time, until the answer came. */
  readonly millis: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
}

/** From one that says nothing about tokens. */
export const heardSince = (began: number, answer: string | null, why: string | null): Heard => ({
  answer,
  why,
  millis: Math.round(performance.now() - began),
  tokensIn: 0,
  tokensOut: 0,
});

export interface LineTalk {
  readonly ask: (turn: number, request: string, answerMillis: number) => Promise<Heard>;
  readonly close: () => void;
}

/** The process may be given a file, on the descriptor after its error output. */
export function talkToCommand(
  command: readonly string[],
  environment: Environment | undefined,
  given?: string,
): LineTalk {
  const descriptors = given === undefined ? [] : [openSync(given, 'r')];
  const child = start(command, environment, ['pipe', 'pipe', 'pipe', ...descriptors]);
  for (const descriptor of descriptors) closeSync(descriptor);
  const talk = talkOver(child.process.stdout, child.process.stdin, child);
  return { ask: talk, close: () => child.process.kill('SIGKILL') };
}

/** The process finds its seat in the environment, and connects when it likes. */
export function talkToClient(command: readonly string[], environment: Environment): LineTalk {
  const folder = mkdtempSync(join(tmpdir(), 'perpetua-seat-'));
  const path = join(folder, 'seat');
  let server: Server | undefined;
  const connected = new Promise<Socket>((resolve) => {
    server = createServer(resolve).listen(path);
  });
  const child = start(command, { ...environment, [SEAT_VARIABLE]: path }, [
    'ignore',
    'ignore',
    'pipe',
  ]);
  let talk: LineTalk['ask'] | undefined;
  return {
    ask: async (turn, request, answerMillis) => {
      const began = performance.now();
      const socket = await Promise.race([
        connected,
        child.gone,
        sleep(answerMillis, undefined, { ref: false }),
      ]);
      if (socket === undefined)
        return heardSince(began, null, `nobody took its seat${child.lastWords()}`);
      talk ??= talkOver(socket, socket, child);
      return talk(turn, request, answerMillis - (performance.now() - began));
    },
    close: () => {
      child.process.kill('SIGKILL');
      void connected.then((socket) => socket.destroy());
      server?.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Child {
  readonly process: ChildProcess;
  readonly gone: Promise<undefined>;
  readonly lastWords: () => string;
}

function start(
  [first = '', ...args]: readonly string[],
  env: Environment | undefined,
  stdio: ('pipe' | 'ignore' | number)[],
): Child {
  const process = spawn(first, args, { stdio, ...(env === undefined ? {} : { env }) });
  let said = '';
  process.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-LAST_WORDS_LENGTH);
  });
  const gone = new Promise<undefined>((resolve) => {
    // What it said last comes before it closes; somebody else may hold its output open.
    process.once('close', () => resolve(undefined));
    process.once('exit', () => setTimeout(resolve, LAST_WORDS_MILLIS, undefined).unref());
    process.once('error', (error) => {
      said = error.message;
      resolve(undefined);
    });
  });
  return { process, gone, lastWords: () => (said === '' ? '' : `: ${said.trim()}`) };
}

function talkOver(input: Readable | null, output: Writable | null, child: Child): LineTalk['ask'] {
  let waiting: ((line?: string) => void) | undefined;
  let turnAsked = -1;
  let unended = '';
  /** Since it was asked, or still without an end then. */
  let length = 0;
  let isGone = false;
  let fault: string | undefined;
  const hear = (line: string): void => {
    // What was asked at an earlier turn comes too late, and nobody waits for a second answer.
    if (waiting !== undefined && turnOf(line) === turnAsked) waiting(line);
  };
  const leave = (): void => {
    isGone = true;
    waiting?.();
  };
  input?.setEncoding('utf8');
  input?.on('data', (text: string) => {
    length += text.length;
    if (length > TURN_LENGTH_MAX) {
      fault = TOO_LONG;
      input.destroy();
      child.process.kill('SIGKILL');
      leave();
      return;
    }
    const lines = (unended + text).split('\n');
    unended = lines.pop() ?? '';
    for (const line of lines) hear(line);
  });
  input?.on('end', () => hear(unended));
  output?.on('error', () => undefined);
  void child.gone.then(leave);
  return async (turn, request, answerMillis) => {
    const began = performance.now();
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    turnAsked = turn;
    length = unended.length;
    waiting = resolve;
    const timer = setTimeout(resolve, Math.max(0, answerMillis), undefined);
    if (isGone) resolve(undefined);
    else output?.write(`${request}\n`);
    const line = await promise;
    clearTimeout(timer);
    waiting = undefined;
    if (line !== undefined) return heardSince(began, line, null);
    const why = isGone ? `it has ended${child.lastWords()}` : 'no answer in time';
    return heardSince(began, null, fault ?? why);
  };
}

function turnOf(line: string): unknown {
  const said = findJson(line);
  return isRecord(said) ? said['turn'] : undefined;
}
