import { createHmac, createSecretKey } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hmacOf } from './signature.ts';

const bytes = (maxLength: number) =>
  fc.uint8Array({ maxLength, minLength: 1, size: 'max' }).map((each) => Buffer.from(each));

test('[GATE-1] a signature is the HMAC that others compute, for any secret and text', () => {
  fc.assert(
    fc.property(
      bytes(150),
      bytes(200),
      fc.oneof(fc.constant(undefined), bytes(9_000)),
      fc.constantFrom('hex', 'base64'),
      (key, head, body, encoding) => {
        const secret = createSecretKey(key);
        const known = createHmac('sha256', key)
          .update(head)
          .update(body ?? '');
        const text = { head: head.toString('latin1'), body };
        const wanted = known.digest(encoding);
        // The second time with what was kept of the secret.
        expect(hmacOf(secret, text, encoding)).toBe(wanted);
        expect(hmacOf(secret, text, encoding)).toBe(wanted);
      },
    ),
    { numRuns: 200 },
  );
});
