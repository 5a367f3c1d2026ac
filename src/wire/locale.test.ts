import { expect, test } from 'vitest';
import { localeOf } from './locale.ts';

test.each([
  ['zh-CN', 'zh'],
  ['zh', 'zh'],
  [' ZH-cn ', 'zh'],
  ['en-US', 'en'],
  ['', 'en'],
  ['zhuyin', 'en'],
  [undefined, 'en'],
])('[WIRE-3] the locale %s speaks %s', (header, locale) => {
  expect(localeOf(header)).toBe(locale);
});
