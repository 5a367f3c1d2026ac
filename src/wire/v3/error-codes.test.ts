import { expect, test } from 'vitest';
import { reject } from '../../domain/reject.ts';
import { millis } from '../../domain/units.ts';
import { ERRORS, type ErrorCode, wireError } from '../errors.ts';
import { rejectError } from '../reject-error.ts';
import { documentedErrors, formatV3Error, V3_ERRORS, v3CodeOf } from './error-codes.ts';

const NOW = millis(1_767_225_600_000);

test('[DIA-6] every code is documented once, and no code is documented that is never sent', () => {
  const codes = documentedErrors().map(({ code }) => code);
  expect([...codes].sort()).toEqual(Object.keys(V3_ERRORS).sort());
  for (const code of Object.keys(ERRORS))
    expect(codes).toContain(v3CodeOf(wireError(code as ErrorCode)));
});

test('[DIA-6] errors are integers with a text, and statuses are those of HTTP', () => {
  for (const code of Object.keys(ERRORS)) {
    const { status, body } = formatV3Error(wireError(code as ErrorCode), 'en', NOW);
    expect([400, 403, 404, 429, 500]).toContain(status);
    const { code: number, msg, message } = { msg: '', message: '', code: 0, ...body };
    expect(Number.isSafeInteger(number) && number < 0).toBe(true);
    expect(code === '429' ? [msg, message !== ''] : [msg !== '', message]).toEqual(
      code === '429' ? ['', true] : [true, ''],
    );
  }
});

test('[DIA-6] the reason of a refusal chooses the code, and its voice is left out', () => {
  const told = (reason: Parameters<typeof reject>[0]) =>
    formatV3Error(
      rejectError(reject(reason, { given: 1n, limit: 2n }), { command: null, contract: null }),
      'en',
      NOW,
    ).body;
  expect(told('size-above-maximum')).toMatchObject({ code: -3_007 });
  expect(told('order-unknown')).toMatchObject({ code: -2_200 });
  expect(told('margin-insufficient')).toMatchObject({
    code: -1_054,
    msg: expect.stringMatching(/^The order margin available amount not enough/),
  });
});
