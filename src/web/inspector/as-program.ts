/** Requests that were made, as code that makes them again; keys come from the environment. */
import { FRESH_ID, type PageDialect } from '../../wire/page-words.ts';
import type { Spoken as Call } from './in-dialect.ts';

export const PROGRAMS = ['curl', 'python', 'typescript'] as const;
export type ProgramLanguage = (typeof PROGRAMS)[number];

/** The calls are made one after the other. */
export function asProgram(
  program: ProgramLanguage,
  calls: readonly Call[],
  origin: string,
  { formKey }: Pick<PageDialect, 'formKey'>,
): string {
  const isSigned = calls.some(({ signed }) => signed !== undefined);
  const { curl, python, typescript } = !isSigned
    ? OPEN
    : formKey === undefined
      ? SIGNED_BY_HEADERS
      : signedForm(formKey);
  switch (program) {
    case 'curl':
      return calls.map((call) => curl(call, origin)).join('\n\n');
    case 'python':
      return inPython(calls, python, origin);
    default:
      return inTypeScript(calls, typescript, origin);
  }
}

/** How a request is sent: as a command, and as lines of the function `send`. */
interface Sending {
  readonly curl: (call: Call, origin: string) => string;
  readonly python: readonly string[];
  readonly typescript: readonly string[];
}

const targetOf = ({ path, query }: Call): string => (query === '' ? path : `${path}?${query}`);

const hasFreshId = (call: Call): boolean => `${call.query}${call.body}`.includes(FRESH_ID);

