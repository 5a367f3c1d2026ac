import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { commandLine } from './command-line.ts';

test.each([
  ['data', 'npx perpetua journal verify'],
  [resolve('data'), 'npx perpetua journal verify'],
  ['/srv/venue', 'npx perpetua journal verify --data /srv/venue'],
  ["/srv/ann's venue", String.raw`npx perpetua journal verify --data '/srv/ann'\''s venue'`],
])('[CLI-21] the command for %s can be copied', (folder, line) => {
  expect(commandLine('journal verify', folder)).toBe(line);
});
