/** A field that finds rows by a part of their text. */
import type { Signal } from '@preact/signals';

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
    onInput={(event) => {
      sought.value = event.currentTarget.value;
    }}
  />
);

/** Whether one of the texts has what is sought in it, whatever the case. */
export function isFound(sought: string, texts: readonly string[]): boolean {
  const wanted = sought.trim().toLowerCase();
  return texts.some((text) => text.toLowerCase().includes(wanted));
}
