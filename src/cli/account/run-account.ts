/** `perpetua account …`: manages the accounts of a running venue. */

import {
  type Credentials,
  type DataFiles,
  findCredentials,
  isCredentials,
  writeJsonFile,
} from '../../gateway/data-files.ts';
import { runVerbs, type Verb, type VerbResult } from '../operate/run-verbs.ts';
import { ACCOUNT_VERBS, type IssuedResult } from './account-verbs.ts';

const VERBS: readonly Verb[] = ACCOUNT_VERBS.map(({ run, ...verb }) => ({
  ...verb,
  words: [0, 0],
  run: async (ask, _words, flags, { files }) => {
    const told = await run(ask, flags);
    return flags.switches.has('save') ? keep(files, told) : told;
  },
}));

export const runAccount = (args: string[]): Promise<number> =>
  runVerbs(
    {
      name: 'account',
      about: 'Talks to a running venue through the admin.json of its data folder.',
      verbs: VERBS,
      values: 'name deposit account amount wallet disable enable rotate latency rsa-key'.split(' '),
      switches: ['new', 'read-only', 'save', 'own'],
    },
    args,
  );

async function keep({ credentials }: DataFiles, told: IssuedResult): Promise<VerbResult> {
  if ('fault' in told || !isCredentials(told.issued)) return told;
  const { issued, lines } = told;
  const saved = addCredentials(findCredentials(credentials) ?? [], issued);
  await writeJsonFile(credentials, saved);
  const name = saved.at(-1)?.name;
  const renamed = name === issued.name ? '' : ` as "${name}"`;
  return { ...told, lines: [...lines, `added to ${credentials}${renamed}`] };
}

/**
 * Adds issued credentials to a list. A secret is shown only once, so an entry is replaced only by a
 * newer secret of the same key. If another key already has the name, the new one gets a number:
 * people pick a key from the list by its name.
 */
export function addCredentials(known: readonly Credentials[], issued: Credentials): Credentials[] {
  const others = known.filter(({ apiKey }) => apiKey !== issued.apiKey);
  const names = new Set(others.map(({ name }) => name));
  const wanted = issued.name === '' ? `account-${issued.accountId}` : issued.name;
  let name = wanted;
  for (let more = 2; names.has(name); more += 1) name = `${wanted}-${more}`;
  return [...others, { ...issued, name }];
}
