import { expect, test } from 'vitest';
import { normalTarget, splitTarget } from './router.ts';

test.each([
  ['/capi/v2/market/time', '/capi/v2/market/time'],
  ['//capi/v2/x?a=//b', '/capi/v2/x?a=//b'],
  ['////', '/'],
  ['/a//b', '/a//b'],
  ['http://host:80//capi/x?q', '/capi/x?q'],
  ['http://host', '/'],
  ['http://host?q=1', '/?q=1'],
  ['*', '/*'],
  ['', '/'],
])('[GATE-1] %s is routed and signed as %s', (url, expected) => {
  expect(normalTarget(url)).toBe(expected);
});

test('[GATE-1] the query begins at the first question mark and stays as it is', () => {
  expect(splitTarget('/x?a=1?b=%20')).toEqual({ path: '/x', query: 'a=1?b=%20' });
  expect(splitTarget('/x?')).toEqual({ path: '/x', query: '' });
  expect(splitTarget('/x')).toEqual({ path: '/x', query: '' });
});
