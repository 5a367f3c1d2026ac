/** Labels and values, one row each. */
import type { ComponentChildren } from 'preact';

export type FactRow = readonly [label: string, value: ComponentChildren];

interface FactsProps {
  readonly rows: readonly FactRow[];
  /** The class of the list, which sets the layout of its rows. */
  readonly look: 'facts' | 'rule-list';
}

export const Facts = ({ rows, look }: FactsProps) => (
  <dl class={look}>
    {rows.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
