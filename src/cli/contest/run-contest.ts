/** `perpetua contest …`: contests of programs, from the rules to a result that anyone can check. */
import { type LoneVerb, runVerbs } from '../operate/run-verbs.ts';

const VERBS: readonly LoneVerb[] = [
  {
    usage: 'new FOLDER --name NAME [--rules FILE]',
    summary: 'begin a contest: fix its rules, draw its seeds, commit to them',
    load: async () => (await import('./contest-verbs.ts')).runNew,
  },
  {
    usage: 'try PROGRAM [--contest FOLDER] [--seeds N]',
    summary: 'run a program as the judge will, on markets that everyone may know',
    load: async () => (await import('./contest-verbs.ts')).runTry,
  },
  {
    usage: 'submit FOLDER|ADDRESS PROGRAM [--team NAME]',
    summary: 'check a program and keep it as the latest of its team',
    load: async () => (await import('./contest-verbs.ts')).runSubmit,
  },
  {
    usage: 'serve FOLDER [--port N] [--host ADDRESS] [--open]',
    summary: 'a site with the board, to which teams hand in',
    load: async () => (await import('./site-verbs.ts')).runServe,
  },
  {
    usage: 'team FOLDER NAME',
    summary: 'enter a team and print its token',
    load: async () => (await import('./site-verbs.ts')).runTeam,
  },
  {
    usage: 'run FOLDER [--parallel N]',
    summary: 'run every program on every hidden seed, and write the result',
    load: async () => (await import('./judge-verbs.ts')).runRun,
  },
  {
    usage: 'board RESULT',
    summary: 'show the board of a result',
    load: async () => (await import('./judge-verbs.ts')).runBoard,
  },
  {
    usage: 'verify RESULT [--parallel N]',
    summary: 'run a published result again and compare every figure',
    load: async () => (await import('./judge-verbs.ts')).runVerifyContest,
  },
  {
    usage: 'demo [--out FOLDER]',
    summary: 'a whole contest of the included programs, published and verified',
    load: async () => (await import('./contest-demo.ts')).runContestDemo,
  },
];

export const runContest = (args: string[]): Promise<number> =>
  runVerbs(
    {
      name: 'contest',
      about:
        'Contests of programs: one file each, run in a sandbox on markets that nobody knew.\n' +
        'The guide is docs/CONTESTS.md.',
      loneVerbs: VERBS,
    },
    args,
  );
