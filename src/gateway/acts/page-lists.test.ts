import { expect, test } from 'vitest';
import { orderId } from '../../domain/ids.ts';
import { millis } from '../../domain/units.ts';
import { createPageLists } from './shared.ts';

const ids = (...numbers: number[]) => numbers.map(orderId);
const terms = (page: number, at = 0, name = 'a') => ({ name, limit: 2, page, now: millis(at) });

test('[REST-15] later pages come out of the list of the first page', () => {
  const pages = createPageLists();
  expect(pages.pageOf(terms(0), ids(5, 4, 3, 2, 1))).toEqual([5, 4]);
  expect(pages.pageOf(terms(1), ids(6, 5, 4, 3, 2, 1))).toEqual([3, 2]);
  expect(pages.pageOf(terms(2), ids(6, 5))).toEqual([1]);
  expect(pages.pageOf(terms(3), ids(6, 5))).toEqual([]);
});

test('[REST-15] the first page is always of the present', () => {
  const pages = createPageLists();
  pages.pageOf(terms(0), ids(5, 4, 3));
  expect(pages.pageOf(terms(0), ids(6, 5, 4, 3))).toEqual([6, 5]);
  expect(pages.pageOf(terms(1), ids(7, 6))).toEqual([4, 3]);
});

test('[REST-15] a list is forgotten after a minute in which nobody read on', () => {
  const pages = createPageLists();
  pages.pageOf(terms(0), ids(5, 4, 3, 2, 1));
  expect(pages.pageOf(terms(1, 60_000), ids(6, 5, 4, 3, 2, 1))).toEqual([3, 2]);
  expect(pages.pageOf(terms(2, 120_000), ids(6, 5, 4, 3, 2, 1))).toEqual([1]);
  expect(pages.pageOf(terms(1, 180_001), ids(6, 5, 4, 3, 2, 1))).toEqual([4, 3]);
});

test('[REST-15] so many lists are kept, those unread for longest go first', () => {
  const pages = createPageLists(2);
  for (const name of ['a', 'b', 'c']) pages.pageOf(terms(0, 0, name), ids(5, 4, 3));
  expect(pages.pageOf(terms(1, 0, 'a'), ids(9, 8, 7))).toEqual([7]);
  expect(pages.pageOf(terms(1, 0, 'c'), ids(9, 8, 7))).toEqual([3]);
});
