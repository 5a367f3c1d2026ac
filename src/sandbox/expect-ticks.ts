/**
 * A sandbox keeps its own timers, but its sockets are Node's, which go by `process.nextTick`. Where
 * a test replaced that too, no socket of the process does anything any more: it is said at once.
 */
import { Writable } from 'node:stream';
import { isFaked, isTickReplaced, nextTurn } from '../machine/timers.ts';
import { SandboxError } from './sandbox-error.ts';

/** Undefined, without a turn of the loop, where nothing is replaced. */
export function expectTicks(): Promise<void> | undefined {
  if (isFaked) throw failed('timers were faked before perpetua was loaded: load it first');
  return isTickReplaced() ? tryTick() : undefined;
}

const failed = (message: string): SandboxError => new SandboxError('failed', message);

/** Jest gives tests a process of their own, and Node does not notice what they replace in it. */
async function tryTick(): Promise<void> {
  let hasTicked = false;
  new Writable().end(() => {
    hasTicked = true;
  });
  await nextTurn();
  if (hasTicked) return;
  const advice = "no socket of Node works without it: leave 'nextTick' out of toFake";
  throw failed(`process.nextTick is faked, and ${advice}`);
}
