import { createHmac } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { createSign } from './sign.ts';

afterEach(() => vi.unstubAllGlobals());

const SECRETS = ['secret', 'ключ €', 'x'.repeat(64), 'long '.repeat(40)];

test.each(['Node', 'a browser'])('%s signs as HMAC with SHA-256 does', async (home) => {
  if (home === 'a browser') vi.stubGlobal('process', undefined);
  for (const secret of SECRETS) {
    const sign = await createSign(secret);
    for (const text of ['', '1700000000000POST/capi/v2/order/placeOrder{"a":"€"}'])
      expect(await sign(text)).toBe(createHmac('sha256', secret).update(text).digest('base64'));
  }
});
