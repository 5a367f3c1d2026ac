/**
 * All open connections, by address. An address may have a limited number. When the total limit is
 * reached, the address with the most connections loses its oldest idle one to a newcomer that has
 * fewer. An address that is shut out cannot connect again meanwhile. All of this is decided before
 * any work is done for a connection, so a refused one costs next to nothing.
 */
import type { Socket } from 'node:net';
import { addressGroup, findAddress } from '../address.ts';
import { WaitingRoom } from './waiting-room.ts';

interface CrowdTerms {
  readonly connectionsMax: number;
  readonly connectionsPerAddressMax: number;
}

interface CrowdParts {
  readonly terms: CrowdTerms;
  /** A trusted proxy serves many clients, so its connections are not limited as one. */
  readonly isTrusted: (address: string) => boolean;
  readonly isShutOut: (group: string) => boolean;
}

export interface Guest {
  /** What is read of it: with TLS, from the end of the handshake on, what was decrypted. */
  socket: Socket;
  readonly group: string;
  readonly isTrusted: boolean;
  /** Between requests, serving one, or upgraded to a WebSocket. */
  state: 'idle' | 'working' | 'socket';
  /** Whether a part of its next request has come. */
  hasBegun: boolean;
  /** Whether the connection is cut after its request is answered. */
  isDismissed: boolean;
}

/** Why a connection was not let in. */
type TurnedAway = 'address-full' | 'house-full' | 'shut-out';

export class Crowd {
  readonly #parts: CrowdParts;
  readonly #guests = new Map<string, Set<Guest>>();
  /** All open connections, including those of trusted proxies. */
  readonly #open = new Set<Guest>();
  readonly #bySocket = new WeakMap<object, Guest>();
  readonly #tally = new Tally();
  readonly turnedAway: Record<TurnedAway, number> = {
    'address-full': 0,
    'house-full': 0,
    'shut-out': 0,
  };
  readonly #waitingRoom = new WaitingRoom();
  /** Whether the next connection goes to the waiting room. */
  #isNextToWait = false;

  constructor(parts: CrowdParts) {
    this.#parts = parts;
  }

  get count(): number {
    return this.#open.size;
  }

  /**
   * Returns whether a connection is closed at once. Called before any work is done for it. Makes
   * room for it if that is fair.
   */
  isUnwelcome(address: string): boolean {
    const reason = this.#findReason(address);
    if (reason !== undefined) this.turnedAway[reason] += 1;
    this.#isNextToWait = reason !== undefined && !this.#waitingRoom.isFull;
    return reason !== undefined && !this.#isNextToWait;
  }

