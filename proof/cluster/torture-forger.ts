/**
 * Somebody who reaches the servers of the log and has no key of the venue: puts batches of its own
 * into the log, and tells replicas of messages that are not in it. The judge knows it by its word.
 */
import { createHash } from 'node:crypto';
import { headers, type NatsConnection } from '@nats-io/transport-node';
import { millis, money } from '../../src/domain/units.ts';
import { SNAPSHOT_VERSION } from '../../src/engine/snapshot.ts';
import { encodeLogBatch, encodeLogCommand } from '../../src/journal/log-batch.ts';
import { connectNats } from '../../src/venue/replica/nats-log.ts';
import { findLeader, inLog, outLog } from '../../src/venue/replica/nats-stream.ts';
import { type Dice, roll } from '../sim/dice.ts';
import { accountOf } from './callers.ts';

export const FORGED = 'forged';

export class Forger {
  readonly #urls: string;
  readonly #name: string;
  readonly #venue: string;
  readonly #dice: Dice;
  #connection: NatsConnection | undefined;

  constructor(urls: string, { name, venue }: Record<'name' | 'venue', string>, dice: Dice) {
    this.#urls = urls;
    this.#name = name;
    this.#venue = venue;
    this.#dice = dice;
  }

  async forge(): Promise<void> {
    this.#connection ??= await connectNats(this.#urls);
    const connection = this.#connection;
    const { last } = await findLeader(connection, this.#name);
    const batch = this.#batch();
    const noise = Buffer.from(createHash('sha512').update(String(this.#roll())).digest());
    for (const bytes of [batch, noise, new Uint8Array(0)])
      connection.publish(inLog(this.#name), bytes);
    for (const ahead of [0, 1, 2, this.#roll()])
      for (const bytes of [batch, noise])
        connection.publish(outLog(this.#name), bytes, { headers: placeOf(last + ahead) });
    await connection.flush();
  }

  async close(): Promise<void> {
    await this.#connection?.close();
  }

  #roll(): number {
    return roll(this.#dice, 3, 1_000_000_000);
  }

  /** Well-formed: money for an account, and a note. */
  #batch(): Uint8Array {
    const session = this.#roll().toString(16).padStart(16, '0');
    const note = { kind: 'record-note', actor: FORGED, topic: 'cluster', text: FORGED } as const;
    const gift = { kind: 'deposit', account: accountOf(0), amount: money(123_456_700_000_000n) };
    const commands = [{ ...gift, kind: 'deposit' } as const, note];
    return encodeLogBatch(
      { session, number: 1, sentAt: millis(Date.now()) },
      commands.map((command) => encodeLogCommand({ command })),
      { venue: this.#venue, engine: SNAPSHOT_VERSION },
    );
  }
}

/** As the stream tells of what it has stored. */
function placeOf(position: number): ReturnType<typeof headers> {
  const told = headers();
  told.set('Nats-Sequence', String(position));
  told.set('Nats-Time-Stamp', new Date().toISOString());
  return told;
}
