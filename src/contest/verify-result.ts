/**
 * Runs a published contest again and compares. It needs the files of the result and somebody who
 * runs heats: on Node these are threads, in a browser the workers of a page.
 */
import { many } from '../domain/many.ts';
import { contestColumns, formatBoardPage } from './board-page.ts';
import { formatBoardPicture } from './board-picture.ts';
import {
  type BoardRow,
  compareFiles,
  drawBoard,
  formatHeat,
  formatResult,
  HEATS_FILE,
  type HeatLine,
  PAGE_FILE,
  PICTURE_FILE,
  parseHeat,
  parseHeats,
  RESULT_FILE,
  type ResultFiles,
  scoresIn,
  tellVersion,
} from './contest-result.ts';
import { pairOff } from './contest-rules.ts';
import {
  CONTEST_FILE,
  ContestError,
  type ContestTape,
  type ContestTerms,
  hashHandedIn,
  heatKeyOf,
  judgeTapes,
  languageOf,
  latestOf,
  PROGRAMS_FOLDER,
  parseContest,
  parseKey,
  parseRecord,
  type Submitted,
  sha256Of,
  soundly,
  TAPES_FOLDER,
  teamOf,
} from './contest-terms.ts';
import { deriveKey } from './heat-market.ts';
import type { RecordedAnswer } from './heat-seat.ts';
import { SANDBOX_FAILED } from './program.ts';
import type { HeatRun, PlannedHeat, RanHeat } from './run-heats.ts';

/** What is run of the programs with types, so that nobody needs to take them away again. */
export const STRIPPED_FOLDER = 'stripped';

export const strippedPath = (file: string): string =>
  `${STRIPPED_FOLDER}/${file.replace(/\.ts$/, '.js')}`;

/** Every file that follows from what was run. */
export function formatFiles(
  { rules, commitment }: ContestTerms,
  lines: readonly HeatLine[],
  programs: readonly Submitted[],
  board: readonly BoardRow[],
): readonly (readonly [string, string])[] {
  const { name, seeds, hours, cadenceSeconds } = rules;
  const about =
    `${many(board.length, 'program')}, ${many(seeds, 'market')} of ${hours} h, ` +
    `a decision every ${cadenceSeconds} s`;
  const page = formatBoardPage({
    kind: 'contest',
    name,
    about,
    board,
    columns: contestColumns(lines),
    scoresOf: scoresIn(lines),
    commitment,
    evidence:
      'The folder that this page lies in has the key and every program. To make the markets ' +
      'again, run every program again, and compare every order, fill and score:',
    check: 'npx perpetua contest verify FOLDER',
  });
  const typed = programs.filter(({ file }) => languageOf(file) === 'ts');
  return [
    ...typed.map(({ file, text }) => [strippedPath(file), text] as const),
    [
      HEATS_FILE,
      formatHeats(
        lines,
        programs.map(({ team }) => team),
      ),
    ],
    [PAGE_FILE, page],
    [PICTURE_FILE, formatBoardPicture({ name, about, board, commitment })],
  ];
}

/** By heat, then in the order in which the teams came. */
function formatHeats(lines: readonly HeatLine[], teams: readonly string[]): string {
  const placeOf = (line: HeatLine): number => teams.indexOf(line.teams[0]?.team ?? '');
  return lines
    .toSorted((one, two) => one.heat - two.heat || placeOf(one) - placeOf(two))
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');
}

export function planHeats(
  { rules }: ContestTerms,
  key: Uint8Array,
  programs: readonly Submitted[],
  handedIn: string,
): PlannedHeat[] {
  const all = pairOff(rules, [...programs.keys()]);
  return all.map(({ heat, group }) => {
    const own = heatKeyOf(key, heat, handedIn);
    // The numbers of the files are the organiser's: by them he would choose who sits where.
    const seated = group.map((place) => {
      const { team } = programs[place]!;
      return { place, seat: sha256Of(deriveKey(own, `perpetua seat ${team}`)) };
    });
    seated.sort((one, two) => (one.seat < two.seat ? -1 : 1));
    return { heat, key: own, places: seated.map(({ place }) => place) };
  });
}

/**
 * Without differences everything is as it was published, but for the answers of recorded teams,
 * which were taken as they were; whoever reads the verdict must know the notes beside it.
 */
export type VerifiedContest = Awaited<ReturnType<typeof verifyResult>>;

/** Whose stop in a heat that was run again nobody saw, because they were slow or not asked. */
export const findUnseen = (
  { heat, stops = new Map(), doubted, outcome }: Omit<RanHeat, 'key' | 'places' | 'answers'>,
  teams: readonly string[],
): string[] =>
  [...stops]
    .filter(([place]) => doubted === undefined || outcome.unseen.includes(teams[place]!))
    .map(([place, decision]) => `${teams[place]} (heat ${heat}, decision ${decision})`);

