/** What a replica does when its clock or its log is not as it should be. */
import { expect, onTestFinished, test } from 'vitest';
import { millis } from '../../src/domain/units.ts';
import { type Clock, createSystemClock } from '../../src/venue/clock.ts';
import { NatsLog } from '../../src/venue/replica/nats-log.ts';
import { openClusterVenue } from '../../src/venue/replica/open-replica.ts';
import type { ClusterVenue } from '../../src/venue/replica/replica.ts';
import { KeptArchive } from '../venue/kept-archive.ts';
import { connectTo, createFolder, macOf, openServers, openSoon } from './nats-kit.ts';

/** A clock that is wrong by so much until it is set right. */
function createSkewed(skew: { millis: number }): Clock {
  const { monotonicNow } = createSystemClock();
  const now = () => millis(Date.now() + skew.millis);
  return { wallNow: now, venueNow: now, monotonicNow };
}

test('[CLU-8] a replica with a wrong clock says so, and is closed while it is far off', async ({
  skip,
}) => {
  const servers = await openServers(1);
  if (servers === undefined) return skip();
  const skew = { millis: 8_000 };
  const { replica, lines } = await openOne(servers.urls, createSkewed(skew));
  // A message takes a while, so it seems a little less.
  const fast = /clock of this machine is [5-8]\d{3} ms ahead of/;
  await expect.poll(replica.findClosed).toMatch(fast);
  await expect.poll(() => lines.join('\n')).toMatch(fast);
  await expect(replica.submit({ kind: 'advance-clock' })).rejects.toThrow(fast);
  skew.millis = 0;
  await expect.poll(replica.isOpen).toBe(true);
  expect(lines).toContain('the clock of this machine agrees with the log again');
  await expect.poll(() => replica.holds('market')).toBe(true);
  skew.millis = -700;
  const slow = /is \d{3,4} ms behind that of the log: set it by NTP/;
  await expect.poll(() => lines.join('\n')).toMatch(slow);
  expect(replica.isOpen()).toBe(true);
});

test('[CLU-21] replicas that agree blame the clock of the log, and go on', async ({ skip }) => {
  const servers = await openServers(1);
  if (servers === undefined) return skip();
  const clock = createSkewed({ millis: -8_000 });
  const [one, other] = [await openOne(servers.urls, clock), await openOne(servers.urls, clock)];
  const wrong = /clock of \w+, the leader of the log, is 8\d{3} ms ahead of those of the replicas/;
  for (const { replica, lines } of [one, other]) {
    await expect.poll(() => lines.join('\n')).toMatch(wrong);
    await expect.poll(replica.isOpen).toBe(true);
    // A window that is open by the clocks of all replicas is not over by that of the log.
    const until = millis(replica.clock.wallNow() + 5_000);
    const note = { kind: 'record-note', actor: 'a', topic: 'b', text: 'c' } as const;
    const { events } = await replica.submit(note, { until });
    expect(events.map(({ kind }) => kind)).not.toContain('command-rejected');
  }
  await expect
    .poll(() => [one, other].filter(({ replica }) => replica.holds('market')))
    .toHaveLength(1);
});

test('[CLU-8] a stream without room closes the doors, and opens them when it has some', async ({
  skip,
}) => {
  const servers = await openServers(1);
  if (servers === undefined) return skip();
  const { replica, setStream } = await openOne(servers.urls, createSystemClock());
  await replica.caughtUp();
  const note = { kind: 'record-note', actor: 'a', topic: 'b', text: 'c' } as const;
  await replica.submit(note);
  await setStream({ max_bytes: 1 });
  await expect.poll(replica.findClosed).toMatch(/PERPETUA_demo takes no more: .*Give it room/);
  await expect(replica.submit(note)).rejects.toThrow('Give it room');
  await setStream({ max_bytes: -1 });
  await expect.poll(replica.isOpen).toBe(true);
  await replica.submit(note);
});

async function openOne(urls: string, clock: Clock) {
  const connection = await connectTo(urls);
  const { venue } = await openSoon(connection, 'demo', 1);
  const lines: string[] = [];
  const replica: ClusterVenue = await openClusterVenue({
    ...{ name: 'a', venue, clock, archive: new KeptArchive(), dataFolder: createFolder() },
    log: new NatsLog(connection, 'demo', macOf('demo', venue)),
    logger: (_, message) => lines.push(message),
  });
  onTestFinished(replica.close);
  const setStream = async (changes: object): Promise<void> => {
    const admin = await connectTo(urls);
    const ask = (call: string, question: object) =>
      admin.request(`$JS.API.STREAM.${call}.PERPETUA_demo`, JSON.stringify(question));
    const { config } = (await ask('INFO', {})).json<{ config: object }>();
    const reply = (await ask('UPDATE', { ...config, ...changes })).json<{ error?: object }>();
    expect(reply.error).toBeUndefined();
  };
  return { replica, lines, setStream };
}
