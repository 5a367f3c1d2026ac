import { expect, test } from 'vitest';
import { createPatience } from './patience.ts';
import { RecordsError } from './records.ts';

/** A database that is away for so many attempts. */
function database(attempts: number) {
  let left = attempts;
  const lines: string[] = [];
  return {
    lines,
    tell: (line: string) => lines.push(line),
    ask: async (): Promise<string> => {
      left -= 1;
      if (left >= 0) throw new RecordsError('away', 'n1 cannot be asked');
      return 'asked';
    },
  };
}

test('[REC-2] a start waits for a database, says so once, and goes on when it comes', async () => {
  const { ask, tell, lines } = database(2);
  await expect(createPatience({ tell }).reach(ask)).resolves.toBe('asked');
  expect(lines).toEqual([
    expect.stringMatching(/^the start waits for the database, 0 s so far: n1 cannot be asked\. St/),
    expect.stringMatching(/^the database is there: the start waited [01] s for it$/),
  ]);
});

test('[REC-2] work that may take only so long is tried until then', async () => {
  const short = database(2);
  await expect(createPatience({ ...short, millis: 60_000 }).reach(short.ask)).resolves.toBe(
    'asked',
  );
  const long = database(1_000);
  const reaching = createPatience({ ...long, millis: 300 }).reach(long.ask);
  await expect(reaching).rejects.toThrow('n1 cannot be asked');
  expect(long.lines).toHaveLength(1);
});

test('[REC-2] nothing is waited for after the start, or when it is not the database', async () => {
  const { ask, tell, lines } = database(1);
  const patience = createPatience({ tell });
  const failing = patience.reach(() => Promise.reject(new Error('no such table')));
  await expect(failing).rejects.toThrow('no such table');
  patience.end();
  await expect(patience.reach(ask)).rejects.toThrow('n1 cannot be asked');
  expect(lines).toEqual([]);
});

test('[REC-2] a start that is stopped waits no longer', async () => {
  const { ask, tell } = database(1_000);
  const stopping = new AbortController();
  const reaching = createPatience({ tell, stop: stopping.signal }).reach(ask);
  stopping.abort();
  await expect(reaching).rejects.toThrow('abort');
});
