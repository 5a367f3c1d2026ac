/**
 * The timers and the clock of the machine, taken when the venue is loaded. Tests of bots replace
 * those of their process and let them stand still; a sandbox in the same process must not stand
 * still with them. Code that a sandbox loads takes its timers from here, which tidy holds.
 *
 * A test may also replace them before it loads the venue. Vitest, Jest and Sinon keep the originals
 * in the clock that their functions name, and another realm has a clock of its own. The timers of
 * `node:test` show neither: `isFaked` then says so.
 */
import process from 'node:process';
import timers from 'node:timers';
import { runInNewContext } from 'node:vm';

const isFunction = <Call>(found: unknown, _like: Call): found is Call =>
  typeof found === 'function';

/** What was there before Sinon's fake, which Vitest and Jest use, too. */
function original<Call extends object>(name: string, call: Call): Call {
  const clock: unknown = Reflect.get(call, 'clock');
  const before: unknown = Object(clock) === clock ? Reflect.get(Object(clock), `_${name}`) : call;
  return isFunction(before, call) ? before : call;
}

export const setTimeout = original('setTimeout', timers.setTimeout);
export const clearTimeout = original('clearTimeout', timers.clearTimeout);
export const setInterval = original('setInterval', timers.setInterval);
export const clearInterval = original('clearInterval', timers.clearInterval);
export const setImmediate = original('setImmediate', timers.setImmediate);
export const clearImmediate = original('clearImmediate', timers.clearImmediate);
export const queueMicrotask = original('queueMicrotask', globalThis.queueMicrotask);
export const nextTick = original('nextTick', process.nextTick);
/** Counts on in all processes of a machine alike. */
export const hrtime = original('hrtime', process.hrtime);

/** Node's own modules ask the process for it each time. */
export const isTickReplaced = (): boolean => process.nextTick !== nextTick;

const isNative = (call: object): boolean =>
  Function.prototype.toString.call(call).includes('[native code]');

const realNow: unknown = isNative(Date.now) ? Date.now : runInNewContext('Date.now');

/** What the machine's clock shows, in milliseconds since 1970. */
export const wallNow: () => number = isFunction(realNow, Date.now) ? realNow : Date.now;

/** The fakes of `node:test` are bound functions; those of Node, Bun and Deno are not. */
export const isFaked: boolean = [setTimeout, setImmediate].some(({ name }) =>
  name.startsWith('bound '),
);

/** The turn of the event loop after this one. */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

export interface SleepTerms {
  /** Whether the process waits for the end of the sleep; it does unless told otherwise. */
  readonly ref?: boolean;
  /** Wakes with an error. */
  readonly signal?: AbortSignal;
}

export function sleep(millis: number, { ref = true, signal }: SleepTerms = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(signal.reason);
    const wake = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', wake);
      resolve();
    }, millis);
    if (!ref) timer.unref();
    signal?.addEventListener('abort', wake, { once: true });
  });
}
