/** Labels and values, one row each. */
import type { ComponentChildren } from 'preact';

/** One whose value is undefined is left out. */
export type FactRow = readonly [label: string, value: ComponentChildren];

interface FactsProps {
  readonly rows: readonly FactRow[];
  /** The class of the list, which sets the layout of its rows. */
  readonly look: 'facts' | 'preview' | 'rule-list' | 'season-facts';
}

export const Facts = ({ rows, look }: FactsProps) => (
  <dl class={look}>
    {rows.map(([label, value]) =>
      value === undefined ? null : (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ),
    )}
  </dl>
);
