/**
 * Gives an HTTP server one request of a connection at a time. Node would read everything that has
 * arrived and start every request in it at once. Here the bytes reach the parser in pieces that
 * contain the end of at most one head, and the next piece only when the last request is answered.
 * Meanwhile the socket is not read. No byte is changed, dropped or moved, only delayed, so nothing
 * can be smuggled past the parser. A plain request, which has one meaning, needs no parser.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { type Duplex, Readable } from 'node:stream';
import { nextTick, queueMicrotask, setImmediate } from '../../machine/timers.ts';
import type { FindPlain } from '../router.ts';
import type { ConnectionSettings } from '../settings.ts';
import type { Guest } from './crowd.ts';
import { findPlainRequest, type OutletTerms, PlainAnswer } from './plain-request.ts';

/** More than an order has. Longer input is read in steps, and others take turns in between. */
const STEP_BYTES = 1_024;
/** How much of an unwanted body is read after the answer. A longer one is cut off. */
const UNWANTED_BYTES_MAX = 262_144;
/** A body of 64 KiB in chunks of the usual size has a few dozen. */
const CHUNKS_MAX = 256;
/** The error code by which the server recognises the fault. */
export const TOO_MANY_CHUNKS = 'PERPETUA_TOO_MANY_CHUNKS';

interface Pace extends OutletTerms, Pick<ConnectionSettings, 'stalledMillis'> {
  readonly turns: Turns;
  readonly findPlain: FindPlain;
}

export function paceRequests(
  server: Server,
  /** When a connection is ready to be read: with TLS, after the handshake. */
  ready: 'connection' | 'secureConnection',
  pace: Pace,
  enter: (socket: Socket) => Guest | undefined,
): void {
  const gates = new WeakMap<Duplex, Gate>();
  const begin = (message: IncomingMessage, response: ServerResponse): void => {
    gates.get(message.socket)?.begin(message, response);
    if (message.headers['transfer-encoding'] !== undefined) countChunks(server, message);
  };
  const serve = server.listeners(ready);
  server.removeAllListeners(ready);
  server.on(ready, (socket: Socket) => {
    // A refused connection gets no parser.
    const guest = enter(socket);
    if (guest === undefined) return;
    for (const listener of serve) listener.call(server, socket);
    gates.set(socket, new Gate(guest, pace));
  });
  server.prependListener('request', begin);
  server.prependListener('checkExpectation', begin);
  server.prependListener('upgrade', (_message, socket: Duplex) => gates.get(socket)?.handOver());
  server.prependListener('clientError', (_error, socket: Duplex) => gates.get(socket)?.end());
}

/** Each chunk costs as much as a small body, so a body that comes in single bytes is refused. */
function countChunks(server: Server, message: IncomingMessage): void {
  let count = 0;
  message.push = (chunk, encoding) => {
    count += 1;
    if (count === CHUNKS_MAX + 1) {
      const error = Object.assign(new Error('too many chunks'), { code: TOO_MANY_CHUNKS });
      server.emit('clientError', error, message.socket);
    }
    return count <= CHUNKS_MAX && Readable.prototype.push.call(message, chunk, encoding);
  };
}

const LETTER_P = 0x50;
const LETTER_D = 0x44;

type Parse = (bytes: Buffer) => void;

class Gate {
  readonly #guest: Guest;
  readonly #socket: Socket;
  readonly #pace: Pace;
  readonly #parse: Parse;
  /** Tells the server that the client has ended its side. */
  readonly #finish: () => void;
  /** Bytes that wait for the parser. The socket is not read while there are more than it gave. */
  #rest: Buffer | undefined;
  /** The request that is being answered. */
  #inWork: Pick<IncomingMessage, 'complete'> | undefined;
  /** Whether Node has served a request: until then it waits for the first, and not for long. */
  #isFamiliar = false;
  /** The missing bytes of the current body, if its length is known. */
  #bodyLeft = 0;
  /** A request that was answered before its body was complete, and the bytes since then. */
  #unwanted: { readonly message: IncomingMessage; bytes: number } | undefined;
  #tail: Tail = '';
  #errand: Errand = 'look';
  #discarded = 0;
  #isInLine = false;
  #isShut = false;
  #hasEnded = false;

