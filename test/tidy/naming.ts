/** Rules of naming: files and declarations say which thing or verb they are. */
import { basename } from 'node:path';
import type { Node } from 'oxc-parser';
import type { Finding } from './finding.ts';
import { lineAt, type Source, walk } from './source.ts';

const VAGUE_NAMES: ReadonlySet<string> = new Set([
  'common',
  'helper',
  'helpers',
  'index',
  'misc',
  'types',
  'util',
  'utils',
]);

const VAGUE_ENDING = /(?:Manager|Service|Helper|Processor|Impl)s?$/;
const VAGUE_FILE_ENDING = /(?:^|-)(?:manager|service|helper|processor|impl)s?$/;
const VAGUE_BEGINNING = /^(?:Base|Abstract|I)[A-Z]/;
const KEBAB = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

export function checkFileName({ path }: Source): Finding[] {
  const folders = path.split('/').slice(0, -1);
  const name = basename(path).replace(/(?:\.(?:test|config|d))?\.(?:tsx?|mjs)$/, '');
  const findings: Finding[] = [];
  for (const word of [...folders, name]) {
    if (VAGUE_NAMES.has(word)) {
      findings.push({ file: path, line: 1, message: `"${word}" names no idea` });
    }
    if (VAGUE_FILE_ENDING.test(word) && !VAGUE_NAMES.has(word)) {
      findings.push({ file: path, line: 1, message: `"${word}": name the noun or the verb` });
    }
    if (!KEBAB.test(word)) {
      findings.push({ file: path, line: 1, message: `"${word}" is not kebab-case` });
    }
  }
  return findings;
}

export function checkNames({ path, text, program }: Source): Finding[] {
  const findings: Finding[] = [];
  walk(program, (node) => {
    const declared = findDeclared(node);
    if (declared === undefined) {
      return;
    }
    const { name, isType } = declared;
    if (VAGUE_ENDING.test(name) || (isType && VAGUE_BEGINNING.test(name))) {
      const message = `"${name}": use the noun itself, or the verb`;
      findings.push({ file: path, line: lineAt(text, node.start), message });
    }
  });
  return findings;
}

function findDeclared(node: Node): { name: string; isType: boolean } | undefined {
  switch (node.type) {
    case 'TSInterfaceDeclaration':
    case 'TSTypeAliasDeclaration':
      return { name: node.id.name, isType: true };
    case 'ClassDeclaration':
    case 'ClassExpression':
      return node.id ? { name: node.id.name, isType: true } : undefined;
    case 'FunctionDeclaration':
      return node.id ? { name: node.id.name, isType: false } : undefined;
    case 'VariableDeclarator':
      return node.id.type === 'Identifier' ? { name: node.id.name, isType: false } : undefined;
    default:
      return undefined;
  }
}

/** A barrel hides which file a thing lives in, and makes cycles easy. */
export function checkBarrels({ path, program }: Source): Finding[] {
  const isBarrel =
    program.body.length > 0 &&
    program.body.every((statement) => {
      const isNamed = statement.type === 'ExportNamedDeclaration' && statement.source !== null;
      return isNamed || statement.type === 'ExportAllDeclaration';
    });
  return isBarrel ? [{ file: path, line: 1, message: 'barrel: import the real files' }] : [];
}
