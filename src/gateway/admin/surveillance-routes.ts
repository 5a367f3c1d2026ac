/** What looks odd at a season, and what an organiser has put aside after looking into it. */
import { SANCTION_TEXT_LENGTH_MAX } from '../../domain/limits.ts';
import { selectSeason } from '../../wire/competition/season.ts';
import {
  formatSurveillance,
  SURVEILLANCE_TESTS,
  type SurveillanceRecord,
} from '../../wire/competition/surveillance.ts';
import { both, wireError } from '../../wire/errors.ts';
import { codeField, textField, textsField } from '../../wire/field.ts';
import type { Competition } from '../competition/competition.ts';
import { findDismissal } from '../competition/registry.ts';
import { NO_SEASON } from '../competition/serve-competition.ts';
import type { AdminCall, AdminRoute } from './admin-route.ts';
import { contest, type Sent } from './competition-routes.ts';

const FINDING = {
  test: codeField(SURVEILLANCE_TESTS, 'Of which test.'),
  accounts: textsField('The accounts of the finding, in its order.', {
    countMax: 1_000,
    lengthMax: 10,
  }),
};
const DISMISSED = {
  ...FINDING,
  note: textField('Why; only organisers read it.', { lengthMax: SANCTION_TEXT_LENGTH_MAX }),
};

export const SURVEILLANCE_ROUTES: readonly AdminRoute[] = [
  contest.get('/competition/surveillance', 'What looks odd', {}, read),
  contest.post('/competition/surveillance/dismiss', 'Put a finding aside', DISMISSED, dismiss),
  contest.post('/competition/surveillance/restore', 'Take it up again', FINDING, restore),
];

/** Comparing every pair is expensive, so a result is kept for five seconds. */
const KEPT_MILLIS = 5_000;
const reviewed = new WeakMap<object, { readonly at: number; readonly found: SurveillanceRecord }>();

function review({ venue, addresses }: Competition): SurveillanceRecord | undefined {
  const season = selectSeason(venue.contest, null);
  if (season === undefined) return undefined;
  const now = venue.clock.monotonicNow();
  const known = reviewed.get(season);
  if (known !== undefined && now - known.at <= KEPT_MILLIS) return known.found;
  const found = formatSurveillance(venue.contest, season, addresses.review());
  reviewed.set(season, { at: now, found });
  return found;
}

async function read(parts: Competition): Promise<object> {
  const found = review(parts);
  if (found === undefined) return NO_SEASON;
  const dismissals = await parts.registry.dismissals.list(found.season);
  const findings = found.findings.map((finding) => {
    const dismissed = findDismissal(dismissals, finding);
    if (dismissed === undefined) return { ...finding, dismissed: null };
    const { note, actor, at, accounts } = dismissed;
    return { ...finding, dismissed: { note, actor, at, accounts } };
  });
  const open = findings.filter(({ flagged, dismissed }) => flagged && dismissed === null);
  return { ...found, flagged: open.length, findings };
}

async function dismiss(
  { venue, registry }: Competition,
  sent: Sent<typeof DISMISSED>,
  { parts: { caller } }: AdminCall,
): Promise<object> {
  const season = selectSeason(venue.contest, null)?.season;
  if (season === undefined) return NO_SEASON;
  const { test, note } = sent;
  const accounts = sent.accounts.map(Number);
  const actor = caller?.actor ?? 'organiser';
  await registry.dismissals.add(season, { test, accounts, note, actor, at: venue.clock.wallNow() });
  return { test, accounts, note };
}

async function restore(
  { venue, registry }: Competition,
  sent: Sent<typeof FINDING>,
): Promise<object> {
  const season = selectSeason(venue.contest, null)?.season;
  if (season === undefined) return NO_SEASON;
  const { test } = sent;
  const accounts = sent.accounts.map(Number);
  if (!(await registry.dismissals.remove(season, test, accounts)))
    return wireError('404', { detail: both('it was not dismissed') });
  return { test, accounts };
}
