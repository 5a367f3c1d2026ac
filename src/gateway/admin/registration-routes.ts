/** The organiser's verbs for teams: who applied, who is in, who can trade, who forgot a log. */
import type { Static, TObject, TProperties } from 'typebox';
import { type AccountId, accountId, orderId } from '../../domain/ids.ts';
import { millis } from '../../domain/units.ts';
import { QUALIFYING_STEPS } from '../../wire/competition/qualifying-step.ts';
import { APPLICATION } from '../../wire/competition/registration.ts';
import { both, isWireError, type WireError, wireError } from '../../wire/errors.ts';
import { codeField, idField, ifSent, momentField, textField } from '../../wire/field.ts';
import type { Competition } from '../competition/competition.ts';
import { approve, decide, decline, issue } from '../competition/decide-registration.ts';
import {
  REGISTRATION_ORDERS,
  REGISTRATION_STATES,
  type Registration,
} from '../competition/registrations.ts';
import type { Evidence } from '../competition/registry.ts';
import { addRegistration, NO_SEASON } from '../competition/serve-competition.ts';
import { type AdminCall, type AdminParts, type AdminRoute, unknownAccount } from './admin-route.ts';
import { contest, type Sent } from './competition-routes.ts';
import { issuedKey } from './key-routes.ts';
import {
  descendingField,
  findField,
  inOrder,
  isNamed,
  PAGE_DEFAULT,
  PAGE_FIELDS,
  pageOf,
  teamPage,
} from './list-page.ts';

const LIST = {
  state: ifSent(codeField(REGISTRATION_STATES, 'Only these.')),
  find: findField('Part of a team, a person or a contact.'),
  sort: ifSent(codeField(REGISTRATION_ORDERS, 'By application, by team or by account.')),
  descending: descendingField(),
  ...PAGE_FIELDS,
};
const QUALIFICATION = teamPage(['team', 'account', 'shown']);
const AUDIT = {
  find: findField('Part of what was done, by whom, why or to whom.'),
  sort: ifSent(codeField(['number'], 'By number, the newest first.')),
  descending: descendingField(),
  ...PAGE_FIELDS,
};
const REASON = { reason: textField('Why.', { lengthMax: 500 }) };
const LOGS = {
  account: ifSent(idField('Whose logs; everybody’s where left out.')),
  team: findField('Part of the name of a team.'),
  orderId: ifSent(idField('Of one order.')),
  find: findField('Part of what was given, answered or explained, or of the model’s name.'),
  from: ifSent(momentField('Not before, in venue time.')),
  until: ifSent(momentField('Not after, in venue time.')),
  ...PAGE_FIELDS,
};
const MISSING = { account: ifSent(idField('Of one account.')), ...PAGE_FIELDS };

const { get, post } = contest;

export const REGISTRATION_ROUTES: readonly AdminRoute[] = [
  get('/competition/registrations', 'Teams that applied', LIST, list),
  post(
    '/competition/registrations',
    'Enter a team; its claim token is shown once',
    APPLICATION.properties,
    (parts, _sent, { fields }) => addRegistration(parts, fields, parts.venue.clock.wallNow()),
  ),
  get(
    '/competition/registrations/:id',
    'One of them',
    {},
    async ({ registry }, _sent, { names: { id = '' }, parts }) => {
      const found = await registry.registrations.find(id);
      return found === undefined ? unknown() : describe(found, parts);
    },
  ),
  decision('approve', 'Open its account and its key with the allowlist', {}, approve),
  decision('reject', 'Turn it down', REASON, (parts, found, { reason }) =>
    decline(parts, found, { state: 'rejected', reason }),
  ),
  decision('withdraw', 'Take it back, before the start', REASON, (parts, found, { reason }) =>
    decline(parts, found, { state: 'withdrawn', reason }),
  ),
  decision('issue', 'New credentials, shown once; the old ones end', {}, reissue),
  get('/competition/qualification', 'Who has shown what', QUALIFICATION, qualification),
  get('/competition/audit', 'Who changed what, newest first', AUDIT, audit),
  get('/competition/ai-logs', 'Logs of decisions, newest first', LOGS, readLogs),
  get('/competition/ai-logs/missing', 'Orders without a log', MISSING, missingLogs),
];

function decision<Sent extends TProperties>(
  verb: string,
  summary: string,
  fields: Sent,
  decideOn: (
    parts: Competition,
    found: Registration,
    sent: Static<TObject<Sent>>,
  ) => Promise<object | WireError>,
): AdminRoute {
  const path = `/competition/registrations/:id/${verb}`;
  return post(path, summary, fields, (parts, sent, { names: { id = '' } }) =>
    decide(parts, id, (found) => decideOn(parts, found, sent)),
  );
}

const unknown = (): WireError => wireError('404', { detail: both('no such registration') });

async function list(
  { registry, venue }: Competition,
  sent: Sent<typeof LIST>,
  { parts }: AdminCall,
): Promise<object> {
  const season = venue.read.season.current()?.number;
  if (season === undefined) return NO_SEASON;
  const { state = null, find = '', sort = 'applied', descending = false } = sent;
  const { after = 0, limit = PAGE_DEFAULT } = sent;
  const isPeopleSearched = parts.caller?.role !== 'observer';
  const wanted = { season, state, find, isPeopleSearched, sort, descending, after, limit };
  const { rows, ...rest } = await registry.registrations.list(wanted);
  return { rows: rows.map((row) => describe(row, parts)), ...rest };
}

