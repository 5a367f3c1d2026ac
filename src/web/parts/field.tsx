/** A labelled input for a number or a word. */
import type { ComponentChildren, TargetedEvent } from 'preact';

interface FieldProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly set: (value: string) => void;
  /** The unit after the number. */
  readonly unit?: ComponentChildren;
  readonly hint?: string | undefined;
  readonly problem?: string | undefined;
  readonly kind?: 'decimal' | 'text' | 'password';
  readonly disabled?: boolean;
  readonly placeholder?: string;
  /** The step of the arrow keys. */
  readonly step?: (by: 1 | -1) => void;
}

export function Field(props: FieldProps) {
  const { id, label, value, set, unit, hint, problem, kind = 'decimal', step } = props;
  const note = problem ?? hint;
  const press = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (by === 0 || step === undefined) return;
    event.preventDefault();
    step(by);
  };
  const attributes = {
    id,
    autocomplete: 'off',
    spellcheck: false,
    value,
    placeholder: props.placeholder ?? '',
    disabled: props.disabled ?? false,
    'aria-invalid': problem !== undefined,
    'aria-describedby': note === undefined ? undefined : `${id}-note`,
    onInput: (event: TargetedEvent<HTMLInputElement>) =>
      set(cleaned(kind, event.currentTarget.value)),
    onKeyDown: press,
  };
  return (
    <div class={`field ${problem === undefined ? '' : 'wrong'}`}>
      <div class="field-box">
        <label for={id}>{label}</label>
        {kind === 'password' ? (
          <input type="password" {...attributes} />
        ) : (
          <input type="text" inputMode={kind} {...attributes} />
        )}
        {unit === undefined ? null : <span class="unit">{unit}</span>}
      </div>
      {/* A number has room for its note from the start: nothing moves while it is typed. */}
      {note === undefined && kind !== 'decimal' ? null : (
        <p class="field-note hint" id={`${id}-note`}>
          {note}
        </p>
      )}
    </div>
  );
}

/** Pasted numbers may contain commas and spaces. */
const cleaned = (kind: string, text: string): string =>
  kind === 'decimal' ? text.replace(/[,\s]/g, '').replace(/^\./, '0.') : text;
