/** A request that was made, as code that makes it again; keys come from the environment. */
import type { Spoken as Call, SpokenDialect } from './in-dialect.ts';

export const PROGRAMS = ['curl', 'python', 'typescript'] as const;
export type ProgramLanguage = (typeof PROGRAMS)[number];

export function asProgram(
  program: ProgramLanguage,
  call: Call,
  origin: string,
  dialect: SpokenDialect = 'v2',
): string {
  if (dialect === 'binance' && call.signed !== undefined) return asForm(program, call, origin);
  switch (program) {
    case 'curl':
      return asCurl(call, origin);
    case 'python':
      return asPython(call, origin);
    default:
      return asTypeScript(call, origin);
  }
}

const targetOf = ({ path, query }: Call): string => (query === '' ? path : `${path}?${query}`);

/** Inside single quotes of a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

function asCurl(call: Call, origin: string): string {
  const target = targetOf(call);
  if (call.signed === undefined) return `curl ${quoted(origin + target)}`;
  const body = call.method === 'POST' ? [`BODY=${quoted(call.body)}`] : [];
  const data =
    call.method === 'POST' ? [`  -H 'Content-Type: application/json' -d "$BODY" \\`] : [];
  // In braces: the shell would read the method as a part of the name.
  const signed = `\${TIME}${call.method}${target}${call.method === 'POST' ? '$BODY' : ''}`;
  return [
    ...body,
    'TIME=$(date +%s000)',
    `SIGN=$(printf %s "${signed}" | openssl dgst -sha256 -hmac "$SECRET_KEY" -binary | base64)`,
    `curl -X ${call.method} ${quoted(origin + target)} \\`,
    '  -H "ACCESS-KEY: $API_KEY" -H "ACCESS-PASSPHRASE: $PASSPHRASE" \\',
    ...data,
    '  -H "ACCESS-TIMESTAMP: $TIME" -H "ACCESS-SIGN: $SIGN"',
  ].join('\n');
}

function asPython(call: Call, origin: string): string {
  const target = targetOf(call);
  const body = call.method === 'POST' ? JSON.stringify(call.body) : "''";
  if (call.signed === undefined)
    return [
      'import urllib.request',
      `print(urllib.request.urlopen(${JSON.stringify(origin + target)}).read().decode())`,
    ].join('\n');
  return [
    'import base64, hashlib, hmac, os, time, urllib.request',
    `target = ${JSON.stringify(target)}`,
    `body = ${body}`,
    'stamp = str(int(time.time() * 1000))',
    `text = stamp + '${call.method}' + target + body`,
    "digest = hmac.new(os.environ['SECRET_KEY'].encode(), text.encode(), hashlib.sha256).digest()",
    'headers = {',
    "    'ACCESS-KEY': os.environ['API_KEY'],",
    "    'ACCESS-PASSPHRASE': os.environ['PASSPHRASE'],",
    "    'ACCESS-TIMESTAMP': stamp,",
    "    'ACCESS-SIGN': base64.b64encode(digest).decode(),",
    "    'Content-Type': 'application/json',",
    '}',
    `request = urllib.request.Request(${JSON.stringify(origin)} + target,`,
    `    data=body.encode() or None, headers=headers, method='${call.method}')`,
    'print(urllib.request.urlopen(request).read().decode())',
  ].join('\n');
}

function asTypeScript(call: Call, origin: string): string {
  const target = targetOf(call);
  if (call.signed === undefined)
    return `console.log(await (await fetch(${JSON.stringify(origin + target)})).json());`;
  const isPost = call.method === 'POST';
  return [
    "import { createHmac } from 'node:crypto';",
    "const { API_KEY = '', SECRET_KEY = '', PASSPHRASE = '' } = process.env;",
    `const target = ${JSON.stringify(target)};`,
    `const body = ${JSON.stringify(call.body)};`,
    'const time = String(Date.now());',
    `const text = time + '${call.method}' + target + body;`,
    `const response = await fetch(${JSON.stringify(origin)} + target, {`,
    `  method: '${call.method}',`,
    '  headers: {',
    "    'ACCESS-KEY': API_KEY,",
    "    'ACCESS-PASSPHRASE': PASSPHRASE,",
    "    'ACCESS-TIMESTAMP': time,",
    "    'ACCESS-SIGN': createHmac('sha256', SECRET_KEY).update(text).digest('base64'),",
    "    'Content-Type': 'application/json',",
    '  },',
    ...(isPost ? ['  body,'] : []),
    '});',
    'console.log(await response.json());',
  ].join('\n');
}

/** A signed call of Binance USDⓈ-M: all fields in the query, and its signature after them. */
function asForm(program: ProgramLanguage, { method, path, query }: Call, origin: string): string {
  const fields = query === '' ? 'timestamp=' : `${query}&timestamp=`;
  if (program === 'curl')
    return [
      `QUERY=${quoted(fields)}$(date +%s000)`,
      'SIGN=$(printf %s "$QUERY" | openssl dgst -sha256 -hmac "$SECRET_KEY" | sed "s/.*= //")',
      `curl -X ${method} ${quoted(`${origin}${path}?`)}"$QUERY&signature=$SIGN" \\`,
      '  -H "X-MBX-APIKEY: $API_KEY"',
    ].join('\n');
  if (program === 'python')
    return [
      'import hashlib, hmac, os, time, urllib.request',
      `query = ${JSON.stringify(fields)} + str(int(time.time() * 1000))`,
      "sign = hmac.new(os.environ['SECRET_KEY'].encode(), query.encode(), hashlib.sha256)",
      `url = ${JSON.stringify(`${origin}${path}?`)} + query + '&signature=' + sign.hexdigest()`,
      "headers = {'X-MBX-APIKEY': os.environ['API_KEY']}",
      `request = urllib.request.Request(url, headers=headers, method='${method}')`,
      'print(urllib.request.urlopen(request).read().decode())',
    ].join('\n');
  return [
    "import { createHmac } from 'node:crypto';",
    "const { API_KEY = '', SECRET_KEY = '' } = process.env;",
    `const query = ${JSON.stringify(fields)} + Date.now();`,
    "const sign = createHmac('sha256', SECRET_KEY).update(query).digest('hex');",
    `const url = ${JSON.stringify(`${origin}${path}?`)} + query + '&signature=' + sign;`,
    "const headers = { 'X-MBX-APIKEY': API_KEY };",
    `const response = await fetch(url, { method: '${method}', headers });`,
    'console.log(await response.json());',
  ].join('\n');
}
