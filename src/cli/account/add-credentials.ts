/**
 * Adds what was issued to a list of credentials. A secret is shown once, so nothing is replaced
 * but the same key with an older secret. A name that another key has gets a number: names are how
 * people pick a key from the list.
 */
import type { Credentials } from '../../gateway/data-files.ts';

export function addCredentials(known: readonly Credentials[], issued: Credentials): Credentials[] {
  const others = known.filter(({ apiKey }) => apiKey !== issued.apiKey);
  const names = new Set(others.map(({ name }) => name));
  const wanted = issued.name === '' ? `account-${issued.accountId}` : issued.name;
  let name = wanted;
  for (let more = 2; names.has(name); more += 1) name = `${wanted}-${more}`;
  return [...others, { ...issued, name }];
}
