/**
 * Finds the place in a journal from which a fork goes on, without the lock and without changing
 * anything. The end of the journal is surveyed in the same pass, as a start would do it.
 */
import { basename } from 'node:path';
import { type Millis, millis, type Seq, seq as toSeq } from '../domain/units.ts';
import { plainCode } from './entry-codec.ts';
import type { Files } from './files.ts';
import type { Chain, ListEnd } from './record.ts';
import { journalFolder, type SegmentName } from './segment-name.ts';
import { expectEnded, SegmentScan, withScan } from './segment-scan.ts';
import { STORED_KINDS } from './stored-kinds.ts';
import { type Survey, surveyJournal } from './survey-journal.ts';

/** The last entry there is, an entry by its number, or the last one at or before a venue time. */
export type WantedPoint =
  | { readonly kind: 'now' }
  | { readonly kind: 'entry'; readonly seq: Seq }
  | { readonly kind: 'time'; readonly at: Millis };

export type JournalPoint = Readonly<ReturnType<typeof pointOf>>;

interface FoundPoint {
  readonly survey: Survey;
  /** Undefined if the journal begins after it. */
  readonly point: JournalPoint | undefined;
  /** No season started or ended after this entry. */
  readonly quietFrom: number;
  /** After the entries of snapshots, as far as they were come across. */
  readonly chains: ReadonlyMap<number, Chain>;
}

/** A fork that cannot be made, in words for whoever asked for it. */
export class ForkRefused extends Error {
  override readonly name = 'ForkRefused';
}

const SEASON_CODES: ReadonlySet<number> = new Set([
  STORED_KINDS['start-season'].code,
  STORED_KINDS['end-season'].code,
  STORED_KINDS['close-season'].code,
]);

export function findPoint(files: Files, dataFolder: string, wanted: WantedPoint): FoundPoint {
  let point: JournalPoint | undefined;
  let seasonSeq = 0;
  const look = (scan: SegmentScan): void => {
    if (isWithin(wanted, scan)) point = pointOf(scan);
    const isSeason = SEASON_CODES.has(plainCode(scan.head.code));
    if (isSeason) seasonSeq = Math.max(seasonSeq, scan.head.seq);
  };
  const survey = surveyJournal(files, dataFolder, look);
  const { segments, snapshots, end } = survey;
  if (end.seq === 0) throw new ForkRefused(`${dataFolder} holds no journal`);
  expectPast(wanted, end);
  const chains = new Map(survey.chains);
  const taken = new Set<number>(snapshots.map(({ seq }) => seq));
  let quietFrom = (segments.at(-1)?.firstSeq ?? 1) - 1;
  for (const name of segments.slice(0, -1).reverse()) {
    const found = point;
    const isQuietKnown = seasonSeq > 0 || quietFrom <= (snapshots[0]?.seq ?? 0);
    if (found !== undefined && isQuietKnown) break;
    walk(files, dataFolder, name, (scan) => {
      look(scan);
      if (taken.has(scan.head.seq)) chains.set(scan.head.seq, { ...scan.chain });
      // The first record tells whether the point is in this segment at all.
      return isQuietKnown && !isWithin(wanted, scan) ? 'enough' : 'more';
    });
    point = found ?? point;
    quietFrom = name.firstSeq - 1;
  }
  return { survey, point, quietFrom: Math.max(seasonSeq, quietFrom), chains };
}

function walk(
  files: Files,
  dataFolder: string,
  name: SegmentName,
  look: (scan: SegmentScan) => 'enough' | 'more',
): void {
  withScan(new SegmentScan(files, journalFolder(dataFolder), name), (scan) => {
    while (scan.next()) if (look(scan) === 'enough') return;
    expectEnded(scan);
  });
}

/** Whether the record at which the scan stands is not after the point. */
function isWithin(wanted: WantedPoint, { head }: SegmentScan): boolean {
  if (wanted.kind === 'entry') return head.seq <= wanted.seq;
  return wanted.kind === 'now' || head.at <= wanted.at;
}

const pointOf = ({ head, chain, path, header, offset }: SegmentScan) => ({
  /** The last entry that the fork shares with the journal. */
  seq: toSeq(head.seq),
  at: millis(head.at),
  /** After that entry. */
  chain: { ...chain },
  /** The segment with that entry, and where the entry's record ends. */
  segment: { file: basename(path), firstSeq: header.firstSeq },
  offset,
});

/** The time of the end is not known where the last segment has begun and holds nothing yet. */
function expectPast(wanted: WantedPoint, { seq, at }: ListEnd): void {
  if (wanted.kind === 'entry' && wanted.seq > seq)
    throw new ForkRefused(`there is no entry ${wanted.seq} yet: the last one is ${seq}`);
  if (wanted.kind === 'time' && at >= 0 && wanted.at > at)
    throw new ForkRefused(
      `${isoOf(wanted.at)} has not come yet: the last entry, ${seq}, is of ${isoOf(at)}`,
    );
}

export const pointWords = (wanted: WantedPoint): string => {
  if (wanted.kind === 'entry') return `entry ${wanted.seq}`;
  return wanted.kind === 'time' ? isoOf(wanted.at) : 'now';
};

export const isoOf = (at: number): string => new Date(at).toISOString();
