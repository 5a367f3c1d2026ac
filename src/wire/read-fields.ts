/** Where the fields of a call stand: each dialect says how it reads them. */
import type { TObject } from 'typebox';
import { isWireError, type WireError } from './errors.ts';
import { type Fields, findMisspeltSymbol, readBody, readQueryFields } from './read-request.ts';

/** A request as it came. Its query has no question mark; an empty body stands for none. */
export interface SentRequest {
  readonly method: string;
  readonly query: string;
  readonly body: string;
}

export type ReadFields = (sent: SentRequest, schema: TObject) => Fields | WireError;

/** A POST has its fields in a JSON body, a GET in the query, a DELETE in either. */
export function readPlainFields({ method, query, body }: SentRequest): Fields | WireError {
  if (method === 'POST') return readBody(body);
  const asked = readQueryFields(query);
  if (method === 'GET' || isWireError(asked) || body === '') return asked;
  const sent = readBody(body);
  return isWireError(sent) ? sent : new Map([...sent, ...asked]);
}

/** The same, but a misspelt symbol is refused. */
export const readJsonFields: ReadFields = (sent, schema) => {
  const fields = readPlainFields(sent);
  return isWireError(fields) ? fields : (findMisspeltSymbol(schema, fields) ?? fields);
};
