import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { seq } from '../../domain/units.ts';
import { logNothing } from '../logger.ts';
import {
  jsonMessage,
  MessageReader,
  ownerSocketOf,
  ReckoningWriter,
  readReckonings,
  TO_GATEWAY,
  TO_OWNER,
} from './messages.ts';
import { OwnerDoor } from './owner-door.ts';
import { OwnerLink } from './owner-link.ts';

function makePath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'perpetua-link-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return ownerSocketOf(folder);
}

function* noRecords(): Generator<never, void> {}

async function connect(path: string): Promise<OwnerLink> {
  const caughtUp = Promise.withResolvers<void>();
  const link: OwnerLink = new OwnerLink({
    ...{ path, hello: { name: 'one', pid: 1, engine: 1 } },
    hearer: {
      ...{ records: () => undefined, verdict: () => undefined, notice: () => undefined },
      welcome: () => link.follow(1),
      caughtUp: () => caughtUp.resolve(),
      ended: (because) => caughtUp.reject(new Error(because)),
    },
  });
  onTestFinished(() => link.close());
  await caughtUp.promise;
  return link;
}

test('[REC-10] what is reckoned is read as it was written', () => {
  const letters = fc.string({ unit: 'binary-ascii', maxLength: 255 });
  const question = fc.record({
    id: fc.integer({ min: 1, max: 2 ** 32 - 1 }),
    name: letters,
    numbers: fc.array(fc.double({ noNaN: true }), { maxLength: 255 }),
  });
  fc.assert(
    fc.property(fc.array(question, { maxLength: 20 }), (questions) => {
      const writer = new ReckoningWriter();
      for (const { id, name, numbers } of questions) writer.add(id, name, numbers);
      expect([...readReckonings(Buffer.from(writer.take()))]).toEqual(questions);
      expect(writer.isEmpty).toBe(true);
    }),
  );
});

test('[REC-10] each question is answered by itself, and one that fails fails alone', async () => {
  const path = makePath();
  const door = new OwnerDoor({
    journal: {
      id: 'venue',
      durableSeq: seq(0),
      readRecords: noRecords,
      onDurable: undefined,
    },
    ...{ path, engine: 1, logger: logNothing, facts: () => null, append: () => undefined },
    answers: new Map([['twice', (value: number) => 2 * value]]),
    reckon: (name, numbers) => {
      if (name === 'nobody') throw new Error('there is no budget of nobody');
      return [name.length, ...numbers];
    },
  });
  await door.listen();
  onTestFinished(() => door.close());
  // Of another version, it is hung up on at once.
  const other = createConnection(path);
  onTestFinished(() => void other.destroy());
  other.write(jsonMessage(TO_OWNER.hello, { name: 'other', pid: 1, engine: 2 }));
  await once(other, 'close', { signal: AbortSignal.timeout(10_000) });
  const link = await connect(path);
  const asked = Array.from({ length: 100 }, async (_, at) => {
    const name = 'a'.repeat(at);
    expect(await link.reckon(name, [at, -0.5])).toEqual([at, at, -0.5]);
    expect(await link.ask('twice', at)).toBe(2 * at);
  });
  await expect(link.reckon('nobody', [])).rejects.toThrow('there is no budget of nobody');
  await Promise.all(asked);
  link.close();
  await expect(link.reckon('late', [])).rejects.toThrow();
});

test('[REC-10] in a crowd questions gather, and a batch takes them along', async () => {
  const path = makePath();
  const heard: number[] = [];
  const server = createServer((socket) => {
    const reader = new MessageReader((kind, payload) => {
      if (kind === TO_OWNER.hello)
        socket.write(jsonMessage(TO_GATEWAY.welcome, { id: 'venue', facts: null }));
      else if (kind === TO_OWNER.follow) socket.write(jsonMessage(TO_GATEWAY.caughtUp, 0));
      else heard.push(kind, kind === TO_OWNER.reckon ? [...readReckonings(payload)].length : 0);
    });
    socket.on('data', (part) => reader.push(part));
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  onTestFinished(() => void server.close());
  const link = await connect(path);
  const ask = (): void => void link.reckon('a', [1]).catch(() => undefined);
  for (let count = 0; count < 8; count += 1) ask();
  await expect.poll(() => heard).toEqual([TO_OWNER.reckon, 8]);
  for (let count = 0; count < 3; count += 1) ask();
  link.append(new Uint8Array(4));
  await expect
    .poll(() => heard)
    .toEqual([TO_OWNER.reckon, 8, TO_OWNER.reckon, 3, TO_OWNER.batch, 0]);
  // Without a batch they go by themselves.
  ask();
  await expect.poll(() => heard.slice(6)).toEqual([TO_OWNER.reckon, 1]);
});
