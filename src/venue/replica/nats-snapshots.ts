/**
 * Snapshots in an object store of JetStream: a stream of pieces, and for each object a message that
 * says which pieces it has. The form is that of the NATS object store, so its own tools read it.
 */
import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { headers, type Msg, type NatsConnection } from '@nats-io/transport-node';
import { type Seq, seq as toSeq } from '../../domain/units.ts';
import { SNAPSHOTS_KEPT, type Snapshots } from '../../journal/journal.ts';
import type { LogMac, SnapshotBytes } from './log-mac.ts';
import {
  ALREADY_THERE,
  askJetStream,
  isUnheard,
  parseReply,
  type StreamReply,
  tryUntil,
} from './nats-stream.ts';

const PIECE_BYTES = 128 * 1024;
const ASK_MILLIS = 5_000;
const PIECES_AT_ONCE = 8;
/** A copy that is behind is asked again for so long. */
const READ_BACK_MILLIS = 10_000;
const READ_AGAIN_MILLIS = 20;
const SUFFIX = '.snapshot';

interface ObjectMeta extends SnapshotBytes {
  readonly name: string;
  readonly bucket: string;
  readonly size: number;
  /** Of the entry and all that says which bytes it has, by a replica. */
  readonly mac: string;
}

export interface SnapshotsParts {
  /** As many as the log has. */
  readonly copies: number;
  readonly mac: LogMac;
}

export class NatsSnapshots implements Snapshots {
  readonly #connection: NatsConnection;
  readonly #bucket: string;
  readonly #parts: SnapshotsParts;
  #isMade = false;

  /** The store is made with the first snapshot. */
  constructor(connection: NatsConnection, name: string, parts: SnapshotsParts) {
    this.#connection = connection;
    this.#bucket = `PERPETUA_${name}`;
    this.#parts = parts;
  }

