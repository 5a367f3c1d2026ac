import { expect, test } from 'vitest';
import { addCredentials } from './run-account.ts';

const issue = (name: string, accountId: number, apiKey: string, secretKey = 'first') => ({
  name,
  accountId,
  apiKey,
  secretKey,
  passphrase: 'p',
});

test('[CLI-7] saving replaces no other key, whoever has it, and a new secret the old one', () => {
  const ann = issue('ann', 1006, 'perp_1');
  const other = addCredentials([ann], issue('ann', 1007, 'perp_2'));
  expect(other).toEqual([ann, issue('ann-2', 1007, 'perp_2')]);
  const third = addCredentials(other, issue('ann', 1006, 'perp_3'));
  expect(third.map(({ name }) => name)).toEqual(['ann', 'ann-2', 'ann-3']);
  const rotated = addCredentials([ann], issue('ann', 1006, 'perp_1', 'second'));
  expect(rotated).toEqual([issue('ann', 1006, 'perp_1', 'second')]);
});
