/**
 * The gateway's end of the socket to the process with the files. Questions of one turn of the loop
 * go in one message. When the connection is lost, questions under way fail, and the link connects
 * again; it counts as connected once everything that was missed has been read. If that takes too
 * long, the gateway is of no use and ends.
 */
import { createConnection, type Socket } from 'node:net';
import { VenueUnavailable } from '../venue.ts';
import {
  type Asked,
  type BatchRefusal,
  binaryMessage,
  type Hello,
  jsonIn,
  jsonMessage,
  MessageReader,
  ReckoningWriter,
  readReckonings,
  TO_GATEWAY,
  TO_OWNER,
  type Welcome,
} from './messages.ts';

export interface LinkHearer {
  readonly records: (bytes: Buffer) => void;
  readonly caughtUp: (seq: number) => void;
  readonly verdict: (verdict: BatchRefusal) => void;
  /** The next message is heard once it is heeded. */
  readonly notice: (topic: string, value: never) => void;
  /** Connected, for the first time or again; what was missed is still to be read. */
  readonly welcome: (welcome: Welcome) => void;
  /** Not reached again in time. */
  readonly ended: (because: string) => void;
}

export interface LinkParts {
  readonly path: string;
  readonly hello: Hello;
  readonly hearer: LinkHearer;
}

/** The process with the files is of the same version: a topic has the form it should have. */
type HeardNotice = readonly [number: number, topic: string, value: never];
type HeardAnswer = readonly [id: number, value: unknown, because?: string];

/** What is asked is answered in the form of its topic; `resolve` takes it on trust. */
interface Waiting {
  resolve(value: unknown): void;
  readonly reject: (error: Error) => void;
}

/**
 * The other process speaks several times a second. If it says nothing while it is asked, callers
 * wait no longer than this. Looks are counted, not seconds: whoever was stopped itself has missed
 * nothing yet.
 */
const LOOK_MILLIS = 500;
const SILENT_LOOKS_MAX = 6;

/**
 * While so many questions wait for their answers, further ones gather for a moment: each message
 * wakes the other process, which has to do for all gateways. A batch takes them along.
 */
const CROWD = 8;
const GATHER_MILLIS = 2;

/** Beyond all questions that wait, and within four bytes. */
const IDS = 2 ** 32;

const RETRY_MILLIS = 50;
/** The process with the files is on this machine: one that does not take calls is gone. */
const GIVE_UP_MILLIS = 2_000;

export class OwnerLink {
  readonly #parts: LinkParts;
  readonly #waiting = new Map<number, Waiting>();
  readonly #reckonings = new ReckoningWriter();
  #socket: Socket | undefined;
  #asked: Asked[] = [];
  #isFlushing = false;
  #lastId = 0;
  #isClosed = false;
  #lostAt: number | undefined;
  /** Looks since anything was heard, while somebody waited. */
  #silentLooks = 0;
  readonly #watch: NodeJS.Timeout;

  constructor(parts: LinkParts) {
    this.#parts = parts;
    this.#lostAt = performance.now();
    this.#connect();
    this.#watch = setInterval(() => this.#look(), LOOK_MILLIS).unref();
  }

  /** Whether the other process is there, and answers. */
  get isReached(): boolean {
    return this.#isConnected && this.#silentLooks < SILENT_LOOKS_MAX;
  }