export const tellUnseen = (unseen: readonly string[]): string[] =>
  unseen.length === 0
    ? []
    : [
        `TAKEN ON THE ORGANISER'S WORD: the stop of ${unseen.join(', ')}. ` +
          'That it did not come to an end was not seen here; a quicker machine may tell, by ' +
          'npx perpetua contest verify.',
      ];

const tellRecorded = (teams: readonly string[]): string[] =>
  teams.length === 0
    ? []
    : [`Programs in Python are not run again: answers of ${teams.join(', ')} are as published.`];

export interface VerifyTerms {
  /** Takes the types away, or knows whether what was published can have come of it. */
  readonly strip: (source: string, published: string) => string;
  /** Of this product. */
  readonly version: string;
  readonly runHeats: (run: CheckRun) => Promise<void>;
  /** Recordings that the result names and does not hold. */
  readonly given?: readonly ContestTape[];
  readonly progress: (done: number, all: number) => void;
}

export interface CheckRun
  extends Pick<HeatRun, 'rules' | 'contracts' | 'programs' | 'plan' | 'over'> {
  /** Those that are played; none where markets are simulated. */
  readonly tapes: readonly ContestTape[];
}

export async function verifyResult(
  files: ResultFiles,
  { strip, version, runHeats, given = [], progress }: VerifyTerms,
) {
  const textOf = (name: string): string => {
    const bytes = files.get(name);
    if (bytes === undefined) throw new ContestError(`${name} is not there`);
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  };
  const terms = parseContest(parseRecord(textOf(CONTEST_FILE), CONTEST_FILE), CONTEST_FILE);
  const published = parseRecord(textOf(RESULT_FILE), RESULT_FILE);
  const key = parseKey(published['key'], terms.keyHash);
  const programs = readPrograms(files, textOf, strip);
  const teams = programs.map(({ team }) => team);
  const claimed = soundly(`${HEATS_FILE}: `, () => parseHeats(textOf(HEATS_FILE)));
  const tapes = findTapes(files, terms, published['tapes'], given);
  judgeTapes(terms, key, tapes);
  const handedIn = hashHandedIn(
    terms,
    programs.map(({ file }) => [file, files.get(`${PROGRAMS_FOLDER}/${file}`)!]),
  );
  const plan = planHeats(terms, key, programs, handedIn).map((planned) => ({
    ...planned,
    stops: stopsOf(planned, claimed, teams),
    answers: answersOf(planned, claimed, programs),
  }));
  const differences = findChanged(files, Object(published['files']));
  const lines: HeatLine[] = [];
  const unseen: string[] = [];
  const over = (ran: RanHeat): void => {
    const line = parseHeat(formatHeat(ran, teams));
    lines.push(line);
    unseen.push(...findUnseen(ran, teams));
    differences.push(...compareHeat(ran, line, claimed));
    progress(lines.length, plan.length);
  };
  const { rules, contracts } = terms;
  await runHeats({ rules, contracts, programs, tapes, plan, over });
  const board = drawBoard(lines, teams);
  const made = new Map(formatFiles(terms, lines, programs, board));
  const madeBy = String(published['version']);
  made.set(
    RESULT_FILE,
    formatResult(files, terms, key, board, { version: madeBy, handedIn, tapes }),
  );
  const held = rules.tapeFiles === 'published' ? tapes : [];
  const brought = [
    CONTEST_FILE,
    ...programs.map(({ file }) => `${PROGRAMS_FOLDER}/${file}`),
    ...held.map(({ file }) => `${TAPES_FOLDER}/${file}`),
  ];
  differences.push(...compareFiles({ files, made, brought, madeBy, version }));
  const recorded = programs.flatMap(({ team, language }) => (language === 'py' ? [team] : []));
  const isSame = differences.length === 0;
  // The key and rules of another contest would be as right, for whoever noted nothing.
  const { commitment } = terms;
  const noted = `Compare what you noted: ${commitment} when it began, ${handedIn} at the close.`;
  const notes = [
    ...tellUnseen(unseen),
    ...tellRecorded(recorded),
    ...tellVersion({ madeBy, version }, isSame),
    ...(isSame ? [noted] : []),
  ];
  return { terms, board, heats: plan.length, differences, recorded, notes };
}

