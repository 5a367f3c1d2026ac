import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createFindClient } from './edge.ts';

function clientOf(peer: string, forwarded: string | undefined, trusted: string[]): string {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: peer });
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return createFindClient(trusted)({ socket, headers }).text;
}

const PROXIES = ['10.0.0.0/8', '192.168.1.1', '2001:db8::/48'];

test.each([
  ['nobody is trusted', '10.0.0.1', '1.2.3.4', [], '10.0.0.1'],
  ['the peer is no proxy', '8.8.8.8', '1.2.3.4', PROXIES, '8.8.8.8'],
  ['one hop', '10.0.0.1', '1.2.3.4', PROXIES, '1.2.3.4'],
  ['what the caller wrote on the left', '10.0.0.1', '6.6.6.6, 1.2.3.4', PROXIES, '1.2.3.4'],
  [
    'trusted hops are skipped',
    '10.0.0.1',
    '6.6.6.6,1.2.3.4, 192.168.1.1,10.2.2.2',
    PROXIES,
    '1.2.3.4',
  ],
  ['no header', '10.0.0.1', undefined, PROXIES, '10.0.0.1'],
  ['only trusted hops', '10.0.0.1', '10.0.0.2', PROXIES, '10.0.0.2'],
  ['a hop that is no address', '10.0.0.1', '1.2.3.4, unknown', PROXIES, '10.0.0.1'],
  ['an empty header', '10.0.0.1', '', PROXIES, '10.0.0.1'],
  ['a mapped peer', '::ffff:10.0.0.1', '1.2.3.4:5678', PROXIES, '1.2.3.4'],
  ['IPv6 all the way', '2001:db8::5', '[2001:4860::1]:443', PROXIES, '2001:4860::1'],
  ['no peer at all', '', '1.2.3.4', PROXIES, '0.0.0.0'],
])('[GATE-17] %s', (_, peer, forwarded, trusted, expected) => {
  expect(clientOf(peer, forwarded, trusted)).toBe(expected);
});

test('[GATE-17] a wrong setting is named', () => {
  expect(() => createFindClient(['10.0.0.0/33'])).toThrow('10.0.0.0/33');
});
