/** Order and durability of acknowledgements, on a journal whose syncs the test controls. */
import { describe, expect, test } from 'vitest';
import { START } from '../../test/kit/driver.ts';
import { MIDDLE, orderOf, restingBid, traderAt } from '../../test/venue/market.ts';
import { openGated, turns } from '../../test/venue/open-gated.ts';
import type { Entry } from '../domain/command.ts';
import { contractId } from '../domain/ids.ts';
import { REQUESTS_REMEMBERED_MAX } from '../domain/limits.ts';
import { millis, seq } from '../domain/units.ts';
import { JournalFailed, JournalOverloaded } from '../journal/journal-error.ts';
import { VenueUnavailable } from './venue.ts';

const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

test('[VEN-30] while too many requests are remembered, signed ones wait outside', async () => {
  const { venue, journal } = await openGated();
  const receivedAt = venue.clock.wallNow();
  const request = { words: [1, 2, 3, 4], receivedAt } as const;
  Object.assign(venue.present.state.requests, {
    next: REQUESTS_REMEMBERED_MAX,
    latest: receivedAt,
  });
  const refused = await failureOf(venue.submit(restingBid(), { request }));
  expect(refused).toMatchObject({ reason: 'overloaded', fate: 'not-applied' });
  expect(journal.lastSeq).toBe(1);
  expect((await venue.submit(restingBid())).seq).toBe(2);
});

test('[VEN-32] a command that waited beyond its time is stored and does nothing', async () => {
  const { venue, journal, clock } = await openGated();
  const until = millis(clock.wallNow() + 5_000);
  const [inTime, late] = [1, 2].map((number) => ({
    until,
    request: { words: [number, 2, 3, 4] as const, receivedAt: clock.wallNow() },
  }));
  journal.hold();
  const first = venue.submit(restingBid(), inTime);
  await turns();
  // The process is stopped here, with one request in its hands.
  const second = venue.submit(restingBid(), late);
  clock.advance(45_000);
  journal.release();
  const outcomes = (await Promise.all([first, second])).map(({ events }) =>
    events.flatMap((event) => (event.kind === 'request-answered' ? [event.outcome.kind] : [])),
  );
  expect(outcomes).toEqual([['done'], ['refused']]);
  expect(venue.present.state.orders.size).toBe(1);
  const entries: Entry[] = [];
  for await (const read of journal.read(seq(2))) entries.push(...read);
  expect(entries.map(({ takenAt = 0 }) => takenAt - until)).toEqual([-5_000, 40_000]);
});