/** In the result, or given by whoever verifies. */
function findTapes(
  files: ResultFiles,
  { rules }: ContestTerms,
  named: unknown,
  given: readonly ContestTape[],
): ContestTape[] {
  if (rules.tapes.length === 0) return [];
  const folder = `${TAPES_FOLDER}/`;
  if (rules.tapeFiles === 'published')
    return [...files]
      .filter(([name]) => name.startsWith(folder))
      .map(([name, bytes]) => ({ file: name.slice(folder.length), sha256: sha256Of(bytes) }))
      .sort((one, two) => (one.file < two.file ? -1 : 1));
  return (Array.isArray(named) ? named : []).map((row: unknown) => {
    const { file, sha256 } = Object(row);
    const found = given.find((tape) => tape.file === file);
    if (found !== undefined) return { file: found.file, sha256: found.sha256 };
    throw new ContestError(
      `the result names the recording ${file} and does not hold it: whoever has it (sha256 ` +
        `${sha256}) gives it with npx perpetua contest verify RESULT --tape FILE`,
    );
  });
}

/** Those that are not as the file of the result names them. */
const findChanged = (files: ResultFiles, hashes: object): string[] =>
  [...files]
    .filter(
      ([name, bytes]) => name !== RESULT_FILE && Reflect.get(hashes, name) !== sha256Of(bytes),
    )
    .map(([name]) => `${name} is not the one that ${RESULT_FILE} names`);

function readPrograms(
  files: ResultFiles,
  textOf: (name: string) => string,
  strip: VerifyTerms['strip'],
): Submitted[] {
  const folder = `${PROGRAMS_FOLDER}/`;
  const paths = [...files.keys()].filter((name) => name.startsWith(folder));
  return latestOf(paths.map((path) => path.slice(folder.length))).map((file) => {
    const source = textOf(folder + file);
    const stripped = strippedPath(file);
    const isTyped = languageOf(file) === 'ts';
    const text = isTyped
      ? soundly(`${folder}${file}: `, () =>
          strip(source, files.has(stripped) ? textOf(stripped) : ''),
        )
      : source;
    const language = languageOf(file) === 'py' ? 'py' : 'js';
    return { team: teamOf(file), file, text, language };
  });
}

/** Whether it is the text with parts taken out, as types are: nothing that runs was put in. */
export function isStrippedOf(source: string, stripped: string): boolean {
  let at = -1;
  // Where a type ended a statement, a semicolon may have to.
  const words = stripped.replaceAll(/[\s;]/g, '');
  for (const letter of words) {
    at = source.indexOf(letter, at + 1);
    if (at < 0) return false;
  }
  return true;
}

/** Those of a heat whom the judge's clock stopped, by place. */
export const stopsOf = (
  { heat, places }: PlannedHeat,
  claimed: readonly HeatLine[],
  teams: readonly string[],
): Map<number, number> =>
  new Map(
    claimed
      .filter((line) => line.heat === heat)
      .flatMap(({ stops }) => stops.map(([team, at]) => [teams.indexOf(team), at] as const))
      .filter(([place]) => places.includes(place)),
  );

/** A browser gives its workers less of a stack than Node gives a thread. */
const STACK_ADVICE =
  ' (it recurses deeper than there is room for here: npx perpetua contest verify has the room)';

/** Of the programs of a heat that nobody can run again. */
const answersOf = (
  { heat, places }: PlannedHeat,
  claimed: readonly HeatLine[],
  programs: readonly Submitted[],
): Map<number, readonly RecordedAnswer[]> => {
  const told = claimed.filter((line) => line.heat === heat).flatMap(({ answers = [] }) => answers);
  return new Map(
    places
      .filter((place) => programs[place]?.language === 'py')
      .map((place) => {
        const [, answers = []] = told.find(([team]) => team === programs[place]?.team) ?? [];
        return [place, answers] as const;
      }),
  );
};

const differ = ({ length }: readonly string[]): string => (length === 1 ? 'differs' : 'differ');

function compareHeat(
  { heat, places }: RanHeat,
  found: HeatLine,
  claimed: readonly HeatLine[],
): string[] {
  const team = found.teams[0]?.team;
  const said = claimed.find((line) => line.heat === heat && line.teams[0]?.team === team);
  if (said === undefined)
    return [
      `heat ${heat}: ${many(places.length, 'program')} ran, and the result says nothing of them`,
    ];
  return found.teams.flatMap((row, place) => {
    const other = said.teams[place];
    const names = Object.keys(row).filter(
      (name) => Reflect.get(row, name) !== Reflect.get(Object(other), name),
    );
    const why = row.fault?.includes(SANDBOX_FAILED) ? STACK_ADVICE : '';
    return names.length === 0
      ? []
      : [`heat ${heat}, ${row.team}: ${names.join(', ')} ${differ(names)}${why}`];
  });
}
