import { expect, test } from 'vitest';
import { seq } from '../domain/units.ts';
import type { Records } from '../facts/records.ts';
import { copyArchive } from './postgres-archive.ts';

/** A database whose archive goes up to this entry. */
function recordsUpTo(stored: number) {
  const asked: string[] = [];
  const ask = async (sql: string) => {
    asked.push(sql);
    return [{ stored: BigInt(stored) }];
  };
  const transact: Records['transact'] = (run) => run(ask);
  const records: Records = Object.assign(Object.create(null), { transact });
  return { records, asked };
}

test('an archive that is there already is not copied again', async () => {
  for (const stored of [5, 6]) {
    const { records, asked } = recordsUpTo(stored);
    await copyArchive('/not/there', records, seq(5));
    expect(asked).toHaveLength(1);
  }
  await expect(copyArchive('/not/there', recordsUpTo(4).records, seq(5))).rejects.toThrow(
    'unable to open database file',
  );
});
