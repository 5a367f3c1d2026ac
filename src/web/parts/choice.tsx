/** A choice of a few: buttons side by side, or tabs. */
import type { ComponentChildren } from 'preact';

export interface Option<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** A count, where that helps. */
  readonly count?: number;
  /** What happened there since it was looked at. */
  readonly news?: { readonly count: number; readonly text: string } | undefined;
}

/** For eyes alone; what it is a part of has the text as its description. */
export const Badge = ({ count }: { count: number }) => (
  <span class="news" aria-hidden="true">
    {count > 99 ? '99+' : count}
  </span>
);

export interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly options: readonly Option<Value>[];
  readonly value: Value;
  readonly choose: (value: Value) => void;
  readonly class?: string;
}

export function Segments<Value extends string>(props: ChoiceProps<Value>) {
  const { label, options, value, choose, class: name = '' } = props;
  return (
    <fieldset class={`segments ${name}`}>
      <legend class="unseen">{label}</legend>
      {options.map((option) => (
        <button
          type="button"
          key={option.value}
          aria-pressed={option.value === value}
          onClick={() => choose(option.value)}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}

interface TabsProps<Value extends string> extends ChoiceProps<Value> {
  readonly id: string;
  readonly tools?: ComponentChildren;
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { id, label, options, value, choose, tools, class: name = '' } = props;
  const step = (event: KeyboardEvent): void => {
    const by = STEPS[event.key];
    const place = options.findIndex((option) => option.value === value);
    const next = by === undefined ? undefined : options.at((place + by) % options.length);
    if (next === undefined) return;
    choose(next.value);
    document.getElementById(`${id}-tab-${next.value}`)?.focus();
  };
  return (
    <div class={`tab-bar ${name}`}>
      <div class="tabs" role="tablist" aria-label={label} onKeyDown={step}>
        {options.map((option) => (
          <button
            type="button"
            role="tab"
            key={option.value}
            id={`${id}-tab-${option.value}`}
            aria-controls={`${id}-panel`}
            aria-selected={option.value === value}
            aria-description={option.news?.text}
            tabIndex={option.value === value ? 0 : -1}
            onClick={() => choose(option.value)}
          >
            {option.label}{' '}
            {option.count === undefined ? null : <span class="count">{option.count}</span>}
            {option.news === undefined ? null : <Badge count={option.news.count} />}
          </button>
        ))}
      </div>
      {tools}
    </div>
  );
}

export const TabPanel = (props: { id: string; of: string; children: ComponentChildren }) => (
  <div
    class="tab-panel"
    role="tabpanel"
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it must be reachable.
    tabIndex={0}
    id={`${props.id}-panel`}
    aria-labelledby={`${props.id}-tab-${props.of}`}
  >
    {props.children}
  </div>
);