  constructor(guest: Guest, pace: Pace) {
    const { socket } = guest;
    this.#guest = guest;
    this.#socket = socket;
    this.#pace = pace;
    // The server's own listener. Without it the parser reads nothing by itself.
    const [parse] = socket.listeners('data');
    this.#parse = (bytes) => parse?.call(socket, bytes);
    socket.removeAllListeners('data');
    socket.on('data', this.#receive);
    // The last one is the server's. A socket ends also while it is paused.
    const ends = socket.listeners('end').map((each) => (): void => void each.call(socket));
    this.#finish = ends.pop() ?? (() => undefined);
    socket.removeAllListeners('end');
    for (const each of [...ends, this.#noteEnd]) socket.on('end', each);
    // Node resumes a connection after each body. While bytes wait here it must stay paused.
    socket.resume = () =>
      this.#rest === undefined ? Socket.prototype.resume.call(socket) : socket;
  }

  begin(message: IncomingMessage, response: ServerResponse): void {
    const { headers } = message;
    this.#inWork = message;
    this.#guest.state = 'working';
    this.#bodyLeft = Number(headers['content-length'] ?? 0);
    response.once('close', () => {
      if (this.#inWork !== message) return;
      this.#unwanted = message.complete ? undefined : { message, bytes: 0 };
      this.#isFamiliar = true;
      this.#beIdle();
    });
  }

  /** The request is answered. */
  #beIdle(): void {
    this.#inWork = undefined;
    this.#guest.state = 'idle';
    if (this.#guest.isDismissed) this.#socket.destroySoon();
    else if (this.#rest !== undefined) this.#goOn();
    else if (this.#socket.isPaused()) this.#socket.resume();
  }

  /** Called when the connection is upgraded. The waiting bytes go to its new owner first. */
  handOver(): void {
    const rest = this.#rest;
    this.#guest.state = 'socket';
    this.#shut();
    this.#socket.off('data', this.#receive).off('end', this.#noteEnd);
    Reflect.deleteProperty(this.#socket, 'resume');
    if (rest !== undefined) this.#socket.unshift(rest);
  }

  /** Called when the input is not HTTP. Ignores further bytes, but notices the connection's end. */
  end(): void {
    this.#shut();
    this.#socket.resume();
  }

  #shut(): void {
    this.#isShut = true;
    this.#rest = undefined;
  }

  readonly #receive = (bytes: Buffer): void => {
    if (this.#isShut) {
      this.#discard(bytes.length);
      return;
    }
    const isMore = this.#rest !== undefined;
    this.#rest = this.#rest === undefined ? bytes : Buffer.concat([this.#rest, bytes]);
    this.#guest.hasBegun = true;
    // Most requests come alone and whole, and pausing costs more than reading them.
    if (isMore) this.#socket.pause();
    this.#goOn();
  };

  /** The server would give up what has not been parsed yet. */
  readonly #noteEnd = (): void => {
    this.#hasEnded = true;
    if (this.#rest === undefined && this.#inWork !== PLAIN) this.#finish();
  };

  #goOn(): void {
    if (this.#isInLine || !this.#mayParse()) return;
    this.#isInLine = true;
    this.#pace.turns.line(this.#guest.group, this.#findErrand(), this.#step);
  }

  /** By the first letter of its method: POST, PUT, DELETE. The rest of a request goes with it. */
  #findErrand(): Errand {
    if (this.#inWork !== undefined || this.#tail !== '') return this.#errand;
    const letter = this.#rest?.[0];
    this.#errand = letter === LETTER_P || letter === LETTER_D ? 'act' : 'look';
    return this.#errand;
  }

  #mayParse(): boolean {
    if (this.#rest === undefined) return false;
    return this.#inWork === undefined || !this.#inWork.complete;
  }

  readonly #step = (): void => {
    const socket = this.#socket;
    this.#isInLine = false;
    if (this.#servePlain()) return;
    for (let parsed = 0; parsed < STEP_BYTES && !socket.destroyed && this.#mayParse(); ) {
      if (socket.writableNeedDrain) {
        socket.once('drain', () => this.#goOn());
        return;
      }
      const piece = this.#takePiece();
      parsed += piece.length;
      this.#parse(piece);
      this.#noteUnwanted(piece.length);
    }
    if (this.#isShut || socket.destroyed) return;
    this.#guest.hasBegun = this.#rest !== undefined || this.#tail !== '';
    if (this.#rest !== undefined) this.#goOn();
    else if (this.#hasEnded) this.#finish();
    else if (socket.isPaused()) socket.resume();
  };

  /** Serves the next request without Node's parser, if that is between requests and this plain. */
  #servePlain(): boolean {
    const [bytes, socket] = [this.#rest, this.#socket];
    if (bytes === undefined || !this.#isBetween() || !this.#mayParse()) return false;
    if (socket.destroyed || socket.writableNeedDrain) return false;
    const request = findPlainRequest(bytes, socket);
    const serve = request && this.#pace.findPlain(request);
    if (request === undefined || serve === undefined) return false;
    this.#rest = request.bytes === bytes.length ? undefined : bytes.subarray(request.bytes);
    this.#inWork = PLAIN;
    this.#guest.state = 'working';
    this.#guest.hasBegun = this.#rest !== undefined;
    const { timeout = 0 } = socket;
    socket.setTimeout(this.#pace.stalledMillis);
    serve(
      new PlainAnswer(socket, this.#pace, ({ shouldKeepAlive }) => {
        socket.setTimeout(timeout);
        if (!shouldKeepAlive) socket.destroySoon();
        else if (this.#hasEnded && this.#rest === undefined) this.#finish();
        this.#beIdle();
      }),
    );
    return true;
  }

  #isBetween(): boolean {
    const isWhole = this.#tail === '' && this.#bodyLeft === 0 && this.#unwanted === undefined;
    return this.#isFamiliar && isWhole;
  }

  /** Reads a limited number of further bytes, so that the client can still read the answer. */
  #discard(bytes: number): void {
    this.#discarded += bytes;
    if (this.#discarded > UNWANTED_BYTES_MAX) this.#socket.destroy();
  }

  #noteUnwanted(bytes: number): void {
    const unwanted = this.#unwanted;
    if (unwanted === undefined) return;
    if (unwanted.message.complete) {
      this.#unwanted = undefined;
      return;
    }
    unwanted.bytes += bytes;
    if (unwanted.bytes > UNWANTED_BYTES_MAX) this.#socket.destroy();
  }

  #takePiece(): Buffer {
    const bytes = this.#rest ?? Buffer.alloc(0);
    const isBody = this.#bodyLeft > 0;
    const next = bytes.subarray(0, STEP_BYTES);
    const wanted = isBody ? this.#bodyLeft : countToHeadEnd(this.#tail, next);
    const piece = next.subarray(0, wanted);
    if (isBody) this.#bodyLeft -= piece.length;
    this.#tail = isBody ? '' : tailAfter(this.#tail, piece);
    this.#rest = piece.length === bytes.length ? undefined : bytes.subarray(piece.length);
    return piece;
  }
}

/** Stands for a request that is here whole. */
const PLAIN = { complete: true };
/** The end of a head. It is found even if its bytes arrive one by one. */
const END = '\r\n\r\n';
const END_BYTES = Buffer.from(END, 'latin1');
/** Up to three bytes before the next piece: they may be the beginning of an end of a head. */
type Tail = string;

/** Returns the number of bytes up to the next end of a head; all bytes if there is none. */
function countToHeadEnd(tail: Tail, bytes: Buffer): number {
  for (let begun = Math.min(tail.length, END.length - 1); begun > 0; begun -= 1) {
    const missing = END.length - begun;
    if (bytes.length < missing || !tail.endsWith(END.slice(0, begun))) continue;
    if (bytes.toString('latin1', 0, missing) === END.slice(begun)) return missing;
  }
  const at = bytes.indexOf(END_BYTES);
  return at < 0 ? bytes.length : at + END.length;
}

/** Returns the new tail. It is empty after a complete end, which cannot belong to the next one. */
function tailAfter(tail: Tail, bytes: Buffer): Tail {
  const last = tail + bytes.toString('latin1', Math.max(0, bytes.length - END.length));
  return last.endsWith(END) ? '' : last.slice(1 - END.length);
}

type Work = () => void;
/** Whether somebody wants to change something, or to be shown something. */
export type Errand = 'act' | 'look';

/**
 * Shares the event loop among addresses. Work waits in one queue per address, the addresses take
 * turns, and one turn of the loop does a limited amount of work. An address that asks for much
 * waits behind its own work; the others wait for at most one piece of it. Who wants to change
 * something goes before those who only look: a thousand addresses that poll candles are polite
 * each by itself, and together half a second of work. The lookers still get their share.
 */
export type Turns = ReturnType<typeof createTurns>;

/** Enough for a few dozen requests, and short compared with the time of an order. */
const SLICE_MILLIS = 1;
/** Acts that go before a look that waits. */
const ACTS_PER_LOOK = 8;

export function createTurns(sliceMillis: number = SLICE_MILLIS) {
  const lines: Record<Errand, Lines> = { act: new Lines(), look: new Lines() };
  let actsInARow = 0;
  const isAnyWaiting = (): boolean => !lines.act.isEmpty || !lines.look.isEmpty;
  const takeWork = (): Work | undefined => {
    const isLookDue = lines.act.isEmpty || (!lines.look.isEmpty && actsInARow >= ACTS_PER_LOOK);
    actsInARow = isLookDue ? 0 : actsInARow + 1;
    return (isLookDue ? lines.look : lines.act).next();
  };
  let isBusy = false;
  let endsAt = 0;
  const begin = (): void => {
    endsAt = performance.now() + sliceMillis;
    step();
  };
  const step = (): void => {
    const work = takeWork();
    isBusy = work !== undefined;
    if (work === undefined) return;
    try {
      work();
    } finally {
      isBusy = isAnyWaiting();
      // The microtasks of a piece run, and are timed, before the next piece.
      if (isBusy) queueMicrotask(() => nextTick(goOn));
    }
  };
  const goOn = (): void => {
    if (performance.now() < endsAt) step();
    else setImmediate(begin);
  };
  return {
    /** Queues a piece of work. The errands of one kind of an address are done in their order. */
    line: (group: string, errand: Errand, work: Work): void => {
      lines[errand].add(group, work);
      if (isBusy) return;
      isBusy = true;
      setImmediate(begin);
    },
  };
}

/** So many addresses keep an empty line: see OrderTable for what maps cost that change. */
const KNOWN_MAX = 1_024;

/** The queues of the addresses, which take turns. */
class Lines {
  #known = new Map<string, Work[]>();
  #knownMax = KNOWN_MAX;
  /** Those with work. The one whose turn it is comes first. */
  readonly #waiting: Work[][] = [];

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  add(group: string, work: Work): void {
    const line = this.#known.get(group) ?? [];
    if (line.length === 0) this.#known.set(group, line);
    if (line.push(work) === 1) this.#waiting.push(line);
  }

  next(): Work | undefined {
    const line = this.#waiting.shift() ?? [];
    const work = line.shift();
    // The address goes to the end, so that the others come first.
    if (line.length > 0) this.#waiting.push(line);
    else if (this.#known.size > this.#knownMax) {
      this.#known = new Map([...this.#known].filter(([, { length }]) => length > 0));
      this.#knownMax = Math.max(KNOWN_MAX, 2 * this.#known.size);
    }
    return work;
  }
}
