/** `perpetua competition import`: enters the teams of a CSV file, one after the other. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { claimRow, readTeams } from '../../wire/competition/list-file.ts';
import { csvOf } from '../../wire/csv.ts';
import { fieldsOf, textOf } from '../operate/fields.ts';
import { misused, type VerbResult } from '../operate/run-verbs.ts';
import type { VerbParts } from './verb.ts';

/** Whoever has a claim can collect the credentials of its team. */
const OWNER_ONLY = 0o600;

/** A row that is refused is named, and the others continue. */
export async function importTeams(parts: VerbParts): Promise<VerbResult> {
  const { ask, flags, command, progress, baseUrl } = parts;
  const [file] = flags.words;
  const claimsFile = flags.values.get('claims');
  if (file === undefined || !existsSync(file)) return misused('import needs a CSV file of teams');
  if (claimsFile === undefined || existsSync(claimsFile))
    return misused('import needs --claims with the name of a new file: claims are shown once');
  const teams = readTeams(readFileSync(file, 'utf8'));
  if ('missing' in teams) return misused(`${file} has no column ${teams.missing}`);
  const claims: object[] = [];
  const refused: string[] = [];
  for (const team of teams) {
    const answer = await ask('POST', '/competition/registrations', team);
    if (answer.isRefused) refused.push(`${team.team}: ${answer.message}`);
    else {
      const { registrationId, claimToken } = fieldsOf(answer.body);
      const entered = {
        registrationId: textOf(registrationId),
        claimToken: textOf(claimToken),
      };
      claims.push(claimRow(team, entered, baseUrl));
      // After each, so that none is lost if the rest is interrupted.
      writeFileSync(claimsFile, csvOf(claims), { mode: OWNER_ONLY });
    }
    progress.tell(() => `entering teams: ${claims.length} of ${teams.length}`);
  }
  const next = [
    `Their claims are in ${claimsFile}: give each team its own.`,
    `Next: approve those that wait: ${command('competition approve --all')}`,
  ];
  return {
    body: { entered: claims.length, refused },
    lines: [
      `${claims.length} of ${teams.length} teams are entered.`,
      ...refused.map((fault) => `Not entered: ${fault}`),
      ...(claims.length === 0 ? [] : next),
    ],
  };
}
