import { expect, test } from 'vitest';
import type { AskAdmin, AskAnswer } from '../../gateway/admin/admin-client.ts';
import { parseFlags } from '../../terminal/flags.ts';
import { EXIT } from '../../terminal/output.ts';
import { verbName } from '../operate/run-verbs.ts';
import { ACCOUNT_VERBS } from './account-verbs.ts';

const TABLE = {
  values: 'name deposit account amount wallet disable enable rotate rsa-key'.split(' '),
  switches: ['new', 'read-only', 'save', 'own'],
};

/** Runs a verb against a door that answers this, and tells what was asked. */
async function run(words: string, answer: unknown) {
  const [name, ...rest] = words.split(' ');
  const flags = parseFlags(rest, TABLE);
  if (typeof flags === 'string') throw new Error(flags);
  const asked: unknown[] = [];
  const ask: AskAdmin = (...question) => {
    asked.push(question);
    const isRefused = typeof answer === 'string';
    const told: AskAnswer = isRefused
      ? { isRefused, message: answer }
      : { isRefused, body: answer };
    return Promise.resolve(told);
  };
  const verb = ACCOUNT_VERBS.find((known) => verbName(known) === name);
  return { asked, told: await verb?.run(ask, flags) };
}

test('[CLI-7] each verb asks one thing of the operator’s door', async () => {
  const questions = [
    ['create --name ann --deposit 50', ['POST', '/accounts', { name: 'ann', deposit: '50' }]],
    ['create --name ann', ['POST', '/accounts', { name: 'ann' }]],
    ['list', ['GET', '/accounts']],
    ['fund --account 1004 --amount 5', ['POST', '/accounts/1004/fund', { amount: '5' }]],
    [
      'fund --account 1001 --amount 5 --own',
      ['POST', '/accounts/1001/fund', { amount: '5', own: true }],
    ],
    ['reset --account 1004 --wallet 9', ['POST', '/accounts/1004/reset', { wallet: '9' }]],
    ['keys', ['GET', '/keys']],
    ['keys --disable perp_1', ['POST', '/keys/perp_1/disable', {}]],
    ['keys --rotate perp_1', ['POST', '/keys/perp_1/rotate', {}]],
    [
      'keys --account 1004 --new --read-only',
      ['POST', '/keys', { account: '1004', readOnly: true, name: '' }],
    ],
  ] as const;
  for (const [words, question] of questions) {
    const { asked } = await run(words, []);
    expect(asked, words).toEqual([question]);
  }
});

test('[CLI-7] a key that is saved without a name is called as its account', async () => {
  const rows = [{ accountId: 1004, name: 'ann' }, { accountId: 1009 }];
  for (const [account, name] of [
    ['1004', 'ann'],
    ['1009', 'account-1009'],
  ] as const) {
    const { asked } = await run(`keys --account ${account} --new --save`, rows);
    expect(asked.at(-1)).toEqual(['POST', '/keys', { account, readOnly: false, name }]);
  }
});

test('[CLI-7] what is missing is named, and nothing is asked', async () => {
  for (const [words, fault] of [
    ['create', 'create needs --name'],
    ['fund --account 1', 'fund needs --account and --amount'],
    ['reset --wallet 1', 'reset needs --account and --wallet'],
    ['keys --new', 'keys --new needs --account'],
    ['keys --new --account 1 --rsa-key none.pem', 'keys: there is no file none.pem'],
    ['keys --new --account 1 --rsa-key none.pem --save', 'keys: --save needs a secret'],
  ] as const) {
    const { asked, told } = await run(words, []);
    expect(asked).toEqual([]);
    expect(told).toEqual({ fault, code: EXIT.misunderstood });
  }
});

test('[CLI-7] rows become a table, a refusal its own words', async () => {
  const rows = [{ accountId: 1004, name: 'ann', role: 'trader', status: 'active', wallet: '5.0' }];
  const { told } = await run('list', rows);
  expect(told).toMatchObject({
    lines: expect.arrayContaining([expect.stringMatching(/1004 +ann/)]),
  });
  expect((await run('list', 'no such token')).told).toEqual({
    fault: 'no such token',
    code: EXIT.failed,
  });
});

test('an unknown flag is refused with the nearest name', () => {
  expect(parseFlags(['--acount', '1'], TABLE)).toBe(
    '--acount is not known here; did you mean --account?',
  );
  expect(parseFlags(['--account'], TABLE)).toBe('--account needs a value');
  expect(parseFlags(['--account=5', 'x'], TABLE)).toMatchObject({ words: ['x'] });
});
