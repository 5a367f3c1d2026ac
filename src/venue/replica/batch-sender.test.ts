import { expect, test } from 'vitest';
import { monotonic } from '../../domain/units.ts';
import { BatchSender, type Outgoing } from './batch-sender.ts';

const item = (name: string): Outgoing => ({ bytes: Buffer.from(name) });

function createSender(flightsMax = 1) {
  let incarnations = 0;
  const sender = new BatchSender(() => {
    incarnations += 1;
    return `${incarnations}`.padStart(16, '0');
  }, flightsMax);
  /** What is sent at this moment: numbers, and the commands in them. */
  const send = (now: number): string[] => {
    const sent: string[] = [];
    for (;;) {
      const batch = sender.next(monotonic(now));
      if (batch === undefined) return sent;
      const words = batch.items.map(({ bytes }) => Buffer.from(bytes).toString());
      sent.push(`${batch.number} ${words.join('+')}`);
    }
  };
  const named = (number: number) => ({ session: sender.session, number });
  return { sender, send, named };
}

test('[CLU-2] one batch is under way, and what comes meanwhile is the next', () => {
  const { sender, send, named } = createSender();
  for (const name of ['a', 'b']) sender.push(item(name));
  expect(send(0)).toEqual(['1 a+b']);
  for (const name of ['c', 'd']) sender.push(item(name));
  expect(send(10)).toEqual([]);
  expect(sender.settle(named(1))?.items).toHaveLength(2);
  expect(send(20)).toEqual(['2 c+d']);
});

test('[CLU-2] a batch is sent again with its number after a second of silence', () => {
  const { sender, send } = createSender();
  sender.push(item('a'));
  expect(send(0)).toEqual(['1 a']);
  expect(send(999)).toEqual([]);
  expect(sender.dueAt).toBe(1_000);
  expect(send(1_000)).toEqual(['1 a']);
  expect(send(2_000)).toEqual(['1 a']);
});

test('[CLU-2] it is sent again soon after a log that cannot, or a connection that broke', () => {
  const { sender, send, named } = createSender();
  sender.push(item('a'));
  send(0);
  sender.hear(named(1), 'unavailable', monotonic(5));
  expect(send(104)).toEqual([]);
  expect(send(105)).toEqual(['1 a']);
  sender.reconnect(monotonic(110));
  expect(send(110)).toEqual(['1 a']);
});

test('[CLU-2] once the log says that it is stored, it is not sent again for ten seconds', () => {
  const { sender, send, named } = createSender();
  sender.push(item('a'));
  send(0);
  sender.hear(named(1), 'stored', monotonic(5));
  sender.hear(named(1), 'unavailable', monotonic(6));
  sender.reconnect(monotonic(7));
  expect(send(10_004)).toEqual([]);
  expect(send(10_005)).toEqual(['1 a']);
});

test('[CLU-2] commands of an incarnation that ended go out in a new one, in their order', () => {
  const { sender, send, named } = createSender();
  sender.push(item('a'));
  send(0);
  sender.push(item('b'));
  const old = named(1);
  sender.refuse(old, 'ended', monotonic(5));
  expect(sender.session).not.toBe(old.session);
  expect(send(5)).toEqual(['1 a+b']);
  // What is said of the incarnation before no longer matters.
  sender.refuse(old, 'ended', monotonic(6));
  sender.hear(old, 'stored', monotonic(6));
  expect(sender.settle(old)).toBeUndefined();
  expect(send(1_005)).toEqual(['1 a+b']);
});

test('[CLU-2] a first batch that came too late is tried again, but not at once', () => {
  const { sender, send, named } = createSender();
  sender.push(item('a'));
  send(0);
  sender.refuse(named(1), 'stale', monotonic(5));
  expect(send(6)).toEqual([]);
  expect(send(1_005)).toEqual(['1 a']);
});

test('[CLU-2] after a gap all are sent again from the first on, once', () => {
  const { sender, send, named } = createSender(3);
  for (const name of ['a', 'b', 'c']) {
    sender.push(item(name));
    send(0);
  }
  sender.hear(named(2), 'stored', monotonic(1));
  sender.refuse(named(2), 'gap', monotonic(200));
  expect(send(200)).toEqual(['1 a', '2 b', '3 c']);
  sender.refuse(named(3), 'gap', monotonic(201));
  expect(send(201)).toEqual([]);
  expect(send(300)).toEqual(['1 a', '2 b', '3 c']);
  sender.refuse(named(1), 'repeat', monotonic(301));
  expect([1, 2, 3].map((number) => sender.settle(named(number))?.number)).toEqual([1, 2, 3]);
});

test('[CLU-2] what was under way for half an hour is lost, and must not be sent again', () => {
  const { sender, send } = createSender();
  sender.push(item('a'));
  send(0);
  expect(sender.isLost(monotonic(1_800_000))).toBe(false);
  expect(sender.isLost(monotonic(1_800_001))).toBe(true);
});
