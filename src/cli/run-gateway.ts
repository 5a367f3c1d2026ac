/**
 * `perpetua gateway`: a process with the doors of a venue, which `start --gateways` starts. It ends
 * with the process that started it, whatever became of that.
 */
import { Socket } from 'node:net';
import { createClosings } from '../assembly/closings.ts';
import {
  ANSWER,
  type ChildMessage,
  CONNECTION,
  type FailureFacts,
  STOP,
} from '../assembly/gateways/facts.ts';
import { runGateway, type TakeConnection } from '../assembly/gateways/open-gateway.ts';
import { reasonOf } from '../domain/reason-of.ts';
import { isHelp } from '../terminal/flags.ts';
import { fieldsOfError } from './start/explain-failure.ts';
import { bearLostOutput, markOutsideTasks } from './start/own-process.ts';

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Shorter than the other process waits before it kills. */
const DEADLINE_MILLIS = 2_300;

const HELP = `A process with the doors of a venue. Nobody starts it by hand: perpetua start
--gateways N starts N of them, and starts one again that died.`;

export async function startGateway(args: string[]): Promise<number> {
  if (args.some(isHelp)) {
    process.stdout.write(`${HELP}\n`);
    return 0;
  }
  const choice = readChoice(args);
  if (choice === undefined || process.send === undefined) {
    process.stderr.write('perpetua: "perpetua start --gateways N" starts gateways\n');
    return 2;
  }
  process.title = `perpetua gateway ${choice.number}`;
  bearLostOutput();
  markOutsideTasks();
  const closings = createClosings();
  const stopped = Promise.withResolvers<number>();
  process.once('disconnect', () => process.exit(1));
  let take: TakeConnection | undefined;
  process.on('message', (message, handle) => {
    if (message === STOP) stopped.resolve(0);
    if (message === ANSWER) say({ kind: 'alive' });
    if (message === CONNECTION && handle instanceof Socket) take?.(handle);
  });
  for (const signal of STOP_SIGNALS) process.on(signal, () => stopped.resolve(0));
  const onEnd = (because: string): void => {
    process.stderr.write(`perpetua: gateway ${choice.number}: ${because}\n`);
    process.exit(1);
  };
  try {
    take = await runGateway({ ...choice, onEnd }, closings);
    say({ kind: 'open' });
  } catch (error) {
    say({ kind: 'failed', error: factsOf(error) });
    stopped.resolve(1);
  }
  const code = await stopped.promise;
  setTimeout(() => process.exit(code), DEADLINE_MILLIS).unref();
  await closings.closeAll().catch(() => undefined);
  // The replica only reads: there is nothing of it to be closed.
  process.exit(code);
}

function readChoice(args: readonly string[]) {
  const given = new Map<string, string>();
  for (let at = 0; at + 1 < args.length; at += 2) given.set(args[at] ?? '', args[at + 1] ?? '');
  const number = Number(given.get('--number'));
  const [data, door] = [given.get('--data'), given.get('--door')];
  if (!Number.isSafeInteger(number) || data === undefined) return undefined;
  return { number, data, door: door === undefined ? undefined : Number(door) };
}

const say = (message: ChildMessage): void => void process.send?.(message);

function factsOf(error: unknown): FailureFacts {
  const { textOf, port } = fieldsOfError(error);
  const [code, address, path] = [textOf('code'), textOf('address'), textOf('path')];
  return { message: reasonOf(error), code, address, path, port };
}
