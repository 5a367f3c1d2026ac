/**
 * A document that anybody may ask for: made at most once a second however often it is asked for,
 * and compressed once, beside the event loop. Whoever has it already is told so in a few bytes.
 */
import { createHash } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptsEncoding } from './accepts-encoding.ts';

const KEPT_MILLIS = 1_000;
const compress = promisify(gzip);

export interface DocumentTerms {
  readonly type: string;
  readonly make: () => string;
  /** Other headers that go with it. */
  readonly headers?: Readonly<Record<string, string>>;
}

interface Made {
  readonly plain: Buffer;
  readonly etag: string;
  readonly at: number;
  gzip: Promise<Buffer> | undefined;
}

export type AnswerDocument = (
  request: Pick<FastifyRequest, 'headers'>,
  reply: FastifyReply,
) => Promise<FastifyReply>;

/** A document that never changes is made once, before anybody asks. */
export function keepDocument(terms: DocumentTerms): AnswerDocument {
  const made = makeDocument(terms);
  return (request, reply) => answer(terms, made, request, reply);
}

/** A document that says how things are now. */
export function keepShortly(terms: DocumentTerms): AnswerDocument {
  let made: Made | undefined;
  return (request, reply) => {
    if (made === undefined || performance.now() - made.at >= KEPT_MILLIS)
      made = makeDocument(terms);
    return answer(terms, made, request, reply);
  };
}

function makeDocument({ make }: DocumentTerms): Made {
  const plain = Buffer.from(make());
  const etag = `"${createHash('sha1').update(plain).digest('base64url')}"`;
  return { plain, etag, at: performance.now(), gzip: undefined };
}

async function answer(
  { type, headers = {} }: DocumentTerms,
  made: Made,
  request: Pick<FastifyRequest, 'headers'>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.type(type).headers({ ...headers, vary: 'accept-encoding', etag: made.etag });
  if (request.headers['if-none-match'] === made.etag) return reply.code(304).send();
  if (!acceptsEncoding(String(request.headers['accept-encoding'] ?? ''), 'gzip'))
    return reply.send(made.plain);
  made.gzip ??= compress(made.plain);
  return reply.header('content-encoding', 'gzip').send(await made.gzip);
}
