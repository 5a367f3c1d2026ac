/** A section of the page with a heading, and a text while it is empty. */
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
  <section class={`panel ${name}`} aria-label={title}>
    <header class="panel-head">
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
  <section class={`sheet ${name}`} aria-label={title}>
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
  <div class="empty">
    <p>{text}</p>
    {children}
  </div>
);

export const Loading = () => (
  <div class="empty" role="status">
    <span class="spinner" aria-hidden="true" />
    <p>{say('loading')}</p>
  </div>
);
