/** The description of a dialect for the published documents. */
import type { TSchema } from 'typebox';
import { MISSING, READS } from './field.ts';

export interface DocumentSettings {
  /** The address of the venue. */
  readonly baseUrl: string;
  readonly version: string;
}

/** Plain data of a published document. */
export type Plain = null | boolean | number | string | readonly Plain[] | PlainObject;
export interface PlainObject {
  readonly [name: string]: Plain;
}

/** The part of the document that belongs to no dialect. */
export interface Annex {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: PlainObject;
  readonly securitySchemes: PlainObject;
}

export interface DialectDocument {
  /** Markdown that comes before the table of errors. */
  readonly introduction: string;
  readonly groups: readonly { readonly name: string; readonly description: string }[];
  readonly groupOf: (path: string) => string;
  /** The name and the form of its errors. */
  readonly errorName: string;
  readonly errorSchema: TSchema;
  readonly errors: readonly DocumentedError[];
  /** What a call carries to show who sends it. The first part is the key. */
  readonly proof: Readonly<Record<string, ProofPart>>;
  readonly sockets?: SocketDocument;
}

export interface DocumentedError {
  readonly code: string;
  readonly status: number;
  readonly text: string;
  /** Whether a caller without a key can get this error too. */
  readonly isOpen: boolean;
}

export interface SocketDocument {
  /** Prefix of its channel and server names, which would otherwise clash between dialects. */
  readonly prefix: string;
  readonly introduction: string;
  /** How one's own account is heard, where the handshake is not signed. */
  readonly privateText?: string;
  /** Sockets besides the public and the private one. */
  readonly further?: readonly FurtherSocket[];
  /** Frames that control the connection. */
  readonly control: PlainObject;
  readonly topics: readonly Topic[];
}

export interface FurtherSocket {
  readonly id: 'calls';
  readonly path: string;
  readonly text: string;
}

export interface Topic {
  readonly id: string;
  readonly channel: string;
  readonly text: string;
  readonly socket: 'public' | 'private' | FurtherSocket['id'];
  readonly payload: PlainObject;
}

/** What comes under a channel, by its schema. */
export const socketTopic =
  (socket: Topic['socket']) =>
  (id: string, channel: string, schema: TSchema, text: string): Topic => ({
    id,
    channel,
    text,
    socket,
    payload: toPlain(schema) as PlainObject,
  });

/** Part of a proof: a header or a parameter of the query. */
interface ProofPart extends PlainObject {
  readonly in: 'header' | 'query';
  readonly name: string;
}

export const proofPart = (
  name: string,
  description: string,
  place: ProofPart['in'] = 'header',
): ProofPart => ({ type: 'apiKey', in: place, name, description });

/** The names of its headers, as Node writes them; that of the key comes first. */
export const proofHeaders = ({ proof }: DialectDocument): readonly string[] =>
  Object.values(proof)
    .filter((part) => part.in === 'header')
    .map(({ name }) => name.toLowerCase());

/** Headers that several dialects share. */
export const HEADER_PROOF: DialectDocument['proof'] = {
  key: proofPart('ACCESS-KEY', 'The API key.'),
  sign: proofPart(
    'ACCESS-SIGN',
    'Base64 of HMAC-SHA256, keyed by the secret, over timestamp, method, path, query and body.',
  ),
  passphrase: proofPart('ACCESS-PASSPHRASE', 'The passphrase of the key.'),
  timestamp: proofPart('ACCESS-TIMESTAMP', 'Unix time in milliseconds, valid 30 seconds.'),
};

/** Returns a schema as plain JSON, without the parts that only request readers need. */
export function toPlain(schema: unknown): Plain {
  if (Array.isArray(schema)) return schema.map(toPlain);
  if (typeof schema === 'object' && schema !== null)
    return Object.fromEntries(
      Object.entries(schema)
        .filter(([name, value]) => name !== READS && name !== MISSING && value !== undefined)
        .map(([name, value]) => [name, toPlain(value)]),
    );
  return typeof schema === 'string' || typeof schema === 'number' || typeof schema === 'boolean'
    ? schema
    : null;
}

/** Returns a frame with constant fields. An empty constant stands for any text. */
export const frame = (fields: Readonly<Record<string, string>>): PlainObject => ({
  payload: {
    type: 'object',
    required: Object.keys(fields),
    properties: Object.fromEntries(
      Object.entries(fields).map(([name, constant]) => [
        name,
        constant === '' ? { type: 'string' } : { const: constant },
      ]),
    ),
  },
});
