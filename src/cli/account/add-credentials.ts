/**
 * Adds issued credentials to a list. A secret is shown only once, so an entry is replaced only by a
 * newer secret of the same key. If another key already has the name, the new one gets a number:
 * people pick a key from the list by its name.
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
