import { expect, test } from 'vitest';
import { shippedContracts } from '../../test/kit/contracts.ts';
import { FRAME_KINDS, HEADER_BYTES } from './frames.ts';
import { createLabSession } from './lab-session.ts';

/** A client in the same process. */
function openClient(options: object) {
  const session = createLabSession(shippedContracts());
  const ask = (kind: number, payload: Uint8Array) => {
    const answer = session.answer({ kind, payload });
    const view = new DataView(answer.buffer, answer.byteOffset, answer.length);
    expect(view.getUint32(0, true)).toBe(answer.length - HEADER_BYTES);
    const body = answer.slice(HEADER_BYTES);
    return view.getUint32(4, true) === FRAME_KINDS.rows
      ? [...new Float64Array(body.buffer)]
      : JSON.parse(new TextDecoder().decode(body));
  };
  const control = (fields: object) =>
    ask(FRAME_KINDS.control, new TextEncoder().encode(JSON.stringify(fields)));
  const step = (...numbers: number[]) =>
    ask(FRAME_KINDS.step, new Uint8Array(new Float64Array(numbers).buffer));
  const opened = control({ do: 'open', warm_up_seconds: 5, ...options });
  return { control, step, opened };
}

const RESET_BOTH = { do: 'reset', environments: [0, 1], seeds: ['one', 'two'] };

test('[LAB-1] [LAB-2] a life repeats, alone or beside another, step by step or held', () => {
  const both = openClient({ environments: 2 });
  const first = both.control(RESET_BOTH);
  const width = first.length / 2;
  const stepped = [both.step(1, 0, 0.5, 1, -1), both.step(1, 0, 0.5, 1, -1)];
  const alone = openClient({});
  expect(alone.control({ do: 'reset', environments: [0], seeds: ['one'] })).toEqual(
    first.slice(0, width),
  );
  expect(alone.step(2, 0, 0.5)).toEqual(stepped.flatMap((rows) => rows.slice(0, width)));
  expect(first.slice(width)).not.toEqual(first.slice(0, width));
});

test('[LAB-3] a life that is cut is over until it is reset', () => {
  const { control, step, opened } = openClient({ episode_steps: 2 });
  control({ do: 'reset', environments: [0], seeds: ['cut'] });
  const width = 1 + opened.observation.length + opened.figures.length;
  const rows = step(5, 0, 0);
  expect(rows).toHaveLength(2 * width);
  const status = 1 + opened.observation.length + opened.figures.indexOf('status');
  expect([rows[status], rows[width + status]]).toEqual([0, 2]);
  expect(step(1, 0, 0)).toMatchObject({ code: 'episode-over' });
  control({ do: 'reset', environments: [0], seeds: ['cut'] });
  expect(step(1, 0, 0)).toHaveLength(width);
});

test('[LAB-4] a refused step moves nobody', () => {
  const { control, step } = openClient({ environments: 2 });
  expect(step(1, 0, 0)).toMatchObject({ code: 'not-reset' });
  control(RESET_BOTH);
  const expected = step(1, 0, 1, 1, 1);
  control(RESET_BOTH);
  expect(step(1, 0, 1, 1, 1.5)).toEqual({
    code: 'action-out-of-bounds',
    message: 'number 0 of the action of environment 1 is 1.5; it must be from -1 to 1',
  });
  expect(control({ do: 'open', contract: 'PEPE' })).toMatchObject({ code: 'contract-unknown' });
  expect(control({ do: 'reset', environments: [0], seeds: ['no seed'] })).toMatchObject({
    code: 'seed-invalid',
  });
  expect(step(1, 0, 1, 1, 1)).toEqual(expected);
});
