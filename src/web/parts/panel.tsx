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
