/** Above a list of entrants: a search, and the export of the whole list. */
import type { Signal } from '@preact/signals';
import { tellMany } from './many-words.ts';
import { CsvButton } from './save-csv.tsx';

interface ToolsProps {
  readonly name: string;
  readonly sought: Signal<string>;
  readonly load: () => Promise<readonly object[] | undefined>;
}

export const EntrantTools = ({ name, sought, load }: ToolsProps) => (
  <div class="room-tools">
    <input
      type="search"
      class="room-search"
      aria-label={tellMany('findEntrant')}
      placeholder={tellMany('findEntrant')}
      value={sought.value}
      onInput={(event) => {
        sought.value = event.currentTarget.value;
      }}
    />
    <CsvButton name={name} load={load} />
  </div>
);

export const findQuery = (sought: Signal<string>): string =>
  sought.value.trim() === '' ? '' : `find=${encodeURIComponent(sought.value.trim())}&`;