/** Inside single quotes of a shell; the id of the run stands outside them. */
const quoted = (text: string): string =>
  `'${text.replaceAll("'", `'\\''`)}'`.replaceAll(FRESH_ID, `'"$ID"'`);

const curlId = (call: Call): readonly string[] =>
  hasFreshId(call) ? ['ID=$(openssl rand -hex 16)'] : [];

const OPEN: Sending = {
  curl: (call, origin) => `curl ${quoted(origin + targetOf(call))}`,
  python: ['    request = urllib.request.Request(ORIGIN + target)'],
  typescript: ['  const response = await fetch(ORIGIN + target, { method });'],
};

function curlHeaders(call: Call, origin: string): string {
  const target = targetOf(call);
  const isPost = call.method === 'POST';
  const data = isPost ? [`  -H 'Content-Type: application/json' -d "$BODY" \\`] : [];
  // In braces: the shell would read the method as a part of the name.
  const signed = `\${TIME}${call.method}${target}${isPost ? '$BODY' : ''}`;
  return [
    ...curlId(call),
    ...(isPost ? [`BODY=${quoted(call.body)}`] : []),
    'TIME=$(date +%s000)',
    `SIGN=$(printf %s "${signed}" | openssl dgst -sha256 -hmac "$SECRET_KEY" -binary | base64)`,
    `curl -X ${call.method} ${quoted(origin + target)} \\`,
    '  -H "ACCESS-KEY: $API_KEY" -H "ACCESS-PASSPHRASE: $PASSPHRASE" \\',
    ...data,
    '  -H "ACCESS-TIMESTAMP: $TIME" -H "ACCESS-SIGN: $SIGN"',
  ].join('\n');
}

/** A text of Python or TypeScript, with an expression where the id of the run belongs. */
const textWith = (fresh: string, text: string): string =>
  text
    .split(FRESH_ID)
    .map((part) => JSON.stringify(part))
    .join(` + ${fresh} + `);

/** The arguments of `send`: the target, and the body of what is posted. */
function argumentsOf({ method, ...call }: Call, fresh: string): string {
  const target = textWith(fresh, targetOf({ method, ...call }));
  const body = call.body === '' ? [] : [textWith(fresh, call.body)];
  return [`'${method}'`, target, ...body].join(', ');
}

const SIGNED_BY_HEADERS: Sending = {
  curl: curlHeaders,
  python: [
    '    stamp = str(int(time.time() * 1000))',
    '    text = stamp + method + target + body',
    "    key = os.environ['SECRET_KEY'].encode()",
    '    digest = hmac.new(key, text.encode(), hashlib.sha256).digest()',
    '    headers = {',
    "        'ACCESS-KEY': os.environ['API_KEY'],",
    "        'ACCESS-PASSPHRASE': os.environ['PASSPHRASE'],",
    "        'ACCESS-TIMESTAMP': stamp,",
    "        'ACCESS-SIGN': base64.b64encode(digest).decode(),",
    "        'Content-Type': 'application/json',",
    '    }',
    '    request = urllib.request.Request(ORIGIN + target,',
    '        data=body.encode() or None, headers=headers, method=method)',
  ],
  typescript: [
    "  const { API_KEY = '', SECRET_KEY = '', PASSPHRASE = '' } = process.env;",
    '  const time = String(Date.now());',
    "  const text = time + method + target + (body ?? '');",
    '  const response = await fetch(ORIGIN + target, {',
    '    method,',
    '    headers: {',
    "      'ACCESS-KEY': API_KEY,",
    "      'ACCESS-PASSPHRASE': PASSPHRASE,",
    "      'ACCESS-TIMESTAMP': time,",
    "      'ACCESS-SIGN': createHmac('sha256', SECRET_KEY).update(text).digest('base64'),",
    "      'Content-Type': 'application/json',",
    '    },',
    '    body,',
    '  });',
  ],
};

/** All fields stand in the query, and the signature after them. */
const signedForm = (key: string): Sending => ({
  curl: (call, origin) => {
    const { method, path, query } = call;
    return [
      ...curlId(call),
      `QUERY=${quoted(query === '' ? 'timestamp=' : `${query}&timestamp=`)}$(date +%s000)`,
      'SIGN=$(printf %s "$QUERY" | openssl dgst -sha256 -hmac "$SECRET_KEY" | sed "s/.*= //")',
      `curl -X ${method} ${quoted(`${origin}${path}?`)}"$QUERY&signature=$SIGN" \\`,
      `  -H "${key}: $API_KEY"`,
    ].join('\n');
  },
  python: [
    "    target += ('&' if '?' in target else '?') + 'timestamp=' + str(int(time.time() * 1000))",
    "    query = target.split('?')[1]",
    "    sign = hmac.new(os.environ['SECRET_KEY'].encode(), query.encode(), hashlib.sha256)",
    "    request = urllib.request.Request(ORIGIN + target + '&signature=' + sign.hexdigest(),",
    `        headers={'${key}': os.environ['API_KEY']}, method=method)`,
  ],
  typescript: [
    "  const { API_KEY = '', SECRET_KEY = '' } = process.env;",
    "  const [path, fields = ''] = target.split('?');",
    "  const query = (fields === '' ? '' : fields + '&') + 'timestamp=' + Date.now();",
    "  const sign = createHmac('sha256', SECRET_KEY).update(query).digest('hex');",
    "  const url = ORIGIN + path + '?' + query + '&signature=' + sign;",
    `  const response = await fetch(url, { method, headers: { '${key}': API_KEY } });`,
  ],
});

/** What the venue says to an error is told too, and ends the program. */
const inPython = (calls: readonly Call[], request: readonly string[], origin: string): string =>
  [
    'import base64, hashlib, hmac, os, time, urllib.error, urllib.request, uuid',
    `ORIGIN = ${JSON.stringify(origin)}`,
    '',
    "def send(method, target, body=''):",
    ...request,
    '    try:',
    '        print(urllib.request.urlopen(request).read().decode())',
    '    except urllib.error.HTTPError as error:',
    '        raise SystemExit(error.read().decode())',
    '',
    ...calls.map((call) => `send(${argumentsOf(call, 'uuid.uuid4().hex')})`),
  ].join('\n');

const inTypeScript = (calls: readonly Call[], request: readonly string[], origin: string): string =>
  [
    "import { createHmac, randomUUID } from 'node:crypto';",
    `const ORIGIN = ${JSON.stringify(origin)};`,
    '',
    'async function send(method, target, body) {',
    ...request,
    '  console.log(await response.text());',
    '  if (!response.ok) process.exit(1);',
    '}',
    '',
    ...calls.map((call) => `await send(${argumentsOf(call, 'randomUUID()')});`),
  ].join('\n');
