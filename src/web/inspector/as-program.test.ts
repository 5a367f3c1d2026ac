import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { asProgram } from './as-program.ts';

const CALL = {
  method: 'POST',
  path: '/capi/v2/order/placeOrder',
  query: '',
  body: '{"symbol":"cmt_btcusdt","note":"it\'s"}',
  signed: '1POST/capi/v2/order/placeOrder{"symbol":"cmt_btcusdt"}',
} as const;

test('[WEB-9] a call as curl is a line that a shell reads, with body and signature in it', () => {
  const text = asProgram('curl', [CALL], 'http://localhost:8700', {});
  const shown = execFileSync('bash', ['-c', `curl() { printf '%s\\n' "$@"; }\n${text}`], {
    env: { ...process.env, API_KEY: 'k', SECRET_KEY: 's', PASSPHRASE: 'p' },
  }).toString();
  expect(shown).toContain('http://localhost:8700/capi/v2/order/placeOrder');
  expect(shown).toContain(CALL.body);
  expect(shown).toMatch(/ACCESS-SIGN: [A-Za-z0-9+/]{43}=/);
});

test('[WEB-9] no program holds a secret: keys come from the environment', () => {
  for (const program of ['curl', 'python', 'typescript'] as const) {
    const text = asProgram(program, [CALL], 'http://localhost:8700', {});
    expect(text).toContain('SECRET_KEY');
    expect(text).not.toContain(CALL.signed);
  }
});

test('[WEB-9] a public call needs no keys', () => {
  const call = { ...CALL, method: 'GET', body: '', query: 'a=1', signed: undefined } as const;
  expect(asProgram('curl', [call], 'http://h', {})).toBe(
    "curl 'http://h/capi/v2/order/placeOrder?a=1'",
  );
});
