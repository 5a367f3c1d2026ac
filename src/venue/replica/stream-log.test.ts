import { expect, onTestFinished, test, vi } from 'vitest';
import { createState } from '../../engine/create-state.ts';
import { createSystemClock } from '../clock.ts';
import type { LogEar } from '../venue-log.ts';
import { type MessageList, StreamLog } from './stream-log.ts';

const ignore = () => undefined;
const silent = () => new Promise<never>(ignore);

/** At one of three servers in turn. A batch of this replica is under way, and none says a word. */
function followInSilence() {
  const left: string[] = [];
  const said: unknown[] = [];
  const messages: MessageList = {
    append: silent,
    read: silent,
    look: silent,
    listen: ignore,
    findLeader: silent,
    leave: () => {
      left.push(`n${(left.length % 3) + 1}`);
      return left.at(-1) ?? '';
    },
    close: async () => undefined,
  };
  const log = new StreamLog({
    messages,
    maker: { venue: '0123456789abcdef', engine: 1 },
    clock: createSystemClock(),
    logger: (_, __, facts) => said.push(facts?.['server']),
  });
  const ear: LogEar = {
    session: '00000000000000aa',
    haltedBecause: null,
    waitingCount: 1,
    apply: ignore,
    refuse: ignore,
    drop: ignore,
    hear: ignore,
    reconnect: ignore,
    halt: ignore,
    send: ignore,
  };
  log.follow(createState(), ear);
  onTestFinished(() => log.stop());
  return { left, said };
}

test('[CLU-20] a long election does not make a replica stay longer where nothing comes', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { left, said } = followInSilence();
  vi.advanceTimersByTime(30_000);
  expect(left).toHaveLength(12);
  expect(said).toEqual(['n1', 'n2', 'n3']);
});
