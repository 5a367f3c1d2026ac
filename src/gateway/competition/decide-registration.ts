/**
 * What becomes of a registration. Approving opens the account and its key with the allowlist; the
 * secret is thrown away, and made anew when the team collects it with its claim token. Each step
 * finds what an earlier attempt left behind, so an approval that a crash cut short is simply given
 * again, and never makes a second account or key.
 */
import { assert } from '../../domain/assert.ts';
import type { AccountId } from '../../domain/ids.ts';
import { invalid } from '../../wire/caller.ts';
import { ADDRESSES_MAX, APPLICATION, MEMBERS_MAX } from '../../wire/competition/registration.ts';
import { both, isWireError, type WireError, wireError } from '../../wire/errors.ts';
import { type Fields, readRequest } from '../../wire/read-request.ts';
import { carryOutUnsigned } from '../acts/carry-out.ts';
import { formatAllowlist, parseAllowlist } from '../keys/allowlist.ts';
import { type OwnAddress, renewAddress } from '../keys/issue-address.ts';
import type { IssuedKey } from '../keys/key-store.ts';
import type { Competition } from './competition.ts';
import {
  type Application,
  type Decision,
  foldName,
  type Issued,
  type Registration,
} from './registrations.ts';

/** Runs one decision about a registration at a time. */
export async function decide<Result extends object>(
  { registry, busy }: Competition,
  id: string,
  run: (registration: Registration) => Promise<Result | WireError> | Result | WireError,
): Promise<Result | WireError> {
  if (busy.has(id)) return conflict('another decision about it is under way');
  busy.add(id);
  try {
    const registration = await registry.registrations.find(id);
    if (registration === undefined)
      return wireError('404', { detail: both('no such registration') });
    return await run(registration);
  } finally {
    busy.delete(id);
  }
}

export async function approve(
  parts: Competition,
  registration: Registration,
): Promise<Issued | WireError> {
  const { registry, venue } = parts;
  const { id, team, state, addresses } = registration;
  if (state !== 'registered') return conflict(`the registration is ${state} already`);
  const account = await enrol(parts, registration);
  if (isWireError(account)) return account;
  const apiKey = await keyOf(parts, account.id, team, addresses);
  const now = venue.clock.wallNow();
  if (!(await registry.registrations.approve(id, { account: account.id, apiKey }, now)))
    return conflict('another decision about it was made meanwhile');
  return { account: account.id, apiKey };
}

async function enrol(
  parts: Competition,
  registration: Registration,
): Promise<{ readonly id: AccountId } | WireError> {
  const known = await findAccount(parts, registration);
  if (known !== undefined) return { id: known };
  const { season, team } = registration;
  const applied = await carryOutUnsigned(parts.venue, { kind: 'enrol-team', season, team });
  if (isWireError(applied)) return applied;
  const event = applied.find((found) => found.kind === 'account-enrolled');
  assert(event !== undefined, 'a team that was enrolled has an account');
  return { id: event.account };
}

/** Its account, or the one that an approval before this opened for it and was then cut short. */
async function findAccount(
  { venue, registry }: Competition,
  { account, season, team }: Registration,
): Promise<AccountId | undefined> {
  if (account !== null) return account;
  const isCurrent = venue.read.season.current()?.number === season;
  const opened = isCurrent ? venue.read.season.findTeam(foldName(team)) : undefined;
  if (opened === undefined) return undefined;
  const taken = await registry.registrations.findByAccount(opened);
  return taken !== undefined ? undefined : opened;
}

async function keyOf(
  { keys }: Competition,
  account: AccountId,
  name: string,
  allowlist: readonly string[],
): Promise<string> {
  const known = keys.list().find((key) => key.account === account);
  if (known !== undefined) return known.key;
  const { key } = await keys.create({ account, name, allowlist });
  return key.key;
}

const DECLINABLE: Readonly<Record<Decision['state'], readonly Registration['state'][]>> = {
  rejected: ['registered'],
  withdrawn: ['registered', 'approved'],
};

/** Before the start an approved team leaves the season, and its key stops working. */
export async function decline(
  parts: Competition,
  registration: Registration,
  decision: Decision,
): Promise<Pick<Decision, 'state'> | WireError> {
  const { id, state } = registration;
  if (!DECLINABLE[decision.state].includes(state))
    return conflict(`the registration is ${state} already`);
  const refused = await leave(parts, registration);
  if (refused !== undefined) return refused;
  const { registry, venue } = parts;
  await registry.registrations.decline(id, decision, venue.clock.wallNow());
  return { state: decision.state };
}

