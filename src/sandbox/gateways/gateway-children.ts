/**
 * The processes with the doors. Each is started again when it ends, ever more slowly if it keeps
 * ending. All listen at one port. When this process ends, however it does, they notice and end as
 * well.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import type { GatewayRow } from '../../gateway/admin/admin-route.ts';
import type { Log } from '../../venue/log.ts';
import { type DoorPlace, findDoorPlace } from '../door-place.ts';
import { type ChildMessage, CONNECTION, type FailureFacts, STOP } from './facts.ts';

export interface ChildrenParts {
  readonly count: number;
  readonly folder: string;
  /** The script that the command line names. */
  readonly script: string;
  readonly host: string;
  readonly port: number;
  /** Whether they all listen there; otherwise this process does, and hands connections on. */
  readonly sharesPort: boolean;
  readonly log: Log;
  readonly stop: AbortSignal | undefined;
}

interface Child {
  readonly number: number;
  process: ChildProcess | undefined;
  isOpen: boolean;
  /** How often it ended soon after it was started. */
  failures: number;
}

/** Where several processes can listen at one port, and the system deals connections out. */
export const PORT_SHARING_SYSTEMS: ReadonlySet<string> = new Set([
  'linux',
  'freebsd',
  'dragonfly',
  'sunos',
  'aix',
]);

const FIRST_REST_MILLIS = 200;
const LONGEST_REST_MILLIS = 5_000;
/** One that ran for so long had no trouble starting. */
const STEADY_MILLIS = 10_000;
/** Longer than a gateway needs to answer what is under way; well within what a stop may last. */
const STOP_MILLIS = 2_500;

export class GatewayChildren {
  readonly #parts: ChildrenParts;
  readonly #children: Child[];
  /** Whether all were open once. */
  #isOpen = false;
  #isStopping = false;
  /** Takes connections and hands them on, where the port cannot be shared. */
  #server: Server | undefined;
  #turn = 0;

  constructor(parts: ChildrenParts) {
    this.#parts = parts;
    this.#children = Array.from({ length: parts.count }, (_, at) => {
      return { number: at + 1, process: undefined, isOpen: false, failures: 0 };
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
      const [place] = await Promise.all(this.#children.map((child) => this.#open(child)));
      if (place === undefined) throw new Error('no gateway was to be started');
      this.#isOpen = true;
      return this.#parts.sharesPort ? place : await this.#listen();
    } catch (error) {
      await this.stop();
      throw error;
    } finally {
      stop?.removeEventListener('abort', end);
    }
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#server?.close();
    await Promise.all(this.#children.map(({ process }) => endProcess(process)));
  }

  async #open(child: Child): Promise<DoorPlace> {
    const { folder, script, host, port, stop, sharesPort } = this.#parts;
    const where = sharesPort ? ['--host', host, '--port', port] : [];
    const words = ['--number', child.number, '--data', folder, ...where];
    const started = fork(script, ['gateway', ...words.map(String)], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    child.process = started;
    const startedAt = performance.now();
    const opened = Promise.withResolvers<DoorPlace>();
    opened.promise.catch(() => undefined);
    started.on('message', (message: ChildMessage) => {
      child.isOpen = message.kind === 'open';
      if (message.kind === 'open') opened.resolve(message);
      else opened.reject(toError(message.error));
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

  async #listen(): Promise<DoorPlace> {
    const { host, port } = this.#parts;
    const server = createServer({ pauseOnConnect: true }, (socket) => this.#handOn(socket));
    this.#server = server;
    await once(server.listen({ host, port }), 'listening');
    return findDoorPlace({ server });
  }

  /** In turn, so that each gateway has as many. */
  #handOn(socket: Socket): void {
    const open = this.#children.filter(({ isOpen }) => isOpen);
    const child = open[this.#turn % Math.max(1, open.length)];
    this.#turn += 1;
    if (child?.process === undefined) socket.destroy();
    else child.process.send(CONNECTION, socket);
  }

  #startAgain(child: Child, wasSteady: boolean, outcome: string): void {
    if (this.#isStopping) return;
    child.failures = wasSteady ? 0 : child.failures + 1;
    const rest = Math.min(LONGEST_REST_MILLIS, FIRST_REST_MILLIS * 2 ** child.failures);
    const facts = { number: child.number, outcome, restMillis: Math.round(rest) };
    this.#parts.log('warn', 'a gateway ended and is started again', facts);
    setTimeout(() => {
      if (!this.#isStopping) this.#open(child).catch(() => undefined);
    }, rest).unref();
  }
}

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
