/**
 * The processes with the doors. Each is started again when it ends, ever more slowly if it keeps
 * ending, and ended if it does not answer. All listen at one socket. When this process ends,
 * however it does, they notice and end as well.
 */

import { type ChildProcess, fork } from 'node:child_process';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import net, { createServer, type Server, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { getSystemErrorName } from 'node:util';
import { assert } from '../../domain/assert.ts';
import type { GatewayRow } from '../../gateway/admin/admin-route.ts';
import type { ListenPlace } from '../../gateway/http-server.ts';
import { clearInterval, clearTimeout, setInterval, setTimeout } from '../../machine/timers.ts';
import type { Logger } from '../../venue/logger.ts';
import { type DoorPlace, findDoorPlace } from '../door-place.ts';
import { ANSWER, type ChildMessage, CONNECTION, type FailureFacts, STOP } from './facts.ts';

export interface ChildrenParts {
  readonly count: number;
  readonly folder: string;
  /** The script that the command line names. */
  readonly script: string;
  readonly host: string;
  readonly port: number;
  readonly logger: Logger;
  readonly stop: AbortSignal | undefined;
}

interface Child {
  readonly number: number;
  process: ChildProcess | undefined;
  isOpen: boolean;
  /** How often it was asked since it answered last. */
  unanswered: number;
  /** How often it ended soon after it was started. */
  failures: number;
}

const FIRST_REST_MILLIS = 200;
const LONGEST_REST_MILLIS = 5_000;
/** One that ran for so long had no trouble starting. */
const STEADY_MILLIS = 10_000;
/** Longer than a gateway needs to answer what is under way; well within what a stop may last. */
const STOP_MILLIS = 2_500;
/**
 * A gateway that hangs for half of what is promised is replaced in the other half. Questions are
 * counted, not seconds: after a rest of the whole machine nobody is found silent.
 */
const ASK_MILLIS = 500;
const UNANSWERED_MAX = 5;
/** Where a gateway finds the socket: behind its three streams and the channel to this process. */
const DOOR_FD = 4;

export class GatewayChildren {
  readonly #parts: ChildrenParts;
  readonly #children: Child[];
  /** Whether all were open once. */
  #isOpen = false;
  #isStopping = false;
  #door: SharedDoor | undefined;
  /** Takes connections and hands them on, where the socket cannot be shared. */
  #server: Server | undefined;
  #asking: NodeJS.Timeout | undefined;
  #turn = 0;

  constructor(parts: ChildrenParts) {
    this.#parts = parts;
    this.#children = Array.from({ length: parts.count }, (_, at) => {
      return { number: at + 1, process: undefined, isOpen: false, unanswered: 0, failures: 0 };
    });
  }

  /** Without a pid while it is being started again. */
  list(): GatewayRow[] {
    return this.#children.map(({ number, process, isOpen }) => {
      return { number, pid: process?.pid ?? null, isOpen };
    });
  }

  /** Resolves when all doors are open. Rejects if one cannot be opened; then none stays. */
  async start(): Promise<DoorPlace> {
    const { stop } = this.#parts;
    const end = (): void => void this.stop();
    stop?.addEventListener('abort', end, { once: true });
    try {
      const door = await bindSharedDoor(this.#parts);
      this.#door = door;
      await Promise.all(this.#children.map((child) => this.#open(child)));
      this.#isOpen = true;
      this.#asking = setInterval(() => this.#askAll(), ASK_MILLIS).unref();
      return door === undefined ? await this.#listen() : door.place;
    } catch (error) {
      await this.stop();
      throw error;
    } finally {
      stop?.removeEventListener('abort', end);
    }
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#asking);
    this.#server?.close();
    this.#door?.close();
    this.#door = undefined;
    await Promise.all(this.#children.map(({ process }) => endProcess(process)));
  }

  async #open(child: Child): Promise<void> {
    const { folder, script, stop } = this.#parts;
    const fd = this.#door?.fd;
    const where = fd === undefined ? [] : ['--door', DOOR_FD];
    const words = ['--number', child.number, '--data', folder, ...where];
    const started = fork(script, ['gateway', ...words.map(String)], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc', ...(fd === undefined ? [] : [fd])],
    });
    child.process = started;
    child.unanswered = 0;
    const startedAt = performance.now();
    const opened = Promise.withResolvers<void>();
    opened.promise.catch(() => undefined);
    started.on('message', (message: ChildMessage) => {
      child.unanswered = 0;
      if (message.kind === 'failed') opened.reject(toError(message.error));
      if (message.kind !== 'open') return;
      child.isOpen = true;
      opened.resolve();
    });
    started.on('error', opened.reject);
    started.on('exit', (code, signal) => {
      opened.reject(new Error(`gateway ${child.number} ended with ${code ?? signal}`));
      child.process = undefined;
      child.isOpen = false;
      const isSteady = performance.now() - startedAt > STEADY_MILLIS;
      if (this.#isOpen) this.#startAgain(child, isSteady, String(code ?? signal));
    });
    stop?.throwIfAborted();
    return opened.promise;
  }

  #askAll(): void {
    for (const child of this.#children) {
      const { process, number, unanswered } = child;
      if (!child.isOpen || process === undefined) continue;
      child.unanswered += 1;
      if (unanswered < UNANSWERED_MAX) process.send(ANSWER, () => undefined);
      else if (process.kill('SIGKILL'))
        this.#parts.logger('error', 'a gateway does not answer and is ended', { number });
    }
  }

  async #listen(): Promise<DoorPlace> {
    const { host, port } = this.#parts;
    const server = createServer({ pauseOnConnect: true }, (socket) => this.#handOn(socket));
    this.#server = server;
    await once(server.listen({ host, port }), 'listening');
    return findDoorPlace({ server });
  }

  #handOn(socket: Socket): void {
    const open = this.#children.filter(({ isOpen }) => isOpen);
    const child = inTurn(open, this.#turn);
    this.#turn += 1;
    if (child?.process === undefined) socket.destroy();
    else child.process.send(CONNECTION, socket);
  }

  #startAgain(child: Child, wasSteady: boolean, outcome: string): void {
    if (this.#isStopping) return;
    child.failures = wasSteady ? 0 : child.failures + 1;
    const rest = Math.min(LONGEST_REST_MILLIS, FIRST_REST_MILLIS * 2 ** child.failures);
    const facts = { number: child.number, outcome, restMillis: Math.round(rest) };
    this.#parts.logger('warn', 'a gateway ended and is started again', facts);
    setTimeout(() => {
      if (!this.#isStopping) this.#open(child).catch(() => undefined);
    }, rest).unref();
  }
}

/** Each gets as many; nobody where there is none. */
export const inTurn = <Item>(all: readonly Item[], turn: number): Item | undefined =>
  all[turn % Math.max(1, all.length)];

async function endProcess(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  if (child.connected) child.send(STOP, () => undefined);
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MILLIS);
  await exited;
  clearTimeout(timer);
}