  get #isConnected(): boolean {
    return this.#lostAt === undefined;
  }

  /** Rejects with VenueUnavailable while the other process is not reached. */
  ask<Answer>(topic: string, value: unknown): Promise<Answer> {
    return this.#expect((id) => this.#say([id, topic, value]));
  }

  /** The same for what is a name and numbers, and so is answered. */
  reckon(name: string, numbers: readonly number[]): Promise<readonly number[]> {
    return this.#expect((id) => {
      this.#reckonings.add(id, name, numbers);
      this.#flushSoon();
    });
  }

  /** Nobody waits for an answer; what is told while the connection is lost is forgotten. */
  tell(topic: string, value: unknown): void {
    if (this.#isConnected) this.#say([0, topic, value]);
  }

  follow(from: number): void {
    this.#socket?.write(jsonMessage(TO_OWNER.follow, from));
  }

  append(batch: Uint8Array): void {
    // One that is lost here is sent again once the connection is there.
    if (!this.#isConnected) return;
    this.#flush();
    this.#socket?.write(binaryMessage(TO_OWNER.batch, batch));
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#watch);
    this.#socket?.end();
    this.#failWaiting();
  }

  #expect<Answer>(ask: (id: number) => void): Promise<Answer> {
    if (!this.isReached) return Promise.reject(lostError());
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    this.#lastId = (this.#lastId + 1) % IDS || 1;
    this.#waiting.set(this.#lastId, { resolve, reject });
    ask(this.#lastId);
    return promise;
  }

  #say(asked: Asked): void {
    this.#asked.push(asked);
    this.#flushSoon();
  }

  #flushSoon(): void {
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    const flush = (): void => this.#flush();
    // After everything that this turn of the loop reads from clients.
    if (this.#waiting.size < CROWD) setImmediate(flush);
    else setTimeout(flush, GATHER_MILLIS);
  }

  #flush(): void {
    this.#isFlushing = false;
    const asked = this.#asked;
    this.#asked = [];
    if (asked.length > 0) this.#socket?.write(jsonMessage(TO_OWNER.ask, asked));
    if (!this.#reckonings.isEmpty)
      this.#socket?.write(binaryMessage(TO_OWNER.reckon, this.#reckonings.take()));
  }

  #connect(): void {
    const socket = createConnection(this.#parts.path);
    const reader = new MessageReader((kind, payload) => this.#hear(kind, payload));
    let why = 'the connection was closed';
    this.#socket = socket;
    socket.on('connect', () => {
      socket.write(jsonMessage(TO_OWNER.hello, this.#parts.hello));
    });
    socket.on('data', (part) => {
      try {
        reader.push(part);
      } catch (error) {
        socket.destroy();
        this.#end(error instanceof Error ? error.message : String(error));
      }
    });
    socket.on('error', (error) => {
      why = error.message;
    });
    socket.on('close', () => this.#lose(why));
  }

  #hear(kind: number, payload: Buffer): void {
    const { hearer } = this.#parts;
    this.#silentLooks = 0;
    switch (kind) {
      case TO_GATEWAY.records:
        hearer.records(payload);
        return;
      case TO_GATEWAY.answer:
        for (const answered of jsonIn<readonly HeardAnswer[]>(payload)) this.#settle(answered);
        return;
      case TO_GATEWAY.reckoned:
        for (const { id, numbers } of readReckonings(payload)) this.#settle([id, numbers]);
        return;
      case TO_GATEWAY.notice: {
        const [number, topic, value] = jsonIn<HeardNotice>(payload);
        hearer.notice(topic, value);
        // What heeding it led to is heard first.
        this.#flush();
        if (number > 0) this.#socket?.write(jsonMessage(TO_OWNER.heard, number));
        return;
      }
      case TO_GATEWAY.verdict:
        hearer.verdict(jsonIn<BatchRefusal>(payload));
        return;
      case TO_GATEWAY.caughtUp:
        this.#lostAt = undefined;
        hearer.caughtUp(jsonIn<number>(payload));
        return;
      case TO_GATEWAY.welcome:
        hearer.welcome(jsonIn<Welcome>(payload));
        return;
      default:
    }
  }

  #settle([id, value, because]: HeardAnswer): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (because === undefined) waiting?.resolve(value);
    else waiting?.reject(new Error(because));
  }

  #look(): void {
    if (this.#waiting.size === 0) return;
    this.#silentLooks += 1;
    if (this.#silentLooks >= SILENT_LOOKS_MAX) this.#failWaiting();
  }

  #lose(because: string): void {
    this.#asked = [];
    this.#reckonings.take();
    this.#failWaiting();
    if (this.#isClosed) return;
    this.#lostAt ??= performance.now();
    if (performance.now() - this.#lostAt > GIVE_UP_MILLIS) this.#end(because);
    else setTimeout(() => this.#connect(), RETRY_MILLIS);
  }

  #end(because: string): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#parts.hearer.ended(because);
  }

  #failWaiting(): void {
    for (const { reject } of this.#waiting.values()) reject(lostError());
    this.#waiting.clear();
  }
}

const lostError = (): VenueUnavailable => new VenueUnavailable('cut-off', NOT_REACHED);

export const NOT_REACHED = 'the process with the files is not reached at the moment';
