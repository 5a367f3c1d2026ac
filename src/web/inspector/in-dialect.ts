/** A call of this page in the words of a dialect. */
import {
  type AskedFields,
  type CallScene,
  FRESH_ID,
  type PageDialect,
  type Said,
} from '../../wire/page-words.ts';
import { PREFIX } from '../../wire/v2/endpoint.ts';
import type { CallNote } from '../client/call-log.ts';

export type Spoken = Pick<CallNote, 'path' | 'query' | 'body' | 'signed'> & {
  readonly method: string;
};

/** The path of a call of this page without the prefix of its dialect. */
export const shortPath = (path: string): string => path.replace(PREFIX, '');

/**
 * The calls that say it in this dialect; none where it has no words for it. Each run of a program
 * has ids of its own: the one that was sent is taken.
 */
export function inDialect(dialect: PageDialect, call: Spoken, scene: CallScene): readonly Spoken[] {
  const asked = askedOf(call);
  if (dialect.words === undefined) return [withFreshId(call, asked)];
  const said = dialect.words[shortPath(call.path)]?.(asked, scene, call.path);
  if (said === undefined) return [];
  return (isOne(said) ? [said] : said).map((each) => spokenAs(dialect, call, each));
}

const isOne = (said: Said | readonly Said[]): said is Said => typeof said[0] === 'string';

function spokenAs(
  { formKey }: PageDialect,
  { signed }: Spoken,
  [method, path, fields = {}]: Said,
): Spoken {
  const named = Object.entries(fields).filter(
    (entry): entry is [string, string | boolean] => entry[1] !== undefined,
  );
  const isBody = formKey === undefined && method === 'POST';
  const query = new URLSearchParams(named.map(([name, value]) => [name, String(value)]));
  return {
    method,
    path,
    signed,
    query: isBody ? '' : query.toString(),
    body: isBody ? JSON.stringify(Object.fromEntries(named)) : '',
  };
}

const OWN_IDS = ['client_oid', 'clientOrderId'] as const;

function askedOf({ query, body }: Spoken): AskedFields {
  const sent: [string, unknown][] =
    body === '' ? [...new URLSearchParams(query)] : Object.entries(JSON.parse(body));
  const asked = Object.fromEntries(sent.map(([name, value]) => [name, String(value)]));
  for (const name of OWN_IDS) if (asked[name] !== undefined) asked[name] = FRESH_ID;
  return asked;
}

function withFreshId(call: Spoken, asked: AskedFields): Spoken {
  if (!OWN_IDS.some((name) => asked[name] === FRESH_ID)) return call;
  const sent: Readonly<Record<string, unknown>> = JSON.parse(call.body);
  const fresh = Object.entries(sent).map(([name, value]) => [
    name,
    OWN_IDS.some((own) => own === name) ? FRESH_ID : value,
  ]);
  return { ...call, body: JSON.stringify(Object.fromEntries(fresh)) };
}
