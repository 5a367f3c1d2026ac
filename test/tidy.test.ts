/**
 * House style, as a test: one test per rule, over every source file of the repository. Each rule is
 * a module in test/tidy, shown able to fail in the test beside it; docs/STYLE.md gives the reasons.
 */
import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { SETTING_ROWS } from '../src/assembly/settings.ts';
import {
  checkBudget,
  checkRaise,
  checkSpare,
  countLines,
  readBudget,
  readLastRaise,
} from './tidy/budget.ts';
import { checkComments, checkHeader } from './tidy/comments.ts';
import { judgeSubject } from './tidy/commit-subject.ts';
import { checkDependencies } from './tidy/dependencies.ts';
import { checkDialectNames, checkDialects } from './tidy/dialects.ts';
import { checkDocuments, checkLength, checkNamed, WORDS_MAX, wordsOf } from './tidy/documents.ts';
import { checkExactNames } from './tidy/exact-names.ts';
import { checkExportedNames } from './tidy/exported-names.ts';
import { type Finding, formatFinding } from './tidy/finding.ts';
import { checkFloorTable, checkImports, checkReferences, FLOORS, folderOf } from './tidy/floors.ts';
import { checkCycles, checkPlainStart, checkUnused } from './tidy/import-graph.ts';
import { checkLiveFiles, checkLiveNames } from './tidy/live-code.ts';
import {
  checkBarrels,
  checkFileName,
  checkGlossary,
  checkKinds,
  checkNames,
  checkQuestions,
  readAvoided,
} from './tidy/naming.ts';
import { checkPurity } from './tidy/purity.ts';
import { checkColumns, checkFiles, checkFunctions } from './tidy/size.ts';
import { CONTENTS_PATH, checkSpec, findCitations } from './tidy/spec-rules.ts';
import { checkCasts, checkSeeds, checkSettings, checkSyntax } from './tidy/syntax.ts';
import { checkTimers } from './tidy/timers.ts';
import { findPaths, getText, readSources } from './tidy/tree.ts';
import { checkWall } from './tidy/wall.ts';

const sources = readSources();
/** What a person wrote: the calls of the client are made. */
const written = sources.filter(({ path }) => path !== 'src/client/calls.ts');
const DOCUMENTS = ['*.md', '{docs,examples,src,test}/**/*.md'];
const EVERYTHING = [
  '*.*',
  'LICENSE',
  '{bin,clients,contracts,deploy,docs,examples,proof,scripts,src,test}/**/*.*',
];
/** What documents may name; the rules about documents are not code that they could name. */
const CODE = [
  '{src,proof,test,scripts,bin}/**/*.{ts,tsx,mjs,sh,json,css}',
  '{examples,clients,deploy}/**/*.{mjs,ts,py,sh,yaml,json,conf,cfg}',
  '*.{json,ts}',
];
const scenarios = findPaths(['test/**/*.{scenario,txt,md}']);

function expectNone(findings: readonly Finding[]): void {
  expect(findings.map(formatFinding)).toEqual([]);
}

function readConfigs() {
  const paths = findPaths(['tsconfig*.json', '{src/*,proof}/tsconfig.json']);
  return new Map(paths.map((path) => [path, JSON.parse(getText(path))]));
}

function findPresentFloors(): string[] {
  const paths = findPaths(['{src/*,proof}/tsconfig.json', '{src,proof}/**/*.{ts,tsx}']);
  return FLOORS.map(({ name }) => name).filter((name) =>
    paths.some((path) => path.startsWith(`${folderOf(name)}/`)),
  );
}

describe('floors', () => {
  test('imports go only where the table of floors allows', () => {
    expectNone(checkImports(sources));
  });
  test('each tsconfig references exactly what the table of floors allows', () => {
    expectNone(checkReferences(readConfigs(), findPresentFloors()));
  });
  test('the state of the engine is private to the venue', () => {
    expectNone(sources.flatMap(checkWall));
  });
  test('the table of floors in the documents is the same', () => {
    const path = 'docs/ARCHITECTURE.md';
    expectNone(checkFloorTable(path, getText(path), findPresentFloors()));
  });
  test('pure floors touch no clock, randomness, input, output, async or floats', () => {
    expectNone(sources.flatMap(checkPurity));
  });
});

describe('imports', () => {
  test('imports form no cycle', () => expectNone(checkCycles(sources)));
  test('every file is imported by a program or a test', () => expectNone(checkUnused(sources)));
  test('[CLU-10] a venue for itself loads no client of a service', () => {
    expectNone(checkPlainStart(sources));
  });
  test('[LIB-14] the library loads no timer that a test can replace', () => {
    expectNone(checkTimers(sources));
  });
  test('every file of the product is reached without tests and proofs', () => {
    expectNone(checkLiveFiles(sources));
  });
  test('every exported name is used by the product', () => expectNone(checkLiveNames(sources)));
  test('every setting is read somewhere', () => {
    const others = findPaths(['src/**/*.ts']).filter((path) => !/\.test\.ts$/.test(path));
    const uses = others.map((path) => getText(path).replace(/^ {2}\w+: /gm, '')).join('\n');
    const read = new Set(uses.match(/\w+/g));
    expect(SETTING_ROWS.map(({ name }) => name).filter((name) => !read.has(name))).toEqual([]);
  });
  test('no file only passes on what others export', () => {
    expectNone(sources.flatMap(checkBarrels));
  });
});

