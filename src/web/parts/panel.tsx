/** Sections of the page with a heading, the labels and values in them, and texts for empty ones. */
import type { ComponentChildren } from 'preact';
import { say } from '../shell/language.ts';

interface PanelProps {
  readonly title: string;
  readonly class?: string;
  /** Shown at the end of the heading. */
  readonly tools?: ComponentChildren;
  readonly children: ComponentChildren;
}

export const Panel = ({ title, class: name = '', tools, children }: PanelProps) => (
  <section class={`column panel ${name}`} aria-label={title}>
    <header class="ends panel-head">
      <h2>{title}</h2>
      {tools}
    </header>
    {children}
  </section>
);

interface SheetProps {
  readonly title: string;
  readonly class?: string;
  /** Below the title. */
  readonly text?: ComponentChildren;
  readonly hint?: string;
  /** At the end of the heading. */
  readonly acts?: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** The same on the ground of the page: text, facts and what can be done. */
export const Sheet = ({ title, class: name = '', text, hint, acts, children }: SheetProps) => (
  <section class={`column sheet ${name}`} aria-label={title}>
    <header class="sheet-head">
      <div>
        <h2>{title}</h2>
        {text === undefined ? null : <p>{text}</p>}
        {hint === undefined ? null : <p class="muted">{hint}</p>}
      </div>
      {acts}
    </header>
    {children}
  </section>
);

export const Empty = ({ text, children }: { text: string; children?: ComponentChildren }) => (
  <div class="stack empty">
    <p>{text}</p>
    {children}
  </div>
);

export const Loading = () => (
  <div class="stack empty" role="status">
    <span class="spinner" aria-hidden="true" />
    <p>{say('loading')}</p>
  </div>
);

/** Of labels and values, one row each. One whose value is undefined is left out. */
export type FactRow = readonly [label: string, value: ComponentChildren];

interface FactsProps {
  readonly rows: readonly FactRow[];
  /** The class of the list, which sets the layout of its rows. */
  readonly look: 'facts' | 'market-facts' | 'preview' | 'rule-list' | 'season-facts';
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
