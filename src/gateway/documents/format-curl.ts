/**
 * An endpoint as a line for a shell that works as it is copied. It is signed by the parts of the
 * proof that the document asks for; keys come from the environment.
 */

import type { Plain } from '../../wire/document.ts';
import {
  type Operation,
  type Part,
  plainList,
  plainPart,
  plainText,
  sampleRequest,
  sampleValue,
  schemaOf,
  TELLING,
} from './schema.ts';

/** Where a venue listens unless it is told otherwise. The script of the page puts its own there. */
export const EXAMPLE_ORIGIN = 'http://localhost:8700';

/** Ids that may be used once: those of an example get the time behind them. */
const FRESH = /"(\w*(?:client_oid|[cC]lientOrderId|[cC]lientAlgoId))":"([^"]+)"/g;

/** What a request consists of, apart from its proof. */
interface Example {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** JSON in the quotes of a shell; undefined if there is none. */
  readonly body: string | undefined;
}

/** The same request as plain text, for the page. */
export function formatExample(operation: Operation): string {
  const { method, target, body } = exampleOf(operation);
  return body === undefined ? `${method} ${target}` : `${method} ${target}\n\n${formatJson(body)}`;
}

export const formatJson = (body: unknown): string => JSON.stringify(body, undefined, 2);

export function formatCurl(operation: Operation, schemes: Part): string {
  const { method, target, body } = exampleOf(operation);
  const fresh = (json: string): string => json.replace(FRESH, `"$1":"$2-'$(date +%s)'"`);
  const place = target.replace(/\{(\w+)\}/g, (_, name: string) => `$${name.toUpperCase()}`);
  const example = { method, target: place, body: body && `'${fresh(JSON.stringify(body))}'` };
  const proof = Object.keys(plainPart(plainList(operation.operation.security)[0]))
    .map((name) => plainPart(schemes[name]))
    .map(({ name, scheme }) => plainText(name) || plainText(scheme));
  const [key] = proof;
  if (key === undefined) return curl(example, []);
  if (key === 'bearer') return curl(example, ['"Authorization: Bearer $CLAIM_TOKEN"']);
  if (proof.includes('signature')) return signedInQuery(example, key);
  return proof.length === 1 ? curl(example, [keyHeader(key)]) : signedByHeaders(example);
}

function exampleOf({ method, path, operation }: Operation) {
  const isTelling = (name: string): boolean => method !== 'GET' && TELLING.has(name);
  const query = plainList(operation.parameters)
    .map(plainPart)
    .filter(({ in: place }) => place === 'query')
    .map(({ name, required, schema }) => ({ name: plainText(name), required, schema }))
    .filter(({ name, required }) => required === true || isTelling(name))
    .map(
      ({ name, schema }) => `${name}=${queryText(sampleValue(plainPart(schema), sampleRequest))}`,
    );
  const target = query.length === 0 ? path : `${path}?${query.join('&')}`;
  const body =
    operation.requestBody === undefined
      ? undefined
      : sampleRequest(schemaOf(plainPart(operation.requestBody)));
  return { method, target, body };
}

/** Lists and objects stand in a query as JSON. */
const queryText = (value: Plain): string =>
  encodeURIComponent(typeof value === 'object' ? JSON.stringify(value) : String(value));

const keyHeader = (name: string): string => `"${name}: $API_KEY"`;

const MAC = 'openssl dgst -sha256 -hmac "$SECRET_KEY"';

/** The time, the method, the target and the body are signed, and the proof is in headers. */
function signedByHeaders({ method, target, body }: Example): string {
  const given = body === undefined ? [] : [`BODY=${body}`];
  const text = `${method}${target}${body === undefined ? '' : '$BODY'}`;
  return [
    ...given,
    'TIME=$(date +%s)000',
    `SIGN=$(printf %s "$TIME""${text}" | ${MAC} -binary | base64)`,
    curl({ method, target, body: body && '"$BODY"' }, [
      keyHeader('ACCESS-KEY'),
      '"ACCESS-SIGN: $SIGN"',
      '"ACCESS-PASSPHRASE: $PASSPHRASE"',
      '"ACCESS-TIMESTAMP: $TIME"',
    ]),
  ].join('\n');
}

/** The query is signed, the time in it, and the signature is its last field. */
function signedInQuery({ method, target }: Example, key: string): string {
  const [path = '', query = ''] = target.split('?');
  const fields = [query, 'timestamp=$(date +%s)000'].filter(Boolean).join('&');
  return [
    `QUERY="${fields}"`,
    `SIGN=$(printf %s "$QUERY" | ${MAC} -hex | sed 's/^.* //')`,
    curl({ method, target: `${path}?$QUERY&signature=$SIGN`, body: undefined }, [keyHeader(key)]),
  ].join('\n');
}

/** An address with variables needs quotes that let them through. */
function curl({ method, target, body }: Example, headers: readonly string[]): string {
  const quote = target.includes('$') ? '"' : "'";
  const parts = [
    `curl -s${method === 'GET' ? '' : ` -X ${method}`} ${quote}${EXAMPLE_ORIGIN}${target}${quote}`,
    ...headers.map((header) => `-H ${header}`),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${body}`]),
  ];
  return parts.join(' \\\n  ');
}
