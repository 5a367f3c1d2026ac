import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createRouter, normalTarget, type Serve, splitTarget } from './router.ts';

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

/** Which of three routes a request is given to, with the names in its path. */
function route(method: string, url: string): string {
  let told = '';
  const say =
    (route: string): Serve =>
    ({ names }) => {
      told = [route, ...Object.values(names)].join(' ');
    };
  const router = createRouter({
    serveUnknown: say('unknown'),
    refusePath: (_request, _response, problem) => {
      told = problem;
    },
  });
  router.add({ method: 'GET', path: '/signed/path', isLiteral: true }, say('signed'));
  router.add({ method: 'GET', path: '/pages/*' }, say('page'));
  router.add({ method: 'POST', path: '/keys/:key/rotate' }, say('key'));
  const message = Object.assign(new IncomingMessage(new Socket()), { method, url });
  router.serve(message, new ServerResponse(message));
  return told;
}

test.each([
  ['GET', '/signed/path?a=1', 'signed'],
  ['HEAD', '//signed/path', 'signed'],
  ['GET', '/signed/p%61th', 'unknown'],
  ['POST', '/signed/path', 'unknown'],
  ['GET', '/p%61ges/a/b', 'page a/b'],
  ['POST', '/keys/a%2Fb%20c/rotate', 'key a/b c'],
  ['POST', `/keys/${'k'.repeat(101)}/rotate`, expect.stringContaining('is too long')],
  ['POST', '/keys/%zz/rotate', "'/keys/%zz/rotate' is not a valid url component"],
  ['TRACE', '/%zz', "'/%zz' is not a valid url component"],
  ['NONSENSE', '/pages/a', 'unknown'],
])('[GATE-20] %s %s finds its route; only a signed path is not decoded', (method, url, found) => {
  expect(route(method, url)).toEqual(found);
});
