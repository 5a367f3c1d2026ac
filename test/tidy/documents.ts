/**
 * What a document names is there: the files and folders of this repository, in the text and behind
 * links, and the headings behind links. A source file may be named by the end of its path, or by
 * its place in a project that has the package installed. A file that the document prints, in a
 * block that begins with its name, is there too. A name in backticks that has the form of one in
 * code (a type, a field, a kind, a setting, a flag, a variable, an npm script) stands in code.
 */
import { posix } from 'node:path';
import type { Finding } from './finding.ts';

export interface Repository {
  /** Every file, by its path from the root. */
  readonly paths: readonly string[];
  /** The documents among them, with their text. */
  readonly documents: ReadonlyMap<string, string>;
}

const INSTALLED = /^node_modules\/perpetua\//;
const SOURCE = /(?<![\w./*-])[\w.-]+(?:\/[\w.-]+)*\.(?:tsx?|mjs)\b/g;
const BLOCK = /^```ts\n\/\/ (\S+)$/gm;
const FOLDER = /`((?:src|proof|test|docs|bin|scripts|examples|clients|deploy)\/[\w./-]+)`/g;
const LINK = /\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g;

export function checkDocuments({ paths, documents }: Repository): Finding[] {
  const known = new Set(paths.flatMap((path) => [path, ...foldersOf(path)]));
  const isSource = (named: string) => {
    const name = posix.normalize(named).replace(INSTALLED, '');
    return paths.some((path) => path === name || path.endsWith(`/${name}`));
  };
  const judgeLink = (file: string, [, link = '', heading]: RegExpExecArray): string | undefined => {
    const target = link === '' ? file : posix.join(posix.dirname(file), link);
    if (!known.has(target.replace(/\/$/, ''))) return `no such file: ${target}`;
    const isThere = heading === undefined || headingsOf(documents.get(target) ?? '').has(heading);
    return isThere ? undefined : `${target} has no heading #${heading}`;
  };
  const findings: Finding[] = [];
  for (const [file, text] of documents) {
    const printed = new Set([...text.matchAll(BLOCK)].map(([, name]) => name));
    for (const [at, line] of text.split('\n').entries()) {
      const messages = [
        ...[...line.replace(LINK, ']').matchAll(SOURCE)].map(([name]) =>
          printed.has(name) || isSource(name) ? undefined : `no such file: ${name}`,
        ),
        ...[...line.matchAll(FOLDER)].map(([, path = '']) =>
          known.has(path.replace(/\/$/, '')) ? undefined : `no such file: ${path}`,
        ),
        ...[...line.matchAll(LINK)].map((match) => judgeLink(file, match)),
      ];
      for (const message of new Set(messages)) {
        if (message !== undefined) findings.push({ file, line: at + 1, message });
      }
    }
  }
  return findings;
}

const foldersOf = (path: string): string[] => {
  const folder = posix.dirname(path);
  return folder === '.' ? [] : [folder, ...foldersOf(folder)];
};

/** As GitHub makes them: in lower case, without punctuation, with hyphens between words. */
const headingsOf = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .split('\n')
      .filter((line) => /^#+ /.test(line))
      .map((line) => line.replace(/^#+ /, '').toLowerCase())
      .map((heading) => heading.replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-')),
  );

const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
const WORD = /[A-Za-z_]\w*(?:-\w+)*/g;
const FENCED = /^```[\s\S]*?^```/gm;
const SPAN = /`(?:--(?:no-)?)?([A-Za-z][\w-]*)(?:[ =(][^`]*)?`/g;
const FORM =
  /^(?:[a-z]+(?:[A-Z][a-z0-9]*)+|(?:[A-Z][a-z0-9]+){2,}|[a-z]+(?:-[a-z]+)+|[A-Z]+(?:_[A-Z]+)+)$/;
const FLAG = /`--/;
const VARIABLE = /^PERPETUA_/;
const SCRIPT = /npm run ([\w:-]+)/g;

/** Names of other programs, a pattern such as `findX`, and an example of spelling. */
const FOREIGN =
  /^(?:mcpServers|quoteOrderQty|REQUESTS_CA_BUNDLE|PERPETUAL_(?:BASE|WS)_URL|[a-z]+X|HttpFeed)$/;

/** Every word of code, comments apart. */
export const wordsOf = (texts: readonly string[]): ReadonlySet<string> =>
  new Set(texts.flatMap((text) => text.replace(COMMENT, '').match(WORD) ?? []));

/** Names that a document gives, and that no code has; `scripts` are those of package.json. */
export function checkNamed(
  documents: ReadonlyMap<string, string>,
  words: ReadonlySet<string>,
  scripts: readonly string[],
): Finding[] {
  const findings: Finding[] = [];
  const judge = (span: string, name: string): string | undefined => {
    const isShaped = FLAG.test(span) || FORM.test(name);
    const spellings = [name, camelOf(name.replace(VARIABLE, '').replaceAll('_', '-'))];
    const isKnown = FOREIGN.test(name) || spellings.some((spelling) => words.has(spelling));
    return isShaped && !isKnown ? `no code has the name ${name}` : undefined;
  };
  for (const [file, text] of documents) {
    const lines = text.replace(FENCED, (block) => block.replace(/[^\n]/g, '')).split('\n');
    for (const [at, line] of lines.entries()) {
      const messages = [
        ...[...line.matchAll(SPAN)].map(([span, name = '']) => judge(span, name)),
        ...[...line.matchAll(SCRIPT)].map(([, name = '']) =>
          scripts.includes(name) ? undefined : `no npm script is called ${name}`,
        ),
      ];
      for (const message of new Set(messages)) {
        if (message !== undefined) findings.push({ file, line: at + 1, message });
      }
    }
  }
  return findings;
}

/** Goes down with what is there; whoever has more to say says something else shorter first. */
export const WORDS_MAX = 70_000;

/** As `wc -w` counts them, tables and all. */
export const checkLength = (texts: readonly string[], most: number): Finding[] => {
  const count = texts.reduce((sum, text) => sum + (text.match(/\S+/g) ?? []).length, 0);
  const message = `the documents have ${count} words, at most ${most}: say each thing once`;
  return count > most ? [{ file: 'test/tidy/documents.ts', line: 1, message }] : [];
};

const camelOf = (name: string): string =>
  name.includes('-')
    ? name.toLowerCase().replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
    : name.toLowerCase();
