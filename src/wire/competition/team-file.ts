/** Teams in a CSV file: what is exported can be imported again. */
import { readCsv } from '../csv.ts';

export interface TeamRow {
  readonly team: string;
  readonly members: readonly string[];
  readonly contact: string;
  readonly addresses: readonly string[];
  readonly strategy: string;
}

const COLUMNS = ['team', 'members', 'contact', 'addresses', 'strategy'] as const;
/** Within one field; names and addresses have none. */
const BETWEEN = '; ';

export const joinTexts = (texts: readonly string[] = []): string => texts.join(BETWEEN);

const splitTexts = (text: string): string[] =>
  text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** What a registration is answered with, once. */
export interface Entered {
  readonly registrationId: string;
  readonly claimToken: string;
}

/** A row of the file of claims: what the organiser gives to each team. */
export function claimRow(
  { team, contact }: TeamRow,
  { registrationId, claimToken }: Entered,
  baseUrl: string,
): object {
  const claim = `${registrationId}.${claimToken}`;
  return { team, contact, claim, link: `${baseUrl}/arena/my-team#${claim}` };
}

/** The rows, or the columns that are missing. Other columns are left alone. */
export function readTeams(text: string): readonly TeamRow[] | { readonly missing: string } {
  const [head = [], ...lines] = readCsv(text);
  const names = head.map((name) => name.trim().toLowerCase());
  const missing = COLUMNS.filter((name) => !names.includes(name));
  if (missing.length > 0) return { missing: missing.join(', ') };
  return lines.map((line) => {
    const field = (name: (typeof COLUMNS)[number]): string => line[names.indexOf(name)] ?? '';
    return {
      team: field('team').trim(),
      members: splitTexts(field('members')),
      contact: field('contact').trim(),
      addresses: splitTexts(field('addresses')),
      strategy: field('strategy').trim(),
    };
  });
}
