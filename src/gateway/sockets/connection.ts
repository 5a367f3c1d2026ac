/**
 * One open socket. Frames are written as finished bytes to the stream below it. This is safe
 * because nothing is compressed, so the library too writes only whole frames. A client that does
 * not read its frames is cut off with a reason and does not delay the others.
 */
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { AccountId } from '../../domain/ids.ts';
import type { Leg } from '../../domain/latency.ts';
import type { Monotonic } from '../../domain/units.ts';
import { clearTimeout, setTimeout } from '../../machine/timers.ts';
import type { Locale, WireError } from '../../wire/errors.ts';
import type { AskedSocket, SocketDialect } from '../../wire/socket-dialect.ts';
import type { ClientAddress } from '../address.ts';
import { type Faults, waitOf } from '../faults/faults.ts';
import { LateFrames } from '../faults/late-frames.ts';
import type { ApiKey } from '../keys/key-record.ts';
import type { Lane, Lateness } from '../lateness.ts';
import { addFrame, type Bundle, joinBundle, type Outbox } from './outbox.ts';
import type { PacedFrames } from './pace-frames.ts';
import type { SocketSettings } from './settings.ts';
import { jsonFrame } from './text-frame.ts';

/** The client at the other end. */
export interface Peer {
  readonly client: ClientAddress;
  readonly locale: Locale;
  readonly dialect: SocketDialect;
  readonly asked: AskedSocket;
  /** Undefined unless the handshake or a login was signed. */
  readonly key: ApiKey | undefined;
  /** The account that the handshake of a public socket named, by its key or a listen key. */
  readonly named?: AccountId | undefined;
}

export interface ConnectionParts {
  readonly socket: WebSocket;
  readonly stream: Duplex;
  /** The pacing of incoming frames, if any. */
  readonly frames?: PacedFrames;
  readonly peer: Peer;
  readonly outbox: Outbox;
  readonly settings: Pick<SocketSettings, 'bufferedBytesMax' | 'closingMillis'>;
  readonly faults?: Faults | undefined;
  readonly lateness?: Lateness;
  readonly now: Monotonic;
}

/** Close codes of RFC 6455. */
export const CLOSE_POLICY = 1_008;
export const CLOSE_GOING = 1_001;

/** Long enough for the reason to arrive. */
export const CUT_OFF_MILLIS = 100;

/** More than an account does while its history is read. */
const HELD_MAX = 10_000;

export class Connection {
  #peer: Peer;
  /** The subscriptions by key, with their names as they were written. */
  readonly channels = new Map<string, string>();
  /** The events that are wanted of a user stream, where not all are. */
  readonly wanted = new Map<string, ReadonlySet<string>>();
  /** The keys by which its channels are read, where each names an address. */
  readonly readers = new Map<string, ApiKey>();
  /** What is told of channels whose first frame has not come yet. */
  readonly #held = new Map<string, Buffer[]>();
  /** Whether its payloads are wrapped, with the name of their channel. */
  isCombined: boolean;
  /** The account that it named, in the handshake or in a frame. */
  named: AccountId | undefined;
  /** Pings sent since the last answer. */
  unanswered = 0;
  /** When it was opened, last pinged and last heard to be alive. */
  readonly openedAt: Monotonic;
  pingedAt: Monotonic;
  aliveAt: Monotonic;
  /** Whether a fault keeps it from sending and reading, though it stays open. */
  isSilent = false;
  readonly #parts: ConnectionParts;
  #key: ApiKey | undefined;
  #pending: Bundle | undefined;
  #closing: NodeJS.Timeout | undefined;
  #late: LateFrames | undefined;
  readonly #lane: Lane = { lastDue: 0 };