describe('dialects', () => {
  test('[DIA-12] dialects share whatever they say alike, and know nothing of each other', () => {
    expectNone(checkDialects(sources));
  });
  test('[DIA-12] outside its two folders a dialect is named in one line', () => {
    expectNone(checkDialectNames(sources));
  });
});

describe('size', () => {
  test('lines have at most 100 columns', () => expectNone(checkColumns(written)));
  test('functions have at most 70 lines', () => expectNone(checkFunctions(written)));
  test('files have at most 400 lines', () => expectNone(checkFiles(written)));
  test('a folder has the lines of its budget, which only a commit that says why raises', () => {
    const budget = readBudget();
    const { before, commit } = readLastRaise();
    expectNone([...checkBudget(countLines(), budget), ...checkRaise(before, budget, commit)]);
    // While one works the figures may lag behind; what is handed in has them right.
    const spare = checkSpare(countLines(), budget);
    if (process.env['CI'] === 'true') expectNone(spare);
    else for (const finding of spare) console.log(formatFinding(finding));
  });
});

describe('words', () => {
  test('files are named after an idea', () => expectNone(sources.flatMap(checkFileName)));
  test('declarations are named after a noun or a verb', () => {
    expectNone(sources.flatMap(checkNames));
  });
  test('an exported name is defined once', () => {
    expectNone(checkExportedNames(sources));
  });
  test('types are named in the words of the glossary', () => {
    const avoided = readAvoided(getText('docs/STYLE.md'));
    expect(avoided.length).toBeGreaterThan(50);
    expectNone(sources.flatMap((source) => checkGlossary(source, avoided)));
  });
  test('isX, mayX and hasX return booleans', () => expectNone(sources.flatMap(checkQuestions)));
  test('the kinds of unions are kebab-case', () => expectNone(sources.flatMap(checkKinds)));
  test('names in tests of pages are exact', () => expectNone(sources.flatMap(checkExactNames)));
  test('source files begin with what they are for', () => {
    expectNone(sources.flatMap(checkHeader));
  });
  test('comments hold no code and no loose ends', () => {
    expectNone(sources.flatMap(checkComments));
  });
});

describe('syntax', () => {
  test('casts and any stay where brands and wire shapes are made', () => {
    expectNone(checkCasts(sources));
  });
  test('no enums, namespaces, decorators, spread literals or subclasses but of Error', () => {
    expectNone(sources.flatMap(checkSyntax));
  });
  test('only the command line reads the environment', () => {
    expectNone(sources.flatMap(checkSettings));
  });
  test('tests draw from seeds', () => expectNone(sources.flatMap(checkSeeds)));
});

describe('documents', () => {
  test('dependencies are exact, and each has its reason', () => {
    for (const path of ['package.json', 'scripts/pinned-node/package.json'])
      expectNone(checkDependencies(JSON.parse(getText(path)), getText('docs/ARCHITECTURE.md')));
  });
  test('the last commit has a subject of one short sentence', () => {
    const { stdout } = spawnSync('git', ['log', '-1', '--format=%s'], { encoding: 'utf8' });
    expect(judgeSubject((stdout ?? '').trim())).toBeUndefined();
  });
  test('files, folders and headings that a document names are there', () => {
    const documents = new Map(findPaths(DOCUMENTS).map((path) => [path, getText(path)]));
    expectNone(checkDocuments({ paths: findPaths(EVERYTHING), documents }));
  });
  test('documents are short enough to be read', () => {
    const read = findPaths(['*.md', 'docs/**/*.md', 'clients/python/README.md']).map(getText);
    expectNone(checkLength(read, WORDS_MAX));
  });
  test('types, kinds, settings, flags and scripts that a document names are there', () => {
    const documents = new Map(findPaths(DOCUMENTS).map((path) => [path, getText(path)]));
    const code = findPaths(CODE).filter((path) => !/tidy|package-lock|node_modules/.test(path));
    const { scripts } = JSON.parse(getText('package.json'));
    expectNone(checkNamed(documents, wordsOf(code.map(getText)), Object.keys(scripts)));
  });

  test('every rule has a test, every cited rule exists, and the contents say where', () => {
    const files = new Map(findPaths(['docs/spec/*.md']).map((path) => [path, getText(path)]));
    const book = { contents: getText(CONTENTS_PATH), files };
    expectNone(checkSpec(book, findCitations(sources, scenarios)));
  });
});
