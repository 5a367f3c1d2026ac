/** What a team sends to be registered: every field checked, the first fault named. */

import { invalid } from '../../wire/caller.ts';
import { ADDRESSES_MAX, APPLICATION, MEMBERS_MAX } from '../../wire/competition/registration.ts';
import { isWireError, type WireError } from '../../wire/errors.ts';
import { type Fields, readRequest } from '../../wire/read-request.ts';
import { formatAllowlist, parseAllowlist } from '../keys/allowlist.ts';
import type { Application } from './registration.ts';
import { foldName } from './registrations.ts';

/** Letters, digits, and a little between them: the name stands in addresses and in files. */
const TEAM = /^[\p{L}\p{N}](?:[\p{L}\p{N} ._'&+-]*[\p{L}\p{N}.'+])?$/u;
const PRINTABLE = /^[^\p{Cc}\p{Cf}]+$/u;
/** A text of several lines; databases refuse what else is no character. */
const LINES = /^(?:[^\p{Cc}]|[\t\n\r])*$/u;

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