/** An observer sees teams, not people. */
function describe(found: Registration, { caller }: AdminParts): object {
  const { id, season, team, state, reason, account, apiKey, createdAt, decidedAt } = found;
  const open = { id, season, team, state, reason, account, createdAt, decidedAt };
  if (caller?.role === 'observer') return open;
  const { members, contact, addresses, strategy, claimedAt } = found;
  return { ...open, apiKey, members, contact, addresses, strategy, claimedAt };
}

async function reissue(parts: Competition, found: Registration): Promise<object | WireError> {
  const issued = await issue(parts, found);
  if (isWireError(issued)) return issued;
  const { address, privateKey } = issued;
  return { ...issuedKey(issued), address, privateKey };
}

async function qualification(
  { venue, registry }: Competition,
  sent: Sent<typeof QUALIFICATION>,
  { parts: { caller } }: AdminCall,
): Promise<object> {
  const season = venue.read.season.current();
  if (season === null) return NO_SEASON;
  const { find, sort, descending, after = 0, limit = PAGE_DEFAULT } = sent;
  const found = venue.read.season.entrants().filter(isNamed(find));
  const known = await registry.qualifications.all();
  const keyFor = (one: (typeof found)[number]): string | number =>
    sort === 'shown' ? (known.get(one.account)?.length ?? 0) : one[sort ?? 'account'];
  const ordered = sort === undefined ? found : inOrder(found, keyFor, descending);
  const { rows, ...rest } = pageOf(ordered, after, limit);
  return {
    ...rest,
    rows: rows.map(({ account, team }) => {
      const evidence = (known.get(account) ?? []).map((row) =>
        caller?.role === 'observer' ? withoutAddress(row) : row,
      );
      const shown = new Set(evidence.map(({ step }) => step));
      const missing = QUALIFYING_STEPS.filter((step) => !shown.has(step));
      return { account, team, qualified: missing.length === 0, missing, evidence };
    }),
  };
}

/** The evidence of a step says from where the request came: an observer is not told. */
const withoutAddress = (row: Evidence): Evidence => ({
  ...row,
  evidence: row.evidence.replace(/ from [0-9a-f.:]+/i, ''),
});

/** Rows of earlier versions have whole ids of keys. */
const withoutKey = <Row extends { readonly about: string }>(row: Row): Row => ({
  ...row,
  about: row.about.replace(/(^| )key=\S+/, '$1key=withheld'),
});

/** `after` is the number of the last entry seen. */
async function audit(
  { registry }: Competition,
  sent: Sent<typeof AUDIT>,
  { parts: { caller } }: AdminCall,
): Promise<object> {
  const { find = '', descending = true, after = 0, limit = PAGE_DEFAULT } = sent;
  const show = caller?.role === 'observer' ? withoutKey : undefined;
  const rows = await registry.audit.list({ find, show, isOldestFirst: !descending, after, limit });
  return { rows, next: rows.length < limit ? null : (rows.at(-1)?.number ?? null) };
}

async function readLogs({ aiLogs, venue }: Competition, sent: Sent<typeof LOGS>): Promise<object> {
  const { account, team = '', find = '', after = 0, limit = PAGE_DEFAULT } = sent;
  if (account !== undefined && venue.read.account.status(accountId(account)) === undefined)
    return unknownAccount(account);
  const teams = new Map(venue.read.season.entrants().map((one) => [one.account, one.team]));
  const named = [...teams].filter(([, name]) => isNamed(team)({ team: name }));
  const lines = await aiLogs.read({
    accounts:
      account !== undefined
        ? new Set([accountId(account)])
        : team === ''
          ? null
          : new Set(named.map(([of]) => of)),
    order: sent.orderId === undefined ? null : orderId(sent.orderId),
    find,
    from: sent.from ?? millis(0),
    until: sent.until ?? millis(Number.MAX_SAFE_INTEGER),
    skip: after,
    limit,
  });
  const rows = lines.map((line) => {
    const kept: { readonly account: AccountId } = JSON.parse(line);
    return { team: teams.get(kept.account) ?? '', ...kept };
  });
  return { rows, next: rows.length < limit ? null : after + limit };
}

/** Per account how many, or which ones of one account: the newest, and how many are older. */
function missingLogs({ venue, duty }: Competition, sent: Sent<typeof MISSING>): object {
  const season = venue.read.season.current();
  if (season === null) return NO_SEASON;
  const now = venue.read.now();
  const { after = 0, limit = PAGE_DEFAULT } = sent;
  if (sent.account !== undefined) {
    const account = accountId(sent.account);
    if (venue.read.account.status(account) === undefined) return unknownAccount(sent.account);
    const { rows, older } = duty.missing(account, now);
    return { ...pageOf(rows, after, limit), older };
  }
  const { rows, ...rest } = pageOf(venue.read.season.entrants(), after, limit);
  return {
    required: season.rules.requiresAiLog,
    ...rest,
    rows: rows.map(({ account, team }) => ({ account, team, missing: duty.countOf(account, now) })),
  };
}
