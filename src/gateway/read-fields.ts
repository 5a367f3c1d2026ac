/** What a request says: a GET in its query, a POST in its body, a DELETE in either or both. */
import { isUtf8 } from 'node:buffer';
import { isWireError, type WireError } from '../wire/errors.ts';
import { bodyNotText, readBody, readQueryFields } from '../wire/read-body.ts';
import { type Fields, NO_FIELDS } from '../wire/read-request.ts';
import type { RequestTarget } from './request-target.ts';

interface Sent {
  readonly method: string;
  readonly target: Pick<RequestTarget, 'query'>;
  /** Undefined for none. */
  readonly body: Buffer | undefined;
}

export function readFields({ method, target, body }: Sent): Fields | WireError {
  if (method === 'POST') return fieldsIn(body);
  const asked = readQueryFields(target.query);
  if (method === 'GET' || isWireError(asked) || body === undefined || body.length === 0)
    return asked;
  const sent = fieldsIn(body);
  return isWireError(sent) ? sent : new Map([...sent, ...asked]);
}

function fieldsIn(body: Buffer | undefined): Fields | WireError {
  if (body === undefined) return NO_FIELDS;
  return isUtf8(body) ? readBody(body.toString('utf8')) : bodyNotText();
}
