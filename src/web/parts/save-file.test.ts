import { expect, test } from 'vitest';
import { accountFileName } from './save-file.ts';

test('[WEB-49] a file is named after its account and day', () => {
  const at = Date.UTC(2026, 2, 2, 23, 59);
  expect(accountFileName('fills', 'sandbox-1', at)).toBe('fills-sandbox-1-2026-03-02.csv');
  expect(accountFileName('bills', 'pk_12/34…', at)).toBe('bills-pk_1234-2026-03-02.csv');
});