  #findReason(address: string): TurnedAway | undefined {
    const { terms, isTrusted, isShutOut } = this.#parts;
    const trusted = isTrusted(address);
    const group = groupOf(address);
    if (!trusted && isShutOut(group)) return 'shut-out';
    const own = trusted ? 0 : this.#tally.countOf(group);
    if (own >= terms.connectionsPerAddressMax) return 'address-full';
    return this.count < terms.connectionsMax || this.#makeRoom(own) ? undefined : 'house-full';
  }

  /** Returns undefined if the connection is refused; it is then already handled. */
  enter(socket: Socket): Guest | undefined {
    const mustWait = this.#isNextToWait;
    this.#isNextToWait = false;
    const address = socket.remoteAddress;
    // A client that has already hung up has no address.
    if (address === undefined) socket.destroy();
    else if (mustWait) this.#waitingRoom.enter(socket);
    else return this.#add(socket, address);
    return undefined;
  }

  /** Empties the waiting room. */
  close(): void {
    this.#waitingRoom.close();
  }

  /** Cuts those who ask nothing. */
  endIdle(): void {
    for (const { state, hasBegun, socket } of this.#open)
      if (state === 'idle' && !hasBegun) socket.destroy();
  }

  /** Cuts all open connections. */
  cut(): void {
    for (const { socket } of this.#open) socket.destroy();
  }

  #add(socket: Socket, address: string): Guest {
    const isTrusted = this.#parts.isTrusted(address);
    const group = groupOf(address);
    const guest: Guest = {
      socket,
      group,
      isTrusted,
      state: 'idle',
      hasBegun: false,
      isDismissed: false,
    };
    this.#open.add(guest);
    this.#bySocket.set(socket, guest);
    if (!isTrusted) {
      this.#tally.add(group);
      const others = this.#guests.get(group) ?? new Set();
      this.#guests.set(group, others.add(guest));
    }
    socket.once('close', () => this.#leave(guest));
    return guest;
  }

  /** The handshake of a connection is over: from now on it is read through this socket. */
  secure(guest: Guest, socket: Socket): void {
    guest.socket = socket;
    this.#bySocket.set(socket, guest);
  }

  find(socket: object): Guest | undefined {
    return this.#bySocket.get(socket);
  }

  #leave(guest: Guest): void {
    const { group } = guest;
    this.#open.delete(guest);
    if (guest.isTrusted) return;
    const others = this.#guests.get(group);
    // A connection that lost its place to a newcomer is already removed.
    if (others?.delete(guest) === true) this.#tally.remove(group);
    if (others?.size === 0) this.#guests.delete(group);
  }

  /** Takes a place from the largest address, unless the newcomer would then have as many. */
  #makeRoom(own: number): boolean {
    const largest = this.#tally.findLargest();
    if (largest === undefined || largest.count < own + 2) return false;
    const guests = [...(this.#guests.get(largest.group) ?? [])];
    const guest =
      guests.find(({ state }) => state === 'idle') ??
      guests.find(({ state }) => state === 'working') ??
      guests[0];
    if (guest === undefined) return false;
    this.#guests.get(largest.group)?.delete(guest);
    this.#tally.remove(largest.group);
    guest.socket.destroy();
    return true;
  }

  /**
   * Disconnects an address that is shut out. Returns whether the given connection belongs to it.
   * The caller then ends that one with the answer. WebSockets have their own limits and stay open.
   */
  dismiss(group: string, spokeOver: object | null): boolean {
    const speaker = spokeOver === null ? undefined : this.find(spokeOver);
    if (speaker === undefined || speaker.isTrusted || speaker.group !== group) return false;
    for (const guest of this.#guests.get(group) ?? []) {
      guest.isDismissed = true;
      if (guest.state === 'idle' && guest !== speaker) guest.socket.destroy();
    }
    return true;
  }
}

/** The group of most addresses is the address itself. */
function groupOf(text: string): string {
  const plain = text.startsWith('::ffff:') ? text.slice('::ffff:'.length) : text;
  if (!plain.includes(':')) return plain;
  const address = findAddress(text);
  return address === undefined ? text : addressGroup(address);
}

/** Counts by group, and knows at once which group has the most. */
export class Tally {
  readonly #counts = new Map<string, number>();
  /** Groups by their count. */
  readonly #byCount = new Map<number, Set<string>>();
  #most = 0;

  countOf(group: string): number {
    return this.#counts.get(group) ?? 0;
  }

  /** Returns one of the groups with the most. */
  findLargest(): { readonly group: string; readonly count: number } | undefined {
    for (const group of this.#byCount.get(this.#most) ?? []) return { group, count: this.#most };
    return undefined;
  }

  add(group: string): void {
    this.#change(group, 1);
  }

  remove(group: string): void {
    this.#change(group, -1);
  }

  #change(group: string, by: 1 | -1): void {
    const before = this.countOf(group);
    const after = before + by;
    const left = this.#byCount.get(before);
    left?.delete(group);
    if (left?.size === 0) this.#byCount.delete(before);
    if (after <= 0) this.#counts.delete(group);
    else {
      this.#counts.set(group, after);
      const joined = this.#byCount.get(after) ?? new Set();
      this.#byCount.set(after, joined.add(group));
    }
    if (after > this.#most) this.#most = after;
    else if (before === this.#most && !this.#byCount.has(before)) this.#most = Math.max(0, after);
  }
}
