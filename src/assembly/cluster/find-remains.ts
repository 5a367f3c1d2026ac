/**
 * What there is of a venue whose log is missing: entries in the own folder, or records in the
 * database. Then the log was lost, or another was meant. An empty one in its place would stand in
 * the way of its restoration.
 */

import { findRecordsVenue } from '../../facts/open-records.ts';
import type { Patience } from '../../facts/patience.ts';
import { RecordsError } from '../../facts/records.ts';
import { findJournal } from '../../journal/find-journal.ts';
import type { Settings } from '../settings.ts';
import { StartRefused } from '../step-failed.ts';
import { remedyOf } from './open-shared.ts';

/** Answers with why no log may be made, and what to do; undefined if nothing remains. */
export async function findRemains(
  { venue, records }: Pick<Settings, 'venue' | 'records'>,
  folder: string,
  patience: Patience,
): Promise<string | undefined> {
  const gone = `the log ${venue} is gone: the NATS servers have no stream of it, but `;
  const restore = 'perpetua cluster restore --from';
  const place = `--log … --venue ${venue}`;
  const journal = findJournal(folder);
  if (journal !== undefined && journal.last >= journal.first) {
    return (
      `${gone}its entries up to ${journal.last} are in the segments in ${folder}. Stop all ` +
      `replicas, and restore it from the segments of the one that is furthest: ` +
      `${restore} ${folder} ${place}. For another venue, name another folder with --data`
    );
  }
  const found = await findRecordsVenue(records, patience).catch((error: unknown) => {
    if (!(error instanceof RecordsError)) throw error;
    throw new StartRefused(`${error.message}${remedyOf(error)}`);
  });
  if (found === undefined) return undefined;
  return (
    `${gone}${found.name} has the records of the venue ${found.venue}. Its entries are in the ` +
    `segments of its replicas: ${restore} DATA ${place}. Start with --venue as before if it was ` +
    'another, and give each venue a database of its own'
  );
}
