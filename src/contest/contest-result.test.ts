import { expect, test } from 'vitest';
import { compareFiles, PAGE_FILE, tellVersion } from './contest-result.ts';

const compare = (madeBy: string, version: string): string[] =>
  compareFiles({
    files: new Map([[PAGE_FILE, new TextEncoder().encode('then')]]),
    made: new Map([[PAGE_FILE, 'now']]),
    brought: [],
    madeBy,
    version,
  });

test('[CTS-4] pages of an earlier version are not compared, and no other version is known', () => {
  const differs = `${PAGE_FILE} is not what the others give`;
  expect(compare('0.2.0', '0.2.0')).toEqual([differs]);
  expect(compare('0.2.0', '0.10.0')).toEqual([]);
  expect(tellVersion({ madeBy: '0.2.0', version: '0.10.0' }, true)[0]).toContain('not compared');
  expect(tellVersion({ madeBy: '0.2.0', version: '0.2.0' }, true)).toEqual([]);
  for (const unknown of ['0.1.9', '0.3.0', '0.2', '0.2.0 ', 'undefined'])
    expect(compare(unknown, '0.2.1')).toEqual([differs, expect.stringContaining('does not know')]);
});