  get #stream(): string {
    return `OBJ_${this.#bucket}`;
  }

  readonly list = async (): Promise<readonly Seq[]> => {
    const subjects_filter = this.#metaOf('>');
    const { state } = await this.#ask(`STREAM.INFO.${this.#stream}`, { subjects_filter });
    const named = Object.keys(state?.subjects ?? {}).flatMap((subject) =>
      seqOf(subject.slice(this.#metaOf('').length)),
    );
    const metas = await Promise.all(named.map((seq) => this.#findMeta(seq)));
    return named.filter((_, at) => metas[at] !== undefined).sort((one, other) => other - one);
  };

  readonly read = async (seq: Seq): Promise<Uint8Array | undefined> => {
    const meta = await this.#findMeta(seq);
    if (meta === undefined) return undefined;
    const pieces: Uint8Array[] = [];
    let next = 1;
    while (pieces.length < meta.chunks) {
      const question = { seq: next, next_by_subj: this.#piecesOf(meta.nuid) };
      const found = await this.#get(question);
      if (found === undefined) return undefined;
      pieces.push(found.data);
      // Of the same name, the server's header stands behind that of who sent it.
      next = Number(found.headers?.last('Nats-Sequence')) + 1;
    }
    const bytes = Buffer.concat(pieces);
    return digestOf(bytes) === meta.digest ? bytes : undefined;
  };

  readonly save = async (seq: Seq, file: Uint8Array): Promise<void> => {
    await this.#make();
    const before = await this.#findMeta(seq);
    const chunks = Math.ceil(file.length / PIECE_BYTES);
    const digest = digestOf(file);
    // Pieces that are sent again one by one would be stored in another order: all are.
    await tryUntil(async () => {
      const nuid = randomBytes(11).toString('hex');
      const mac = this.#parts.mac.ofSnapshot(seq, { nuid, chunks, digest });
      const meta = { name: nameOf(seq), bucket: this.#bucket, nuid, size: file.length, chunks };
      try {
        await this.#publishPieces(nuid, file);
        await this.#publishMeta({ ...meta, digest, mac });
      } catch (error) {
        await this.#purge(this.#piecesOf(nuid)).catch(() => undefined);
        throw error;
      }
    }, SOON);
    await this.#expectReadable(seq);
    if (before !== undefined) await this.#purge(this.#piecesOf(before.nuid));
    for (const old of (await this.list()).slice(SNAPSHOTS_KEPT)) await this.remove(old);
  };

  /**
   * Any server with a copy answers, and that copy may be behind the others which took the pieces.
   * If another replica has saved the same entry meanwhile, it is that one which is read.
   */
  async #expectReadable(seq: Seq): Promise<void> {
    const deadline = performance.now() + READ_BACK_MILLIS;
    while ((await this.read(seq)) === undefined) {
      if (performance.now() > deadline)
        throw new Error(
          `snapshot ${seq} does not read back from the object store within ` +
            `${READ_BACK_MILLIS / 1_000} s: a server of the log is far behind`,
        );
      await sleep(READ_AGAIN_MILLIS);
    }
  }

  readonly remove = async (seq: Seq): Promise<void> => {
    const meta = await this.#findMeta(seq);
    if (meta === undefined) return;
    await this.#purge(this.#metaOf(encodeName(seq)));
    await this.#purge(this.#piecesOf(meta.nuid));
  };

  async #make(): Promise<void> {
    if (this.#isMade) return;
    const { error } = await this.#ask(`STREAM.CREATE.${this.#stream}`, {
      name: this.#stream,
      subjects: [this.#piecesOf('>'), this.#metaOf('>')],
      storage: 'file',
      discard: 'new',
      num_replicas: this.#parts.copies,
      allow_rollup_hdrs: true,
      allow_direct: true,
    });
    if (error !== undefined && error.err_code !== ALREADY_THERE)
      throw new Error(`the object store cannot be made: ${error.description}`);
    this.#isMade = true;
  }

  /** Undefined also for one that no replica of this venue saved, whatever it holds. */
  async #findMeta(seq: Seq): Promise<ObjectMeta | undefined> {
    const found = await this.#get({ last_by_subj: this.#metaOf(encodeName(seq)) });
    try {
      const meta = found?.json<ObjectMeta>();
      if (meta === undefined) return undefined;
      return meta.mac === this.#parts.mac.ofSnapshot(seq, meta) ? meta : undefined;
    } catch {
      return undefined;
    }
  }

  async #publishPieces(nuid: string, file: Uint8Array): Promise<void> {
    for (let first = 0; first < file.length; first += PIECES_AT_ONCE * PIECE_BYTES) {
      const group = file.subarray(first, first + PIECES_AT_ONCE * PIECE_BYTES);
      const sent = Array.from({ length: Math.ceil(group.length / PIECE_BYTES) }, (_, at) =>
        this.#publish(
          this.#piecesOf(nuid),
          group.subarray(at * PIECE_BYTES, (at + 1) * PIECE_BYTES),
        ),
      );
      // None is on its way any more when those that arrived are taken back.
      await Promise.allSettled(sent);
      await Promise.all(sent);
    }
  }

  async #publishMeta(meta: ObjectMeta): Promise<void> {
    const about = headers();
    about.set('Nats-Rollup', 'sub');
    const subject = this.#metaOf(encodePadded(Buffer.from(meta.name)));
    await this.#publish(subject, JSON.stringify(meta), about);
  }

  async #publish(
    subject: string,
    data: Uint8Array | string,
    about?: ReturnType<typeof headers>,
  ): Promise<void> {
    const options = { timeout: ASK_MILLIS, ...(about === undefined ? {} : { headers: about }) };
    const { error } = parseReply(await this.#connection.request(subject, data, options));
    if (error !== undefined)
      throw new Error(`the object store took no piece: ${error.description}`);
  }

  /** A stored message; undefined if there is none. */
  async #get(question: object): Promise<Msg | undefined> {
    const subject = `$JS.API.DIRECT.GET.${this.#stream}`;
    const text = JSON.stringify(question);
    try {
      const found = await this.#connection.request(subject, text, { timeout: ASK_MILLIS });
      return found.headers?.get('Nats-Sequence') ? found : undefined;
    } catch (error) {
      // Nobody answers for a stream that is not there.
      if (isUnheard(error)) return undefined;
      throw error;
    }
  }

  async #purge(filter: string): Promise<void> {
    await this.#ask(`STREAM.PURGE.${this.#stream}`, { filter });
  }

  #ask(call: string, question: object): Promise<StreamReply> {
    return askJetStream(this.#connection, call, question);
  }

  #piecesOf(nuid: string): string {
    return `$O.${this.#bucket}.C.${nuid}`;
  }

  #metaOf(name: string): string {
    return `$O.${this.#bucket}.M.${name}`;
  }
}

/** Nobody takes anything while a store that was just made has no leader. */
const SOON = { forMillis: ASK_MILLIS, everyMillis: READ_AGAIN_MILLIS, mayPass: isUnheard };

const nameOf = (seq: Seq): string => `${seq}${SUFFIX}`;

const encodeName = (seq: Seq): string => encodePadded(Buffer.from(nameOf(seq)));

function seqOf(encoded: string): Seq[] {
  const name = Buffer.from(encoded, 'base64url').toString();
  const number = Number(name.slice(0, -SUFFIX.length));
  return name.endsWith(SUFFIX) && Number.isSafeInteger(number) ? [toSeq(number)] : [];
}

const digestOf = (bytes: Uint8Array): string =>
  `SHA-256=${encodePadded(createHash('sha256').update(bytes).digest())}`;

const encodePadded = (bytes: Buffer): string =>
  bytes.toString('base64').replaceAll('+', '-').replaceAll('/', '_');
