import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { askModel, findKey, hideKey } from './ask-model.ts';

const KEY = 'sk-test/0123456789+"never';

const hidden = (text: string): string => hideKey(KEY, text);

test('[ARN-3] a key is hidden however JSON writes it', () => {
  const plain = `it is ${KEY}.`;
  const written = [plain, JSON.stringify(plain), JSON.stringify(JSON.stringify(plain))];
  const spelt = (text: string): string =>
    text.replaceAll(/[/s0]/g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`);
  for (const text of [...written, ...written.map(spelt), written[1]!.replaceAll('/', '\\/')])
    expect(hidden(text)).not.toMatch(/test|9\+|never/);
  expect(hidden(plain)).toBe('it is ….');
  expect(hideKey(undefined, plain)).toBe(plain);
  expect(hidden('\\'.repeat(1_000_000))).toHaveLength(1_000_000);
});

test('[ARN-3] no answer and no refusal has a part of the key', async () => {
  const bodies = [
    JSON.stringify({ choices: [{ message: { content: JSON.stringify({ reason: KEY }) } }] }),
    `${'x'.repeat(290)}${KEY}`,
    JSON.stringify({ error: `${'x'.repeat(270)}${KEY}` }),
  ];
  const server = createServer(({ headers }, response) => {
    expect(headers.authorization).toBe(`Bearer ${KEY}`);
    response.statusCode = bodies.length === 3 ? 200 : 401;
    response.end(bodies.shift());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const terms = { kind: 'model', name: 'a', url, model: 'm', keyVariable: 'K' } as const;
  const key = findKey(terms, { K: ` ${KEY}\r\n` });
  for (const _ of [...bodies])
    expect(JSON.stringify(await askModel({ url, key }, '{}', 5_000))).not.toMatch(/sk-t/);
  const broken = await askModel({ url, key: `${KEY}\nsecond` }, '{}', 5_000);
  expect(broken).toMatchObject({ answer: null, why: expect.stringContaining('…') });
});