describe('acknowledgement', () => {
  test('[VEN-1] nothing is applied, told or acknowledged before it is durable', async () => {
    const { venue, journal } = await openGated();
    const heard: number[] = [];
    venue.listen(({ seq }) => heard.push(seq));
    journal.hold();
    let isAcknowledged = false;
    const submitted = venue.submit(restingBid());
    submitted.then(() => {
      isAcknowledged = true;
    });
    await turns();
    expect([journal.lastSeq, venue.present.state.seq, isAcknowledged, heard]).toEqual([
      2,
      1,
      false,
      [],
    ]);
    expect(venue.health().queued).toBe(1);
    journal.release();
    const applied = await submitted;
    expect([applied.seq, venue.present.state.seq, venue.present.views.seq]).toEqual([2, 2, 2]);
    expect(applied.events.map(({ kind }) => kind)).toContain('order-rested');
    expect(applied.orders).toHaveLength(1);
    expect(heard).toEqual([2]);
    expect(venue.health().queued).toBe(0);
  });

  test('[VEN-2] everyone is served in order, listeners before the submitter', async () => {
    const { venue } = await openGated({ settings: { flightMax: 7 } });
    const order: string[] = [];
    venue.listen(({ seq }) => order.push(`heard ${seq}`));
    const prices = Array.from({ length: 100 }, (_, place) => MIDDLE - 100 - place);
    await Promise.all(
      prices.map((price) =>
        venue
          .submit(orderOf(traderAt(price % 4), 'long', price))
          .then(({ seq }) => order.push(`acknowledged ${seq}`)),
      ),
    );
    const placesOf = (word: string) => order.filter((line) => line.startsWith(word));
    const seqs = prices.map((_, place) => place + 2);
    expect(placesOf('heard')).toEqual(seqs.map((seq) => `heard ${seq}`));
    expect(placesOf('acknowledged')).toEqual(seqs.map((seq) => `acknowledged ${seq}`));
    for (const seq of seqs) {
      expect(order.indexOf(`heard ${seq}`)).toBeLessThan(order.indexOf(`acknowledged ${seq}`));
    }
  });

  test('[VEN-3] what comes while a sync runs shares the next one', async () => {
    const { venue, journal } = await openGated();
    journal.appends.length = 0;
    journal.hold();
    const first = venue.submit(restingBid());
    await turns();
    const others = Array.from({ length: 500 }, () => venue.submit({ kind: 'advance-clock' }));
    await turns();
    expect(journal.appends).toEqual([1]);
    journal.release();
    await Promise.all([first, ...others]);
    expect(journal.appends).toEqual([1, 500]);
  });

  test('[VEN-3] a batch has a limit', async () => {
    const { venue, journal } = await openGated({ settings: { flightMax: 30 } });
    journal.appends.length = 0;
    await Promise.all(Array.from({ length: 100 }, () => venue.submit({ kind: 'advance-clock' })));
    expect(journal.appends).toEqual([30, 30, 30, 10]);
  });

  test('[VEN-3] the next batch is with the journal before the last one is applied', async () => {
    const { venue, journal } = await openGated({ settings: { flightMax: 1 } });
    const stored: number[] = [];
    venue.listen(() => stored.push(journal.lastSeq));
    await Promise.all([1, 2, 3].map(() => venue.submit({ kind: 'advance-clock' })));
    expect(stored).toEqual([3, 4, 4]);
  });

  test('[VEN-9] a listener that fails is reported and disturbs nobody', async () => {
    const { venue, told } = await openGated();
    const heard: number[] = [];
    venue.listen(() => {
      throw new Error('no ears');
    });
    const stop = venue.listen(({ seq }) => heard.push(seq));
    await venue.submit(restingBid());
    stop();
    await venue.submit(restingBid());
    expect(heard).toEqual([2]);
    expect(venue.present.state.seq).toBe(3);
    expect(told.filter(({ message }) => message === 'a listener failed')).toHaveLength(2);
  });

  test('[VEN-9] a listener may submit', async () => {
    const { venue } = await openGated();
    const stop = venue.listen(() => {
      stop();
      venue.submit({ kind: 'advance-clock' });
    });
    await venue.submit(restingBid());
    await turns();
    expect(venue.present.state.seq).toBe(3);
  });
});

