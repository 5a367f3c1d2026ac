/**
 * The socket at which gateways reach the process with the files. A gateway hands over batches,
 * follows all entries from where it is, and asks what only this process knows. Entries go out as
 * the bytes that became durable, made once for all gateways. One that does not keep up is let go
 * of: it connects again and reads what it missed from the files.
 */
import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { reasonOf } from '../../domain/reason-of.ts';
import { seq } from '../../domain/units.ts';
import { clearTimeout, nextTurn, setImmediate, setTimeout } from '../../machine/timers.ts';
import type { Logger } from '../logger.ts';
import type { FollowedLog } from '../open-venue.ts';
import {
  type BatchRefusal,
  binaryMessage,
  type Hello,
  jsonIn,
  jsonMessage,
  type LinkAnswer,
  MessageReader,
  ReckoningWriter,
  readReckonings,
  TO_GATEWAY,
  TO_OWNER,
} from './messages.ts';

export interface DoorParts {
  readonly path: string;
  readonly journal: FollowedLog;
  readonly engine: number;
  readonly logger: Logger;
  /** What a gateway must know to begin. */
  readonly facts: () => unknown;
  readonly append: (batch: Buffer, tell: (verdict: BatchRefusal) => void) => void;
  /** How questions are answered, by topic; what one throws is told to the gateway that asked. */
  readonly answers: ReadonlyMap<string, AnswerTopic>;
  /** How those in numbers are. */
  readonly reckon: (name: string, numbers: readonly number[]) => readonly number[];
}

/** A gateway is of the same version, so it asks in the form that the topic has. */
export type AnswerTopic = (value: never) => unknown;

type Heard = readonly [id: number, topic: string, value: never];

/** Beyond this a gateway that does not read is let go of: some seconds at full speed. */
const BEHIND_BYTES_MAX = 64 * 1_024 * 1_024;
/** A gateway that does not heed a notice in this time is let go of. */
const HEED_MILLIS = 5_000;

interface Peer {
  readonly socket: Socket;
  name: string;
  /** Whether entries go to it as they become durable. */
  isLive: boolean;
  readonly unheard: Map<number, () => void>;
  answers: LinkAnswer[];
  readonly reckoned: ReckoningWriter;
  /** Whether what it is told goes out at the end of this turn. */
  isTold: boolean;
}

export class OwnerDoor {
  readonly #parts: DoorParts;
  readonly #peers = new Set<Peer>();
  readonly #server: Server;
  #lastNotice = 0;

  constructor(parts: DoorParts) {
    this.#parts = parts;
    this.#server = createServer((socket) => this.#welcome(socket));
    parts.journal.onDurable = (records) => this.#stream(records);
  }