/** Out of the season, with every key of the account; nothing to do where there is none. */
async function leave(
  parts: Competition,
  registration: Registration,
): Promise<WireError | undefined> {
  const account = await findAccount(parts, registration);
  if (account === undefined) return undefined;
  const { venue, keys } = parts;
  // A closed account means that an earlier attempt was cut short, and this one goes on.
  if (venue.read.account.status(account) !== 'closed') {
    const { season } = registration;
    const left = await carryOutUnsigned(venue, { kind: 'leave-season', season, account });
    if (isWireError(left)) return left;
  }
  for (const { key, account: owner } of keys.list())
    if (owner === account) await keys.setStatus(key, 'disabled');
  return undefined;
}

type TeamAccess = IssuedKey & OwnAddress;

/** New credentials for the key of an approved team, and an address; the old ones end at once. */
export async function issue(
  { keys }: Competition,
  { state, apiKey }: Registration,
): Promise<TeamAccess | WireError> {
  if (state !== 'approved' || apiKey === null)
    return conflict(`the registration is ${state}, not approved`);
  const issued = await keys.rotate(apiKey);
  return { ...issued, ...(await renewAddress(keys, issued.key)) };
}

/** The team collects its credentials, once. */
export async function claim(
  parts: Competition,
  registration: Registration,
): Promise<TeamAccess | WireError> {
  const { registrations } = parts.registry;
  const { id, state } = registration;
  if (state !== 'approved') return conflict(`the registration is ${state}, not approved`);
  if (!(await registrations.claim(id, parts.venue.clock.wallNow())))
    return conflict('the credentials were collected before; ask the organiser for new ones');
  try {
    return await issue(parts, registration);
  } catch (error) {
    await registrations.unclaim(id);
    throw error;
  }
}

export const conflict = (text: string): WireError => wireError('40017', { detail: both(text) });

/** Letters, digits, and a little between them: the name stands in addresses and in files. */
const TEAM = /^[\p{L}\p{N}](?:[\p{L}\p{N} ._'&+-]*[\p{L}\p{N}.'+])?$/u;
const PRINTABLE = /^[^\p{Cc}\p{Cf}]+$/u;
/** A text of several lines; databases refuse what else is no character. */
const LINES = /^(?:[^\p{Cc}]|[\t\n\r])*$/u;

/** What a team sends to be registered: every field checked, the first fault named. */
export function parseApplication(fields: Fields): Application | WireError {
  const sent = readRequest(APPLICATION, fields);
  if (isWireError(sent)) return sent;
  const { team, contact, strategy } = sent;
  if (!TEAM.test(team))
    return invalid('team', 'letters and digits, with spaces and . _ - between them');
  const members = parseMembers(sent.members);
  if (isWireError(members)) return members;
  if (!PRINTABLE.test(contact) || contact.trim() === '') return invalid('contact', 'not readable');
  const addresses = parseAddresses(sent.addresses);
  if (isWireError(addresses)) return addresses;
  if (strategy.trim() === '') return invalid('strategy', 'say what the team means to do');
  if (!LINES.test(strategy)) return invalid('strategy', 'not readable');
  return { team, members: members.names, contact, addresses: addresses.texts, strategy };
}

function parseMembers(sent: readonly string[]): { names: readonly string[] } | WireError {
  const names = sent.map((name) => name.trim());
  if (names.length === 0) return invalid('members', `1 to ${MEMBERS_MAX} names`);
  const seen = new Set<string>();
  for (const name of names) {
    if (name === '' || !PRINTABLE.test(name)) return invalid('members', 'a name is not readable');
    if (seen.has(foldName(name))) return invalid('members', `${name} is named twice`);
    seen.add(foldName(name));
  }
  return { names };
}

function parseAddresses(sent: readonly string[]): { texts: readonly string[] } | WireError {
  if (sent.length === 0) return invalid('addresses', `1 to ${ADDRESSES_MAX} addresses or CIDRs`);
  const parsed = parseAllowlist(sent);
  if ('problem' in parsed) return invalid('addresses', parsed.problem);
  return { texts: [...new Set(formatAllowlist(parsed.ranges))] };
}
