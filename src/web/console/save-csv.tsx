/** Exports a whole list as a CSV file, page by page, with readable times. */
import { useState } from 'preact/hooks';
import { fileRow, type ListName, utcText } from '../../wire/competition/list-file.ts';
import { csvOf } from '../../wire/csv.ts';
import { saveFile } from '../parts/save-file.ts';
import { language } from '../shell/language.ts';
import { showNotice } from '../shell/notices.ts';
import { readAdmin } from './admin-client.ts';
import { tell } from './console-words.ts';
import { overview } from './overview-feed.ts';

interface CsvButtonProps {
  /** Also the first word of the file's name. */
  readonly name: ListName;
  readonly path: string;
}

export function CsvButton({ name, path }: CsvButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    const rows = await readWhole<object>(path);
    setBusy(false);
    if (rows === undefined) showNotice('bad', tell('venueUnreachable'));
    else saveFile(fileName(name), csvOf(rows.map((row) => fileRow(name, row, language.value))));
  };
  return (
    <button type="button" class="quiet" disabled={isBusy} onClick={() => void save()}>
      {isBusy ? tell('underWay') : tell('saveCsv')}
    </button>
  );
}

/** `teams-season-1-2026-03-02.csv`; the day is that of the venue. */
export function fileName(name: string): string {
  const { season = null, venueNow = Date.now() } = overview.value ?? {};
  const day = utcText(venueNow).slice(0, 10);
  return [name, ...(season === null ? [] : ['season', season]), day].join('-').concat('.csv');
}

const PAGE = 200;

/** Every row of a list; undefined if a page could not be read. */
export async function readWhole<Row>(path: string): Promise<readonly Row[] | undefined> {
  const rows: Row[] = [];
  let after: number | null = 0;
  while (after !== null) {
    const paged: string = `${path}${path.includes('?') ? '&' : '?'}after=${after}&limit=${PAGE}`;
    const answer = await readAdmin<{ rows: readonly Row[]; next: number | null }>(paged);
    if (!answer.ok) return undefined;
    rows.push(...answer.value.rows);
    after = answer.value.next;
  }
  return rows;
}
