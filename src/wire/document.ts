/** What a dialect says of itself for the published documents. */
import type { TSchema } from 'typebox';
import { MISSING, READS } from './field.ts';

export interface DocumentSettings {
  /** Where the venue is reached. */
  readonly baseUrl: string;
  readonly version: string;
}

/** Plain data of a published document. */
export type Plain = null | boolean | number | string | readonly Plain[] | PlainObject;
export interface PlainObject {
  readonly [name: string]: Plain;
}

/** What the document has besides the dialects. */
export interface Annex {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: PlainObject;
  readonly securitySchemes: PlainObject;
}

export interface DialectDocument {
  /** In Markdown, before its errors. */
  readonly introduction: string;
  readonly groups: readonly { readonly name: string; readonly description: string }[];
  /** The group of a path. */
  readonly groupOf: (path: string) => string;
  /** The name and the form of its errors. */
  readonly errorName: string;
  readonly errorSchema: TSchema;
  readonly errors: readonly DocumentedError[];
  readonly sockets: SocketDocument;
}

export interface DocumentedError {
  readonly code: string;
  readonly status: number;
  readonly text: string;
  /** Whether also a caller without a key can meet it at an endpoint. */
  readonly isOpen: boolean;
}

export interface SocketDocument {
  /** Stands before the names of its channels and servers, which are those of all dialects. */
  readonly prefix: string;
  readonly introduction: string;
  /** Frames that steer the connection. */
  readonly control: PlainObject;
  readonly topics: readonly Topic[];
}

export interface Topic {
  readonly id: string;
  readonly channel: string;
  readonly text: string;
  readonly socket: 'public' | 'private';
  readonly payload: PlainObject;
}

/** A schema as plain JSON, without what only the readers of requests need. */
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

/** A frame whose fields are constants, or any text where the constant is empty. */
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
