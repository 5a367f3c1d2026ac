/** Fields of a form, by their description. */
import type { TargetedEvent } from 'preact';
import { Check } from './controls.tsx';

export interface FormField {
  readonly name: string;
  readonly label: string;
  /** The value of a file is its text. */
  readonly kind?: 'text' | 'long' | 'choice' | 'moment' | 'flag' | 'file';
  /** The options of a choice. */
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  readonly value?: string;
  readonly hint?: string | undefined;
  readonly isNeeded?: boolean;
}

/** The first of the options is chosen, if no other is. */
export const choiceField = (
  name: string,
  label: string,
  options: readonly (readonly [value: string, label: string])[],
  value = options[0]?.[0] ?? '',
): FormField => ({
  name,
  label,
  kind: 'choice',
  value,
  options: options.map(([of, text]) => ({ value: of, label: text })),
});

/** A text that must be given. */
export const longField = (name: string, label: string, hint?: string): FormField => ({
  name,
  label,
  kind: 'long',
  isNeeded: true,
  hint,
});

export type FormValues = Readonly<Record<string, string>>;

interface FormProps {
  readonly fields: readonly FormField[];
  readonly typed: FormValues;
  readonly set: (typed: FormValues) => void;
  /** Keeps the ids of two forms apart. */
  readonly prefix?: string;
}

export const FormFields = ({ fields, typed, set, prefix = 'act' }: FormProps) => (
  <div class="form-fields">
    {fields.map((field) => (
      <One
        key={field.name}
        id={`${prefix}-${field.name}`}
        field={field}
        value={typed[field.name] ?? ''}
        set={(value) => set({ ...typed, [field.name]: value })}
      />
    ))}
  </div>
);

interface OneProps {
  readonly id: string;
  readonly field: FormField;
  readonly value: string;
  readonly set: (value: string) => void;
}

function One({ id, field, value, set }: OneProps) {
  const { label, hint } = field;
  const note = hint === undefined ? undefined : `${id}-hint`;
  if (field.kind === 'flag')
    return <Check label={label} isOn={value === 'true'} set={(isOn) => set(String(isOn))} />;
  return (
    <div class="column form-field">
      <label for={id}>{label}</label>
      <Input id={id} field={field} value={value} set={set} note={note} />
      {hint === undefined ? null : (
        <p class="hint" id={note}>
          {hint}
        </p>
      )}
    </div>
  );
}

function Input({ id, field, value, set, note }: OneProps & { note: string | undefined }) {
  const attributes = { id, 'aria-describedby': note, required: field.isNeeded === true };
  if (field.kind === 'choice')
    return (
      <select {...attributes} value={value} onChange={(event) => set(event.currentTarget.value)}>
        {(field.options ?? []).map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    );
  if (field.kind === 'file')
    return (
      <input
        {...attributes}
        type="file"
        accept=".csv,text/csv"
        onChange={(event) => {
          void event.currentTarget.files?.[0]?.text().then(set);
        }}
      />
    );
  if (field.kind === 'long')
    return (
      <textarea
        {...attributes}
        rows={3}
        value={value}
        onInput={(event) => set(event.currentTarget.value)}
      />
    );
  const typing = {
    ...attributes,
    autocomplete: 'off',
    spellcheck: false,
    value,
    onInput: (event: TargetedEvent<HTMLInputElement>) => set(event.currentTarget.value),
  };
  return field.kind === 'moment' ? (
    <input type="datetime-local" step={1} {...typing} />
  ) : (
    <input type="text" {...typing} />
  );
}
