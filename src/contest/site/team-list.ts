/** The teams that hand in over the network: a name each, and the hash of a token. */
import { randomBytes } from 'node:crypto';
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { judgeTeam, readRecord } from '../contest-folder.ts';
import { ContestError, jsonOf, sha256Of } from '../contest-terms.ts';

const TEAMS_FILE = 'teams.json';
const TOKEN_BYTES = 24;
const TEAMS_MAX = 10_000;

export class TeamList {
  readonly #path: string;

  constructor(folder: string) {
    this.#path = join(folder, TEAMS_FILE);
  }

  /** Read at each call: the organiser adds teams while the site is up. */
  #read(): ReadonlyMap<string, string> {
    if (!existsSync(this.#path)) return new Map();
    return new Map(Object.entries(readRecord(this.#path)).map(([hash, team]) => [hash, `${team}`]));
  }

  /** Whose token it is. */
  find(token: string): string | undefined {
    return this.#read().get(sha256Of(token));
  }

  /** The token is told once, here. */
  add(team: string): string {
    judgeTeam(team);
    const teams = this.#read();
    if ([...teams.values()].some((known) => known.toLowerCase() === team.toLowerCase()))
      throw new ContestError(`there is a team ${team} already`);
    if (teams.size >= TEAMS_MAX) throw new ContestError('the contest has no room for more teams');
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const text = jsonOf(Object.fromEntries([...teams, [sha256Of(token), team]]));
    writeFileSync(`${this.#path}.new`, text, { mode: 0o600 });
    renameSync(`${this.#path}.new`, this.#path);
    return token;
  }
}
