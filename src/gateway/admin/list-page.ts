/** Pages of an organiser's lists: found by a part of a text, in the order that is asked for. */
import { codeField, flagField, ifSent, integerField, textField } from '../../wire/field.ts';
import { foldName } from '../competition/registrations.ts';

export const PAGE_FIELDS = {
  after: ifSent(integerField('Rows seen already.', { min: 0, max: 1_000_000_000 })),
  limit: ifSent(integerField('Rows of a page.', { min: 1, max: 200 })),
};
export const PAGE_DEFAULT = 100;

export const findField = (description: string) => ifSent(textField(description, { lengthMax: 80 }));

export const descendingField = () => ifSent(flagField('The largest or the last first.'));

/** A page of teams, or of those whose name has this in it. */
export const teamPage = <const Order extends string>(orders: readonly Order[]) => ({
  find: findField('Part of the name of a team.'),
  sort: ifSent(codeField(orders, 'What they are sorted by.')),
  descending: descendingField(),
  ...PAGE_FIELDS,
});

export const isNamed =
  (find = '') =>
  ({ team }: { readonly team: string }): boolean =>
    foldName(team).includes(foldName(find));

/** Rows with nothing to sort by are last in either direction. */
export function inOrder<Row>(
  rows: readonly Row[],
  keyFor: (row: Row) => string | number | null,
  isDescending = false,
): readonly Row[] {
  const sign = isDescending ? -1 : 1;
  return rows.toSorted((first, second) => {
    const [one, other] = [keyFor(first), keyFor(second)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return sign * compare(one, other);
  });
}

/** `Team 9` is before `Team 10`. */
const { compare: compareTexts } = new Intl.Collator('en', { numeric: true });

const compare = (one: string | number, other: string | number): number =>
  typeof one === 'number' && typeof other === 'number'
    ? one - other
    : compareTexts(String(one), String(other));

/** `next` is the `after` of the next page; null on the last. */
export function pageOf<Row>(rows: readonly Row[], after: number, limit: number) {
  const end = after + limit;
  return { rows: rows.slice(after, end), total: rows.length, next: end < rows.length ? end : null };
}
