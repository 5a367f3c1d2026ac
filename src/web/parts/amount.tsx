/** Money with all its digits: cents in the foreground, the rest muted. */
import type { Money } from '../../domain/units.ts';
import { formatMoney } from '../../wire/quantity.ts';
import { withCommas } from './numbers.ts';

const SHOWN_DECIMALS = 2;

export function Amount({ value, class: name = '' }: { value: Money; class?: string }) {
  const text = withCommas(formatMoney(value));
  const cut = text.indexOf('.') + 1 + SHOWN_DECIMALS;
  return (
    <span class={`amount ${name}`} data-exact={formatMoney(value)}>
      <span>{text.slice(0, cut)}</span>
      <span class="dust">{text.slice(cut)}</span>
    </span>
  );
}