  constructor(parts: ConnectionParts) {
    this.#parts = parts;
    this.#peer = parts.peer;
    this.isCombined = parts.peer.asked.isCombined;
    this.named = parts.peer.named;
    this.openedAt = parts.now;
    this.pingedAt = parts.now;
    this.aliveAt = parts.now;
    parts.socket.once('close', () => {
      clearTimeout(this.#closing);
      this.#late?.forget();
    });
  }

  get peer(): Peer {
    return this.#peer;
  }

  get dialect(): SocketDialect {
    return this.#peer.dialect;
  }

  /** The same client, understood in another dialect. It has no channels yet. */
  turnTo(peer: Peer): void {
    this.#peer = peer;
    this.isCombined = peer.asked.isCombined;
  }

  /** Of the handshake, or of a login in a frame. */
  get key(): ApiKey | undefined {
    return this.#key ?? this.peer.key;
  }

  get account(): AccountId | undefined {
    return this.key?.account;
  }

  logIn(key: ApiKey): void {
    this.#key = key;
  }

  /** The account whose faults it meets. */
  get faultAccount(): AccountId | undefined {
    return this.account ?? this.named;
  }

  /** Whether a frame of the book is kept back because the book stands still for it. */
  keepsBack(): boolean {
    const { faults } = this.#parts;
    return faults?.isOn === true && faults.find('stale', this.faultAccount)?.hit() === true;
  }

  get isOpen(): boolean {
    const { socket } = this.#parts;
    return socket.readyState === socket.OPEN;
  }

  /**
   * Sends a frame, together with the others of this turn. What the market or the account is told
   * of comes as late as its latency says.
   */
  send(frame: Buffer, leg?: Leg): void {
    const { lateness } = this.#parts;
    if (leg === undefined || lateness?.isOn !== true) this.#send(frame);
    else lateness.hold(this.#lane, leg, this.faultAccount, () => this.#send(frame));
  }

  #send(frame: Buffer): void {
    const { faults } = this.#parts;
    if (faults?.isOn !== true && this.#late === undefined) this.#add(frame);
    else this.#sendFaulty(frame, faults);
  }

  #add(frame: Buffer): void {
    this.#pending = addFrame(this.#pending ?? this.#parts.outbox.enter(this), frame);
  }

  #sendFaulty(frame: Buffer, faults: Faults | undefined): void {
    if (this.isSilent) return;
    const slow = faults?.find('frame-late', this.faultAccount);
    const wait = slow?.hit() === true ? waitOf(slow) : 0;
    const isTwice = faults?.find('frame-twice', this.faultAccount)?.hit() === true;
    this.#late ??= new LateFrames((due) => this.#add(due));
    this.#late.add(frame, wait);
    if (isTwice) this.#late.add(frame, wait);
  }

  /** Keeps what is told of a channel until its first frame has been sent. */
  holdBack(name: string): void {
    this.#held.set(name, []);
  }

  release(name: string): void {
    const held = this.#held.get(name);
    this.#held.delete(name);
    for (const frame of held ?? []) this.send(frame, 'answer');
  }

  /** Sends a frame of a private channel. */
  sendOwn(name: string, frame: Buffer): void {
    const held = this.#held.get(name);
    if (held === undefined) this.send(frame, 'answer');
    else if (held.length < HELD_MAX) held.push(frame);
    else this.close(CLOSE_POLICY, 'too much to tell');
  }

  tell(value: object, leg?: Leg): void {
    this.send(jsonFrame(value), leg);
  }

  writeOut(): void {
    const pending = this.#pending;
    this.#pending = undefined;
    if (pending === undefined || !this.isOpen) return;
    const { stream, settings } = this.#parts;
    if (stream.writableLength > settings.bufferedBytesMax) {
      const reason = `too slow: ${stream.writableLength} bytes wait to be read`;
      this.close(CLOSE_POLICY, reason);
      return;
    }
    stream.write(joinBundle(pending));
  }

  /** Closes with a reason, and waits a limited time for the client to confirm. */
  close(code: number, reason: string): void {
    this.#end(code, reason, this.#parts.settings.closingMillis);
  }

  /** Ends a client that sends too much. It gets the reason and is not read any more. */
  cutOff(reason: string): void {
    this.#end(CLOSE_POLICY, reason, CUT_OFF_MILLIS);
    this.#parts.frames?.stop();
  }

  /** Cuts the connection without a word. */
  drop(): void {
    this.#parts.socket.terminate();
  }

  /** Sends and reads nothing any more, and stays open. */
  fallSilent(): void {
    this.isSilent = true;
    this.#late?.forget();
    this.#parts.frames?.stop();
  }

  #end(code: number, reason: string, withinMillis: number): void {
    if (this.isSilent) this.drop();
    if (!this.isOpen) return;
    this.writeOut();
    const { socket } = this.#parts;
    socket.close(code, reason);
    this.#closing ??= setTimeout(() => socket.terminate(), withinMillis);
  }
}

/** The subscriptions of a socket. */

export interface Subscriptions {
  /** Returns an error if there is no such channel on this socket. */
  readonly findFault: (connection: Connection, name: string) => WireError | undefined;
  /** Adds a subscriber and sends it the snapshot. The channel must be valid. */
  readonly add: (connection: Connection, name: string) => void;
  readonly remove: (connection: Connection, name: string) => void;
  /** Whether there is no snapshot: a subscriber could not know what it missed. */
  readonly isSilent: (connection: Connection, name: string) => boolean;
  /** Stops: no more events are handled and nothing more is sent. */
  readonly close: () => void;
}
