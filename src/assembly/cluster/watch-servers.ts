/**
 * Looks after the servers of the log. One whose disk was full takes part in nothing until it is
 * started again, also when there is room: it answers, and the others go on without its copy.
 */
import type { Logger } from '../../venue/logger.ts';
import { hideSecrets } from '../setting.ts';

export interface NatsWatch {
  /** What is wrong with them, in words. */
  readonly faults: () => readonly string[];
  readonly close: () => void;
}

const LOOK_EVERY_MILLIS = 10_000;
const ASK_MILLIS = 5_000;
const QUESTION = '/healthz?js-enabled-only=true';
const DISABLED = 'JetStream not enabled';

export function watchServers(monitors: readonly string[], logger: Logger): NatsWatch {
  const disabled = new Set<string>();
  const look = async (monitor: string): Promise<void> => {
    const isDisabled = await findDisabled(monitor);
    if (isDisabled === undefined || isDisabled === disabled.has(monitor)) return;
    if (isDisabled) disabled.add(monitor);
    else disabled.delete(monitor);
    if (isDisabled) logger('error', describe(monitor));
    else logger('info', 'a server of the log takes part again', { monitor: hideSecrets(monitor) });
  };
  const lookAtAll = (): void => {
    for (const monitor of monitors) void look(monitor);
  };
  lookAtAll();
  const timer = setInterval(lookAtAll, LOOK_EVERY_MILLIS);
  timer.unref();
  return { faults: () => [...disabled].map(describe), close: () => clearInterval(timer) };
}

/** Undefined where it does not say. */
async function findDisabled(monitor: string): Promise<boolean | undefined> {
  try {
    const signal = AbortSignal.timeout(ASK_MILLIS);
    const answer = await fetch(`${monitor.replace(/\/+$/, '')}${QUESTION}`, { signal });
    return answer.ok ? false : (await answer.text()).includes(DISABLED) || undefined;
  } catch {
    return undefined;
  }
}

const describe = (monitor: string): string =>
  `the NATS server at ${hideSecrets(monitor)} has turned JetStream off, as it does when its disk ` +
  'is full, and has no copy of the log: make room, and start it again';
