/** `perpetua contest serve` and `team`: a contest to which teams hand in over the network. */

import { providePage } from '../../assembly/provide-page.ts';
import { readContest, readProgram } from '../../contest/contest-folder.ts';
import { ContestError } from '../../contest/contest-terms.ts';
import { tellClasses } from '../../contest/practise.ts';
import { type SiteTerms, serveContest } from '../../contest/site/serve-contest.ts';
import { PROGRAM_TYPES } from '../../contest/site/site-routes.ts';
import { TeamList } from '../../contest/site/team-list.ts';
import { reasonOf } from '../../domain/reason-of.ts';
import { countOf, Misunderstood } from '../../terminal/command.ts';
import { EXIT, type Output } from '../../terminal/output.ts';
import { contestCommand, onPort, PARALLEL, untilStopped, wordGiven } from './verb-parts.ts';

const SERVE_HELP = `Usage: perpetua contest serve FOLDER [--port N] [--host ADDRESS] [--open]

  --port N        where the site listens (8750)
  --host ADDRESS  of this machine; 0.0.0.0 for everyone (127.0.0.1)
  --open          anybody may enter a team; else perpetua contest team does

The page has the board and takes programs, and checks them. Ctrl-C ends it;
then perpetua contest run judges, and the same site shows the result.`;

const TEAM_HELP = `Usage: perpetua contest team FOLDER NAME

Enters a team and prints its token, once. Only its hash is kept.`;

const NO_PAGE = 'The page could not be built: nobody can check the result in a browser.';
const PORT = 8_750;
const PORT_MAX = 65_535;

export const runServe = contestCommand({ help: SERVE_HELP, words: 1 }, async (flags, output) => {
  const folder = wordGiven(flags, 0, 'the folder of the contest');
  const { rules } = readContest(folder);
  const host = flags.values.get('host') ?? '127.0.0.1';
  const port = countOf(flags, 'port', PORT, PORT_MAX);
  const terms: SiteTerms = {
    folder,
    host,
    port,
    isOpen: flags.switches.has('open'),
    findPage: () => providePage({ warn: () => output.err(NO_PAGE) }, undefined, 'verifier'),
    // A core is left for checks and pages.
    parallel: Math.max(1, PARALLEL - 1),
    now: Date.now,
    monotonicNow: () => performance.now(),
    complain: (problem) => output.err(problem),
  };
  const site = await onPort(port, () => serveContest(terms));
  const shown = host === '0.0.0.0' || host === '127.0.0.1' ? 'localhost' : host;
  output.out(`${rules.name}: http://${shown}:${site.port}`);
  for (const line of tellClasses(rules)) output.out(line);
  output.out('Ctrl-C ends it.');
  await untilStopped(() => site.close());
  return EXIT.done;
});

export const runTeam = contestCommand({ help: TEAM_HELP, words: 2 }, async (flags, output) => {
  const folder = wordGiven(flags, 0, 'the folder of the contest');
  const team = wordGiven(flags, 1, 'the name of the team');
  readContest(folder);
  output.out(`The token of ${team}, told once: ${new TeamList(folder).add(team)}`);
  return EXIT.done;
});

const TOKEN_VARIABLE = 'PERPETUA_TEAM_TOKEN';

/** To a site that somebody else serves. */
export async function handInAt(address: string, path: string, output: Output): Promise<number> {
  const token = process.env[TOKEN_VARIABLE];
  if (token === undefined || token === '')
    throw new Misunderstood(
      `the token of the team is not in the environment: set ${TOKEN_VARIABLE}`,
    );
  const { text, language } = readProgram(path, 'own');
  const [, type = ''] = PROGRAM_TYPES.find(([known]) => known === language) ?? [];
  const answer = await fetch(new URL('/programs', address), {
    method: 'POST',
    headers: {
      'content-type': type,
      authorization: `Bearer ${token}`,
    },
    body: text,
    // Another address must not get the token.
    redirect: 'error',
  }).catch((error: unknown) => {
    throw new ContestError(`${address} cannot be reached: ${reasonOf(error)}`);
  });
  const told = Object(await answer.json().catch(() => ({ error: 'this is no site of a contest' })));
  if (!answer.ok) throw new ContestError(String(told.error));
  if (told.state === 'checking') {
    output.out(`${told.file} has arrived. ${told.said}`);
    return EXIT.done;
  }
  output.out(`${told.file} is the program of ${told.team} now.`);
  output.out(String(told.said));
  output.out(
    told.isRun
      ? `It is run for the board; ${told.runsLeft} more are today.`
      : 'Today no more programs of the team are run for the board; it counts in the end.',
  );
  return EXIT.done;
}
