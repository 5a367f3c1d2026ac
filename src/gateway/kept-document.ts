/**
 * A document that anybody may ask for. It is made at most once a second and compressed once, off
 * the event loop. A client that already has it gets a 304.
 */
import { createHash } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { PageReply } from './reply.ts';
import type { AnswerPage, PageVisit } from './route.ts';

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

/** A document that never changes is made once, before anybody asks. */
export function keepDocument(terms: DocumentTerms): AnswerPage {
  const made = makeDocument(terms);
  return (visit) => answer(terms, made, visit);
}

/** A document that says how things are now. */
export function keepShortly(terms: DocumentTerms): AnswerPage {
  let made: Made | undefined;
  return (visit) => {
    if (made === undefined || performance.now() - made.at >= KEPT_MILLIS)
      made = makeDocument(terms);
    return answer(terms, made, visit);
  };
}

function makeDocument({ make }: DocumentTerms): Made {
  const plain = Buffer.from(make());
  const etag = `"${createHash('sha1').update(plain).digest('base64url')}"`;
  return { plain, etag, at: performance.now(), gzip: undefined };
}

async function answer(
  { type, headers: more = {} }: DocumentTerms,
  made: Made,
  { headers: asked }: Pick<PageVisit, 'headers'>,
): Promise<PageReply> {
  const headers = { 'content-type': type, ...more, vary: 'accept-encoding', etag: made.etag };
  if (asked['if-none-match'] === made.etag) return { status: 304, headers, body: '' };
  if (!acceptsEncoding(String(asked['accept-encoding'] ?? ''), 'gzip'))
    return { status: 200, headers, body: made.plain };
  made.gzip ??= compress(made.plain);
  const body = await made.gzip;
  return { status: 200, headers: { ...headers, 'content-encoding': 'gzip' }, body };
}

export const acceptsEncoding = (accepted: string, name: string): boolean =>
  accepted.split(',').some((part) => {
    const [word = '', ...terms] = part.split(';').map((piece) => piece.trim());
    return word === name && !terms.some((term) => /^q=0(?:\.0*)?$/.test(term));
  });
