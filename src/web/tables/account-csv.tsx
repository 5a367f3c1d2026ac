/** A button that saves rows as a file, named after the account and the day. */
import { csvOf } from '../../wire/csv.ts';
import { session } from '../client/call.ts';
import { venueTimeNow } from '../market/funding.ts';
import { Button } from '../parts/controls.tsx';
import { accountFileName, saveFile } from '../parts/save-file.ts';
import { say } from '../shell/language.ts';

interface CsvProps {
  /** What the rows are, as the name of the file begins. */
  readonly file: string;
  readonly load: () => readonly object[] | Promise<readonly object[]>;
}

export function AccountCsv({ file, load }: CsvProps) {
  const save = async (): Promise<void> => {
    const account = session.peek()?.name ?? '';
    saveFile(accountFileName(file, account, venueTimeNow()), csvOf(await load()));
  };
  return <Button look="quiet tiny" icon="save" label={say('exportCsv')} act={save} />;
}