describe('refusal', () => {
  test('[VEN-5] beyond the limit a command is refused at once and leaves no trace', async () => {
    const { venue, journal } = await openGated({ settings: { waitingMax: 5 } });
    journal.hold();
    const taken = Array.from({ length: 5 }, () => venue.submit(restingBid()));
    const error = await failureOf(venue.submit(restingBid()));
    expect(error).toBeInstanceOf(VenueUnavailable);
    expect(error).toMatchObject({ reason: 'overloaded', fate: 'not-applied' });
    journal.release();
    await Promise.all(taken);
    expect(venue.present.state.seq).toBe(6);
    await venue.submit(restingBid());
  });

  test('[VEN-5] the commands of a batch count one by one', async () => {
    const { venue, journal } = await openGated({ settings: { waitingMax: 5 } });
    journal.hold();
    const commands = Array.from({ length: 5 }, () => restingBid());
    const taken = venue.submit({ kind: 'batch', commands });
    expect(venue.health().queued).toBe(5);
    expect(await failureOf(venue.submit(restingBid()))).toMatchObject({ reason: 'overloaded' });
    journal.release();
    await taken;
    expect(venue.health().queued).toBe(0);
  });

  test('[VEN-5] a journal that has no room refuses a batch, and the next one goes on', async () => {
    const { venue, journal } = await openGated();
    journal.refuseNext = new JournalOverloaded('no room');
    const error = await failureOf(venue.submit(restingBid()));
    expect(error).toMatchObject({ reason: 'overloaded', message: 'no room' });
    expect((await venue.submit(restingBid())).seq).toBe(2);
  });

  test('[VEN-8] what cannot be stored is refused alone, without its neighbours', async () => {
    const { venue, journal } = await openGated();
    const bad = { kind: 'halt-contract', contract: contractId(Number.NaN) } as const;
    const results = await Promise.allSettled([
      venue.submit(restingBid('a')),
      venue.submit(bad),
      venue.submit(restingBid('b')),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await failureOf(venue.submit(bad))).toMatchObject({ name: 'NotStorable' });
    expect([venue.present.state.seq, journal.lastSeq]).toEqual([3, 3]);
    expect(venue.health().status).toBe('trading');
  });
});

describe('halt', () => {
  test('[VEN-6] when the journal fails, all are told, and what is stored can be read', async () => {
    const { venue, journal, told } = await openGated();
    await venue.submit(restingBid('known'));
    journal.hold();
    const flying = failureOf(venue.submit(restingBid('flying')));
    await turns();
    const waiting = failureOf(venue.submit(restingBid('waiting')));
    journal.failure = new JournalFailed('EIO: i/o error');
    journal.release();
    expect(await flying).toMatchObject({ reason: 'halted', fate: 'unknown' });
    expect(String(await flying)).toMatch(/not known until the venue has started again: .*EIO/);
    expect(await waiting).toMatchObject({ reason: 'halted', fate: 'not-applied' });
    expect(await failureOf(venue.submit(restingBid()))).toMatchObject({
      reason: 'halted',
      fate: 'not-applied',
      message: expect.stringContaining('EIO'),
    });
    expect(venue.health()).toMatchObject({
      status: 'halted',
      haltedBecause: expect.stringContaining('EIO'),
      queued: 0,
      seq: 2,
    });
    expect(venue.present.state.orders.size).toBe(1);
    expect(venue.present.views.orders.live.size).toBe(1);
    expect(told.filter(({ level }) => level === 'error')).toHaveLength(1);
  });

  test('[VEN-7] a broken invariant halts: earlier entries count, later are unknown', async () => {
    const { venue, journal } = await openGated({ settings: { flightMax: 3 } });
    venue.listen(({ seq }) => {
      if (seq === 2) Object.assign(venue.present.state, { collateralTotal: 1n });
    });
    const results = await Promise.all(
      Array.from({ length: 9 }, () => failureOf(venue.submit(restingBid()))),
    );
    expect(results[0]).toBeUndefined();
    const fates = results.slice(1).map((error) => (error as VenueUnavailable).fate);
    expect(fates.slice(0, 5)).toEqual(Array(5).fill('unknown'));
    expect(fates.slice(5)).toEqual(Array(3).fill('not-applied'));
    expect(journal.lastSeq).toBe(7);
    expect(venue.health()).toMatchObject({ status: 'halted', queued: 0 });
    expect(venue.health().haltedBecause).toMatch(/^entry 3, place-order: /);
    await venue.close();
    expect(await journal.loadSnapshot()).toBeUndefined();
  });
});

describe('a beat', () => {
  const AT = millis(START + 500);
  const NOTHING = { kind: 'advance-clock' } as const;

  /** What the journal holds after orders before, during and after a beat. */
  async function beatOn(delay: () => Promise<unknown>) {
    const { venue, journal, clock } = await openGated({ settings: { flightMax: 2 } });
    const inner = journal.append;
    Object.assign(journal, {
      append: async (entries: readonly Entry[]) => {
        await inner(entries);
        await delay();
      },
    });
    const before = ['a', 'b', 'c'].map((id) => venue.submit(restingBid(id)));
    let seen = 0;
    const beat = venue.submitAt(AT, () => {
      seen = venue.present.state.seq;
      return NOTHING;
    });
    const after = venue.submit(restingBid('d'));
    // However late the clock is by now.
    clock.advance(5_000);
    const applied = await Promise.all([...before, beat, after]);
    const entries = [];
    for await (const some of journal.read(seq(2), seq(6))) entries.push(...some);
    expect(applied.map((one) => one?.at)).toEqual(entries.map(({ at }) => at));
    return { seen, entries: entries.map(({ command, at }) => [command.kind, at - START]) };
  }

  test('[VEN-31] comes after all before it, exactly at its time, on any disk', async () => {
    const fast = await beatOn(() => Promise.resolve());
    const slow = await beatOn(() => new Promise((resolve) => setTimeout(resolve, 30)));
    expect(fast.seen).toBe(4);
    expect(slow.seen).toBe(4);
    for (const { entries } of [fast, slow]) {
      expect(entries.map(([kind]) => kind)).toEqual([
        ...Array(3).fill('place-order'),
        'advance-clock',
        'place-order',
      ]);
      expect(entries.slice(0, 3).every(([, at]) => Number(at) < 500)).toBe(true);
      expect(entries[3]?.[1]).toBe(500);
      expect(entries[4]?.[1]).toBe(5_000);
    }
  });

  test('[VEN-31] what comes while it waits shares its sync', async () => {
    const { venue, journal, clock } = await openGated();
    journal.appends.length = 0;
    journal.hold();
    const first = venue.submit(restingBid('a'));
    await turns();
    clock.advance(499);
    const beat = venue.submitAt(AT, () => NOTHING);
    const second = venue.submit(restingBid('b'));
    await turns();
    expect(journal.appends).toEqual([1]);
    clock.advance(1);
    journal.release();
    expect((await Promise.all([first, beat, second])).map((one) => one?.at)).toEqual([
      START,
      AT,
      AT,
    ]);
    expect(journal.appends).toEqual([1, 2]);
  });

  test('[VEN-31] without a decision, or too late, there is no entry', async () => {
    const { venue, clock, told } = await openGated();
    expect(await venue.submitAt(AT, () => undefined)).toBeUndefined();
    expect((await venue.submit(restingBid('a'))).at).toBe(AT);
    clock.advance(501);
    await venue.submit(restingBid('b'));
    let isAsked = false;
    const late = venue.submitAt(AT, () => {
      isAsked = true;
      return NOTHING;
    });
    expect([await late, isAsked, venue.health().seq]).toEqual([undefined, false, 3]);
    expect(told.map(({ message }) => message)).toContain(
      'a beat was skipped: an entry has a later time',
    );
  });

  test('[VEN-31] a decision that fails is told, and the next command goes on', async () => {
    const { venue, journal } = await openGated({ settings: { waitingMax: 1 } });
    const failing = venue.submitAt(AT, () => {
      throw new Error('no idea');
    });
    const order = venue.submit(restingBid());
    expect(await failureOf(failing)).toMatchObject({ message: 'no idea' });
    expect((await order).seq).toBe(2);
    // Too many waiting commands do not keep a beat out, and it is counted.
    journal.hold();
    const waiting = venue.submit(restingBid());
    const beat = venue.submitAt(millis(AT + 500), () => NOTHING);
    journal.release();
    expect((await waiting).seq).toBe(3);
    expect((await beat)?.seq).toBe(4);
    expect(venue.health().queued).toBe(0);
  });

  test('[VEN-31] when the journal fails, a beat that waits is told, and later ones', async () => {
    const { venue, journal } = await openGated();
    journal.hold();
    const order = failureOf(venue.submit(restingBid()));
    await turns();
    const beat = failureOf(venue.submitAt(AT, () => NOTHING));
    journal.failure = new JournalFailed('EIO: i/o error');
    journal.release();
    expect(await order).toMatchObject({ reason: 'halted', fate: 'unknown' });
    expect(await beat).toMatchObject({ reason: 'halted', fate: 'not-applied' });
    const refused = failureOf(venue.submitAt(AT, () => NOTHING));
    expect(await refused).toMatchObject({ reason: 'halted', fate: 'not-applied' });
  });
});

describe('close', () => {
  test('[VEN-19] what was taken is still done, what comes later is refused', async () => {
    const { venue, journal } = await openGated();
    const taken = Array.from({ length: 10 }, () => venue.submit(restingBid()));
    const closing = venue.close();
    expect(venue.health().status).toBe('closed');
    expect(await failureOf(venue.submit(restingBid()))).toMatchObject({ reason: 'closed' });
    await closing;
    expect((await Promise.all(taken)).at(-1)?.seq).toBe(11);
    expect((await journal.loadSnapshot())?.seq).toBe(11);
    expect(venue.close()).toBe(closing);
  });
});