  get names(): string[] {
    return [...this.#peers].flatMap(({ name, isLive }) => (isLive ? [name] : []));
  }

  async listen(): Promise<void> {
    const { path } = this.#parts;
    const isFile = process.platform !== 'win32';
    // Left behind by a process that was killed: the folder is locked, so it is nobody's.
    if (isFile) rmSync(path, { force: true });
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#server.once('error', reject);
    this.#server.listen(path, () => {
      if (isFile) chmodSync(path, 0o600);
      resolve();
    });
    await promise;
  }

  /** Resolves when every gateway has heeded it, or is gone. */
  async notify(topic: string, value: unknown): Promise<void> {
    const number = ++this.#lastNotice;
    const frame = jsonMessage(TO_GATEWAY.notice, [number, topic, value]);
    await Promise.all([...this.#peers].map((peer) => this.#awaitHeard(peer, number, frame)));
  }

  /** Nobody waits for the gateways. */
  announce(topic: string, value: unknown): void {
    const frame = jsonMessage(TO_GATEWAY.notice, [0, topic, value]);
    for (const peer of this.#peers) send(peer, frame);
  }

  async close(): Promise<void> {
    this.#parts.journal.onDurable = undefined;
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const { socket } of this.#peers) socket.destroy();
    await closed;
  }

  #welcome(socket: Socket): void {
    const peer: Peer = {
      socket,
      name: '',
      isLive: false,
      unheard: new Map(),
      answers: [],
      reckoned: new ReckoningWriter(),
      isTold: false,
    };
    const reader = new MessageReader((kind, payload) => this.#hear(peer, kind, payload));
    socket.on('data', (part) => {
      try {
        reader.push(part);
      } catch (error) {
        this.#letGo(peer, reasonOf(error));
      }
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#peers.delete(peer);
      for (const heard of peer.unheard.values()) heard();
    });
  }

  #hear(peer: Peer, kind: number, payload: Buffer): void {
    const { append, facts, journal, engine, logger } = this.#parts;
    switch (kind) {
      case TO_OWNER.ask:
        for (const asked of jsonIn<readonly Heard[]>(payload)) this.#answer(peer, asked);
        return;
      case TO_OWNER.reckon:
        this.#reckon(peer, payload);
        return;
      case TO_OWNER.batch:
        append(payload, (verdict) => send(peer, jsonMessage(TO_GATEWAY.verdict, verdict)));
        return;
      case TO_OWNER.heard: {
        const number = jsonIn<number>(payload);
        peer.unheard.get(number)?.();
        peer.unheard.delete(number);
        return;
      }
      case TO_OWNER.follow:
        this.#follow(peer, jsonIn<number>(payload)).catch((error: unknown) =>
          this.#letGo(peer, reasonOf(error)),
        );
        return;
      case TO_OWNER.hello: {
        const hello = jsonIn<Hello>(payload);
        peer.name = hello.name;
        if (hello.engine !== engine) {
          this.#letGo(peer, `it has engine ${hello.engine}, not ${engine}`);
          return;
        }
        logger('info', 'a gateway is connected', { name: hello.name, pid: hello.pid });
        this.#peers.add(peer);
        send(peer, jsonMessage(TO_GATEWAY.welcome, { id: journal.id, facts: facts() }));
        return;
      }
      default:
        this.#letGo(peer, `it sent a frame of unknown kind ${kind}`);
    }
  }

  #answer(peer: Peer, [id, topic, value]: Heard): void {
    const settle = (answered: LinkAnswer): void => {
      if (id === 0) return;
      peer.answers.push(answered);
      tellSoon(peer);
    };
    const fail = (error: unknown): void => settle([id, null, reasonOf(error)]);
    try {
      const known = this.#parts.answers.get(topic);
      if (known === undefined) throw new Error(`nobody here knows about ${topic}`);
      const answer = known(value);
      if (answer instanceof Promise) answer.then((told) => settle([id, told]), fail);
      else settle([id, answer]);
    } catch (error) {
      fail(error);
    }
  }

  #reckon(peer: Peer, payload: Buffer): void {
    for (const { id, name, numbers } of readReckonings(payload)) {
      try {
        peer.reckoned.add(id, '', this.#parts.reckon(name, numbers));
      } catch (error) {
        peer.answers.push([id, null, reasonOf(error)]);
      }
    }
    tellSoon(peer);
  }

  /** From files as long as there is more, and live from then on. */
  async #follow(peer: Peer, from: number): Promise<void> {
    const { journal } = this.#parts;
    const { socket } = peer;
    let next = from;
    while (next <= journal.durableSeq) {
      for (const piece of journal.readRecords(seq(next))) {
        if (socket.destroyed) return;
        next = piece.seq + 1;
        if (!socket.write(binaryMessage(TO_GATEWAY.records, piece.bytes))) await drained(socket);
        await nextTurn();
      }
    }
    peer.isLive = true;
    send(peer, jsonMessage(TO_GATEWAY.caughtUp, next - 1));
  }

  #stream(records: Uint8Array): void {
    let frame: Buffer | undefined;
    for (const peer of this.#peers) {
      if (!peer.isLive) continue;
      frame ??= binaryMessage(TO_GATEWAY.records, records);
      send(peer, frame);
      if (peer.socket.writableLength > BEHIND_BYTES_MAX)
        this.#letGo(peer, `it is ${peer.socket.writableLength} bytes behind`);
    }
  }

  #awaitHeard(peer: Peer, number: number, frame: Buffer): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(() => this.#letGo(peer, 'it did not heed a notice'), HEED_MILLIS);
    peer.unheard.set(number, () => {
      clearTimeout(timer);
      resolve();
    });
    send(peer, frame);
    return promise;
  }

  #letGo(peer: Peer, because: string): void {
    this.#parts.logger('warn', 'a gateway is let go of', { name: peer.name, because });
    peer.socket.destroy();
  }
}

/** In its order, behind the answers that were given before. */
function send(peer: Peer, frame: Buffer): void {
  if (peer.socket.destroyed) return;
  tellSoon(peer);
  writeAnswers(peer);
  peer.socket.write(frame);
}

/** All of one turn of the loop goes out in one write, which costs more than what is in it. */
function tellSoon(peer: Peer): void {
  if (peer.isTold) return;
  peer.isTold = true;
  peer.socket.cork();
  setImmediate(() => {
    peer.isTold = false;
    if (peer.socket.destroyed) return;
    writeAnswers(peer);
    peer.socket.uncork();
  });
}

function writeAnswers(peer: Peer): void {
  const { socket, answers, reckoned } = peer;
  if (answers.length > 0) socket.write(jsonMessage(TO_GATEWAY.answer, answers));
  if (!reckoned.isEmpty) socket.write(binaryMessage(TO_GATEWAY.reckoned, reckoned.take()));
  peer.answers = [];
}

function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      socket.off('drain', done).off('close', done);
      resolve();
    };
    socket.on('drain', done).on('close', done);
  });
}
