import { expect, test } from 'vitest';
import { PerpetuaError } from '../../client/client.ts';
import { createToolSeat } from './tool-seat.ts';

const seatOf = (model?: string) =>
  createToolSeat({ account: undefined, baseUrl: 'http://here', data: 'season', model });

test('[MCP-4] decisions are logged under the given name, or that of the program', () => {
  const nameless = seatOf();
  expect(nameless.model()).toBe('mcp');
  for (const name of ['some-program', '']) nameless.meet(name);
  expect(nameless.model()).toBe('some-program');
  const named = seatOf('model-7');
  named.meet('some-program');
  expect(named.model()).toBe('model-7');
});

test('[MCP-5] words for an error: how long to wait, and that it may have happened', () => {
  const seat = seatOf();
  const busy = new PerpetuaError('429', 'Too many requests', {
    status: 429,
    retryAfterMillis: 2_100,
  });
  expect(seat.explain('why', busy)).toBe(
    '429 Too many requests\n' +
      'What to do: Wait before the next call, and call less often. Wait 3 seconds.',
  );
  expect(seat.lastRefusal()).toMatchObject({ tool: 'why', code: '429' });
  const lost = new PerpetuaError('timeout', 'no answer in time', { fate: 'unknown' });
  expect(seat.explain('place_order', lost)).toMatch(/^timeout no answer in time\nIt may have /);
  const gone = new PerpetuaError('unreachable', 'cannot be reached');
  expect(seat.explain('why', gone)).toMatch(/^No venue answers at http:\/\/here: start one/);
  expect(seat.explain('why', new Error('Other.'))).toBe('Other.');
});
