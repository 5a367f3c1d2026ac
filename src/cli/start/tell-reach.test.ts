import { expect, test } from 'vitest';
import type { Reach } from '../../assembly/serve.ts';
import { type NetworkAddress, tellReach } from './announce.ts';

const ADDRESSES: readonly NetworkAddress[] = [
  { address: '127.0.0.1', family: 'IPv4', internal: true },
  { address: '192.0.2.7', family: 'IPv4', internal: false },
  { address: '2001:db8::7', family: 'IPv6', internal: false },
  { address: 'fe80::7', family: 'IPv6', internal: false },
];

const told = (
  reach: Partial<Reach>,
  publicMetrics = false,
  sandbox = true,
  tlsCert = 'none',
): string =>
  tellReach(
    {
      open: { address: '127.0.0.1', port: 8_700 },
      admin: { address: '127.0.0.1', port: 8_701 },
      mayPickKeys: true,
      hasPage: true,
      ...reach,
    },
    { publicMetrics, sandbox, tlsCert },
    ADDRESSES,
  ).join('\n');

test.each(['127.0.0.1', '127.0.0.5', '::1'])(
  '[CLI-22] of a venue that listens on %s there is nothing to say',
  (address) => {
    expect(told({ open: { address, port: 1 }, admin: { address, port: 2 } }, true)).toBe('');
  },
);

test.each([
  ['0.0.0.0', 'http://192.0.2.7:8700'],
  ['::', 'http://192.0.2.7:8700, http://[2001:db8::7]:8700'],
  ['192.0.2.7', 'http://192.0.2.7:8700'],
  ['2001:db8::7', 'http://[2001:db8::7]:8700'],
])('[CLI-22] of one that listens on %s the addresses are told: %s', (address, urls) => {
  const words = told({ open: { address, port: 8_700 } });
  expect(words).toContain(`reach the interface, because it listens on ${address} (--host):\n`);
  expect(words).toContain(`\n  ${urls}\n`);
  expect(words).toContain('look at markets, page and documents; trading needs a key');
  expect(words).not.toContain('operator');
});

test('[CLI-22] with a certificate the interface is told to be encrypted', () => {
  const words = told({ open: { address: '192.0.2.7', port: 8_700 } }, false, true, 'cert.pem');
  expect(words).toContain('https://192.0.2.7:8700');
  expect(words).toContain('the interface is encrypted');
  expect(words).not.toContain('nothing is encrypted');
});

test('[CLI-22] what others get is told: keys, metrics, and nothing encrypted', () => {
  const open = { address: '0.0.0.0', port: 8_700 };
  expect(told({ open })).toContain('sandbox keys to browsers on this machine only');
  expect(told({ open, mayPickKeys: false })).toContain('sandbox keys to nobody');
  expect(told({ open }, false, false)).not.toContain('sandbox');
  expect(told({ open })).not.toContain('/metrics');
  expect(told({ open }, true)).toContain('/metrics is open to them too');
  expect(told({ open })).toContain('nothing is encrypted');
});

test("[CLI-22] of the operator's door it is told who may do what", () => {
  const words = told({ admin: { address: '192.0.2.7', port: 8_701 } });
  expect(words).toContain("reach the operator's door, because it listens on 192.0.2.7");
  expect(words).toContain('http://192.0.2.7:8701');
  expect(words).toContain('admin.token may do everything there, with observer.token look');
  expect(words).not.toContain('the interface');
});
