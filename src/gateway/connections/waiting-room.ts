/**
 * Where connections end that are not let in. They are not read, and closed a moment later, not at
 * once: who comes back whenever it is thrown out is slowed down by that, and costs far less. Only
 * so many wait here; beyond that a connection is closed at once.
 */
import type { Socket } from 'node:net';

const WAITING_MAX = 500;
const WAITING_MILLIS = 1_000;

export class WaitingRoom {
  #waiting: Socket[] = [];
  /** Those of the period before, which are closed at its end. */
  #leaving: Socket[] = [];
  #timer: NodeJS.Timeout | undefined;

  get isFull(): boolean {
    return this.#waiting.length + this.#leaving.length >= WAITING_MAX;
  }

  enter(socket: Socket): void {
    socket.on('error', () => undefined);
    this.#waiting.push(socket);
    this.#timer ??= setTimeout(() => this.#turn(), WAITING_MILLIS / 2);
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const socket of [...this.#leaving, ...this.#waiting]) socket.destroy();
    this.#leaving = [];
    this.#waiting = [];
  }

  #turn(): void {
    for (const socket of this.#leaving) socket.destroy();
    this.#leaving = this.#waiting;
    this.#waiting = [];
    const isEmpty = this.#leaving.length === 0;
    this.#timer = isEmpty ? undefined : setTimeout(() => this.#turn(), WAITING_MILLIS / 2);
  }
}
