/** Buttons, switches, choices and forms: what the reader presses and types into. */
import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { say } from '../shell/language.ts';
import { follow } from '../shell/route.ts';

/** For a control that does nothing else: puts a value into a signal. */
export const put =
  <Value,>(target: Signal<Value>, value: Value) =>
  (): void => {
    target.value = value;
  };

/** For a choice that is kept in a signal. */
export const kept = <Value,>(target: Signal<Value>) => ({
  value: target.value,
  choose: (value: Value): void => put(target, value)(),
});

interface ButtonProps {
  readonly label: string;
  /** For screen readers, where the label alone tells too little. */
  readonly name?: string;
  readonly act: () => unknown;
  readonly look?: string;
  readonly icon?: IconName;
  readonly disabled?: boolean;
}

export const Button = ({ label, name, act, look = 'quiet', icon, disabled }: ButtonProps) => (
  <button
    type="button"
    class={look}
    disabled={disabled ?? false}
    aria-label={name}
    onClick={() => void act()}
  >
    {icon === undefined ? null : <Icon name={icon} />}
    {label}
  </button>
);

interface IconButtonProps {
  readonly icon: IconName;
  readonly label: string;
  readonly act: () => void;
  /** Of a switch. */
  readonly isPressed?: boolean;
}

export const IconButton = ({ icon, label, act, isPressed }: IconButtonProps) => (
  <button
    type="button"
    class="plain"
    aria-label={label}
    title={label}
    aria-pressed={isPressed}
    onClick={act}
  >
    <Icon name={icon} />
  </button>
);

export const CloseButton = ({ close }: { close: () => void }) => (
  <button type="button" class="plain" aria-label={say('close')} onClick={close}>
    <Icon name="cross" />
  </button>
);

interface CheckProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly set: (isOn: boolean) => unknown;
}

export const Check = ({ label, isOn, set }: CheckProps) => (
  <label class="line check">
    <input
      type="checkbox"
      checked={isOn}
      onChange={(event) => void set(event.currentTarget.checked)}
    />
    <span>{label}</span>
  </label>
);

/** A check that the browser remembers. */
export const Switch = ({ label, of }: { label: string; of: Signal<'on' | 'off'> }) => (
  <Check label={label} isOn={of.value === 'on'} set={(isOn) => put(of, isOn ? 'on' : 'off')()} />
);

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

interface TabsProps<Value extends string> extends Omit<ChoiceProps<Value>, 'class'> {
  readonly id: string;
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { id, label, options, value, choose } = props;
  const step = (event: KeyboardEvent): void => {
    const by = STEPS[event.key];
    const place = options.findIndex((option) => option.value === value);
    const next = by === undefined ? undefined : options.at((place + by) % options.length);
    if (next === undefined) return;
    choose(next.value);
    document.getElementById(`${id}-tab-${next.value}`)?.focus();
  };
  return (
    <div class="tab-bar">
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
    </div>
  );
}

export const TabPanel = (props: { id: string; of: string; children: ComponentChildren }) => (
  <div
    class="column tab-panel"
    role="tabpanel"
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it must be reachable.
    tabIndex={0}
    id={`${props.id}-panel`}
    aria-labelledby={`${props.id}-tab-${props.of}`}
  >
    {props.children}
  </div>
);

interface SelectProps<Value extends string> extends Omit<ChoiceProps<Value>, 'label'> {
  /** Where no text stands beside it. */
  readonly label?: string;
}

export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, options, value, choose, class: name = '' } = props;
  return (
    <select
      class={`small-select ${name}`}
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => {
        const found = options.find((option) => option.value === currentTarget.value);
        if (found !== undefined) choose(found.value);
      }}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

/** With its label beside it. */
export const LineSelect = <Value extends string>({ label, ...choice }: SelectProps<Value>) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: its control is the select inside.
  <label class="line">
    <span>{label}</span>
    <Select {...choice} />
  </label>
);

interface FormProps {
  readonly send: () => unknown;
  /** Of the button that sends. */
  readonly label: string;
  readonly isReady?: boolean;
  readonly children: ComponentChildren;
  /** Below the button. */
  readonly also?: ComponentChildren;
}

