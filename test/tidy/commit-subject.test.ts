import { expect, test } from 'vitest';
import { judgeSubject } from './commit-subject.ts';

test('a subject is a short sentence without a prefix or a full stop', () => {
  expect(judgeSubject('Funding is rounded against the payer')).toBeUndefined();
  expect(judgeSubject("Merge branch 'funding'")).toBeUndefined();
  expect(judgeSubject('F'.repeat(73))).toBe('73 characters in the subject, at most 72');
  expect(judgeSubject('fix(funding): round up')).toContain('prefix');
  expect(judgeSubject('Funding is rounded up.')).toContain('full stop');
});