const toError = ({ message, ...facts }: FailureFacts): Error =>
  Object.assign(new Error(message), facts);

export interface SharedDoor {
  readonly fd: number;
  readonly place: DoorPlace;
  readonly close: () => void;
}

/** What Node binds before it listens; it has no public name. */
interface BoundHandle {
  readonly fd: number;
  readonly getsockname: (out: Partial<DoorPlace>) => number;
  readonly close: () => void;
}

/** Undefined where processes cannot inherit a socket. */
export async function bindSharedDoor({ host, port }: ListenPlace): Promise<SharedDoor | undefined> {
  const bind: unknown = Reflect.get(net, '_createServerHandle');
  if (process.platform === 'win32' || typeof bind !== 'function') return undefined;
  const { address, family } = await lookup(host);
  const handle: unknown = bind(address, port, family);
  if (typeof handle === 'number') throw bindError(handle, address, port);
  assert(isBound(handle), 'a socket can be bound without listening');
  const place: Partial<DoorPlace> = {};
  // A port that is taken is told here, not before.
  const fault = handle.getsockname(place);
  if (fault !== 0) {
    handle.close();
    throw bindError(fault, address, port);
  }
  const found = { address: place.address ?? address, port: place.port ?? port };
  return { fd: handle.fd, place: found, close: () => handle.close() };
}

const isBound = (handle: unknown): handle is BoundHandle =>
  typeof handle === 'object' && handle !== null && 'fd' in handle && 'getsockname' in handle;

function bindError(fault: number, address: string, port: number): Error {
  const code = getSystemErrorName(fault);
  const error = new Error(`bind ${code} ${address}:${port}`);
  return Object.assign(error, { code, syscall: 'bind', address, port });
}
