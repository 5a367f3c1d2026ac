/**
 * What a document names is there: the files and folders of this repository, in the text and behind
 * links, and the headings behind links. A source file may be named by the end of its path, or by
 * its place in a project that has the package installed. A file that the document prints, in a
 * block that begins with its name, is there too.
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
const FOLDER = /`((?:src|proof|test|docs|bin|scripts|examples)\/[\w./-]+)`/g;
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
