/**
 * Refused connections wait here before they are closed. They are not read. The wait slows down a
 * client that reconnects immediately, which then costs far less. Connections leave a few at a time,
 * so that many that came together do not return together. When the room is full, a connection is
 * closed at once.
 */

import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { clearInterval, setInterval } from '../../machine/timers.ts';

const WAITING_MAX = 500;
const WAITING_MILLIS = 1_000;
const LOOK_MILLIS = 10;
/** A full room empties in a second and a quarter. */
const LEAVING_MAX = 4;

interface Waiting {
  readonly socket: Socket;
  readonly until: number;
}

export class WaitingRoom {
  /** The connections, oldest first. */
  readonly #waiting: Waiting[] = [];
  #timer: NodeJS.Timeout | undefined;

  get isFull(): boolean {
    return this.#waiting.length >= WAITING_MAX;
  }

  enter(socket: Socket): void {
    socket.on('error', () => undefined);
    this.#waiting.push({ socket, until: performance.now() + WAITING_MILLIS });
    this.#timer ??= setInterval(() => this.#letGo(), LOOK_MILLIS);
  }

  close(): void {
    for (const { socket } of this.#waiting.splice(0)) socket.destroy();
    this.#letGo();
  }

  #letGo(): void {
    const now = performance.now();
    for (let left = 0; left < LEAVING_MAX; left += 1) {
      const [first] = this.#waiting;
      if (first === undefined || first.until > now) break;
      this.#waiting.shift();
      first.socket.destroy();
    }
    if (this.#waiting.length > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
