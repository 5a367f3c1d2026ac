/** Rules of naming: files and declarations say which thing or verb they are. */
import { basename } from 'node:path';
import type { Node } from 'oxc-parser';
import type { Finding } from './finding.ts';
import { isOurs, lineAt, type Source, walk } from './source.ts';

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
/** With no two capitals before a small letter, so that an acronym is a word: `HttpFeed`. */
const PASCAL = /^(?!.*[A-Z]{2}[a-z])[A-Z][A-Za-z0-9]*$/;
const KEBAB = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

export function checkFileName({ path }: Source): Finding[] {
  const folders = path.split('/').slice(0, -1);
  const name = basename(path).replace(/(?:\.(?:(?:long\.)?test|config|d))?\.(?:tsx?|mjs)$/, '');
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
    const isVague = VAGUE_ENDING.test(name) || (isType && VAGUE_BEGINNING.test(name));
    const isPlain = !isType || PASCAL.test(name);
    if (isVague || !isPlain) {
      const advice = isVague ? 'use the noun itself, or the verb' : 'write a type in PascalCase';
      const message = `"${name}": ${advice}`;
      findings.push({ file: path, line: lineAt(text, node.start), message });
    }
  });
  return findings;
}

/** A question has a yes or a no for an answer, wherever the answer's type is written down. */
export function checkQuestions({ path, text, program }: Source): Finding[] {
  const findings: Finding[] = [];
  walk(program, (node, above) => {
    const returns = returnTypeOf(node);
    const name = nameOfFunction(node, above.at(-1));
    if (name === undefined || returns === undefined || !/^(?:is|may|has)[A-Z]/.test(name)) return;
    const answer = text.slice(returns.start, returns.end);
    if (!/^:\s*(?:boolean|Promise<boolean>|[\w\s]+ is )/.test(answer)) {
      const message = `"${name}" asks a question: it returns a boolean`;
      findings.push({ file: path, line: lineAt(text, node.start), message });
    }
  });
  return findings;
}

function returnTypeOf(node: Node): Node | undefined {
  const isFunction = node.type === 'FunctionDeclaration' || node.type === 'ArrowFunctionExpression';
  return (isFunction && node.returnType) || undefined;
}

function nameOfFunction(node: Node, parent: Node | undefined): string | undefined {
  if (node.type === 'FunctionDeclaration') return node.id?.name;
  if (parent?.type !== 'VariableDeclarator' || parent.id.type !== 'Identifier') return undefined;
  return parent.id.name;
}

/** The `kind` of a union is a string in kebab-case. */
export function checkKinds({ path, text, program }: Source): Finding[] {
  const findings: Finding[] = [];
  walk(program, (node) => {
    if (node.type !== 'TSPropertySignature' || node.key.type !== 'Identifier') return;
    const type = node.key.name === 'kind' ? node.typeAnnotation?.typeAnnotation : undefined;
    for (const member of type?.type === 'TSUnionType' ? type.types : [type]) {
      const literal = member?.type === 'TSLiteralType' ? member.literal : undefined;
      const word = literal?.type === 'Literal' ? literal.value : undefined;
      if (typeof word === 'string' && !KEBAB.test(word)) {
        const message = `the kind "${word}" is not kebab-case`;
        findings.push({ file: path, line: lineAt(text, node.start), message });
      }
    }
  });
  return findings;
}

/** The last column of each table of the glossary that is headed "Never", as lists of words. */
export function readAvoided(glossary: string): string[][] {
  const avoided: string[][] = [];
  let isAvoiding = false;
  for (const line of glossary.split('\n')) {
    const last = line.split('|').at(-2)?.trim();
    if (last === undefined) isAvoiding = false;
    else if (last === 'Never') isAvoiding = true;
    else if (isAvoiding && !/^-*$/.test(last))
      avoided.push(...last.split(', ').map((words) => words.toLowerCase().split(' ')));
  }
  return avoided;
}

/** Outside interfaces have words of their own, which only the wire and the gateway speak. */
const MAY_SPEAK_FOREIGN = /^src\/(?:wire|gateway)\//;

export function checkGlossary(source: Source, avoided: readonly (readonly string[])[]): Finding[] {
  const { path, text, program } = source;
  if (!isOurs(path) || MAY_SPEAK_FOREIGN.test(path)) return [];
  const findings: Finding[] = [];
  walk(program, (node) => {
    const declared = findDeclared(node);
    if (declared === undefined || !declared.isType) return;
    const name = `-${declared.name.split(/(?=[A-Z])/).join('-')}-`.toLowerCase();
    for (const words of avoided.filter((each) => name.includes(`-${each.join('-')}-`))) {
      const message = `"${declared.name}": see the glossary for "${words.join(' ')}"`;
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
      const isAll = statement.type === 'ExportAllDeclaration' && statement.exported === null;
      return isNamed || isAll;
    });
  return isBarrel ? [{ file: path, line: 1, message: 'barrel: import the real files' }] : [];
}