export const SendForm = ({ send, label, isReady = true, children, also }: FormProps) => (
  <form
    onSubmit={(event) => {
      event.preventDefault();
      if (isReady) void send();
    }}
  >
    {children}
    <button type="submit" class="main-button" disabled={!isReady}>
      {label}
    </button>
    {also}
  </form>
);

/** What went wrong, as soon as something has. */
export const FaultText = ({ text }: { text: string | undefined }) =>
  text === undefined ? null : (
    <p class="fault" role="alert">
      {text}
    </p>
  );

export interface LinkProps {
  readonly to: string;
  readonly children: ComponentChildren;
  readonly class?: string;
  readonly isHere?: boolean;
  /** Whether it is another document, even at the same origin. */
  readonly isElsewhere?: boolean;
}

/** A link to another view of the page. */
export const ViewLink = ({ to, children, class: name, isHere, isElsewhere }: LinkProps) => (
  <a
    class={name}
    href={to}
    aria-current={isHere === true ? 'page' : undefined}
    onClick={(event) => {
      if (isElsewhere !== true) follow(event, to);
    }}
  >
    {children}
  </a>
);

interface SearchProps {
  readonly label: string;
  readonly sought: Signal<string>;
  readonly class?: string;
}

export const SearchField = ({ label, sought, class: name = 'search-field' }: SearchProps) => (
  <input
    type="search"
    class={name}
    aria-label={label}
    placeholder={label}
    value={sought.value}
    onInput={(event) => put(sought, event.currentTarget.value)()}
  />
);

/** Whether one of the texts has what is sought in it, whatever the case. */
export function isFound(sought: string, texts: readonly string[]): boolean {
  const wanted = sought.trim().toLowerCase();
  return texts.some((text) => text.toLowerCase().includes(wanted));
}

interface MarksProps {
  readonly marks: readonly { readonly label: string; readonly take: () => void }[];
  readonly isDisabled?: boolean;
}

export const SliderMarks = ({ marks, isDisabled = false }: MarksProps) => (
  <div class="slider-marks">
    {marks.map(({ label, take }) => (
      <span key={label}>
        <Button look="plain tiny" label={label} disabled={isDisabled} act={take} />
      </span>
    ))}
  </div>
);

/** The icons of the page, drawn as lines in the colour of the text around them. */
const PATHS = {
  cross: 'M4 4l8 8M12 4l-8 8',
  sun:
    'M8 1.5v1.6M8 12.9v1.6M1.5 8h1.6M12.9 8h1.6M3.4 3.4l1.1 1.1M11.5 11.5l1.1 1.1' +
    'M3.4 12.6l1.1-1.1M11.5 4.5l1.1-1.1M8 5a3 3 0 1 1 0 6a3 3 0 0 1 0-6',
  moon: 'M13 9.6A5.5 5.5 0 0 1 6.4 3a5.5 5.5 0 1 0 6.6 6.6z',
  key: 'M6.5 9.5a3 3 0 1 1 0-.1M9 8h5.5M12 8v2.4',
  code: 'M5.5 4.5L2 8l3.5 3.5M10.5 4.5L14 8l-3.5 3.5',
  down: 'M4 6l4 4 4-4',
  out: 'M6.5 3H3v10h3.5M7 8h7M11 5l3 3-3 3',
  save: 'M8 2v8M4.5 7L8 10.5 11.5 7M3 13.5h10',
  wide: 'M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10',
  star: 'M8 2l1.8 3.8 4.2.5-3.1 2.9.8 4.1L8 11.3l-3.7 2 .8-4.1L2 6.3l4.2-.5z',
  copy: 'M5.5 5.5h7v8h-7zM3.5 10.5v-8h7',
} as const;

export type IconName = keyof typeof PATHS;

export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
    <path
      d={PATHS[name]}
      fill="none"
      stroke="currentColor"
      stroke-width="1.4"
      stroke-linecap="round"
      stroke-linejoin="round"
    />
  </svg>
);
