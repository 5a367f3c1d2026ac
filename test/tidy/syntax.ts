/**
 * Syntax we do without: casts, `any`, enums, namespaces, decorators, subclasses of anything but
 * Error, spread literals; and two things that belong in one place: reading the environment, and
 * randomness.
 */
import type { Node } from 'oxc-parser';
import { CASTS } from './exceptions.ts';
import type { Finding } from './finding.ts';
import { isOurs, isTest, lineAt, type Source, walk } from './source.ts';

/** Where brands and outside shapes are made, a cast is the tool. */
const MAY_CAST = [/^src\/domain\/units\.ts$/, /^src\/domain\/ids\.ts$/, /^src\/wire\//];

export function checkCasts(sources: readonly Source[], exceptions = CASTS): Finding[] {
  const findings = sources.filter(mustNotCast).flatMap((source) => {
    return findNodes(source, judgeCast);
  });
  const excepted = new Set(exceptions.map(({ where }) => where));
  const used = new Set(findings.map(({ file }) => file));
  const stale = exceptions.filter(({ where }) => !used.has(where));
  return [
    ...findings.filter(({ file }) => !excepted.has(file)),
    ...stale.map(({ where }) => {
      return { file: where, line: 1, message: 'needs no exception for casts any more' };
    }),
  ];
}

function mustNotCast({ path }: Source): boolean {
  return isOurs(path) && !isTest(path) && !MAY_CAST.some((place) => place.test(path));
}

function judgeCast(node: Node): string | undefined {
  switch (node.type) {
    case 'TSAsExpression':
      return isConst(node.typeAnnotation) ? undefined : 'a cast: make the value of the right type';
    case 'TSTypeAssertion':
      return 'a cast: make the value of the right type';
    case 'TSAnyKeyword':
      return 'any: use unknown and look';
    default:
      return undefined;
  }
}

function isConst(node: Node): boolean {
  return (
    node.type === 'TSTypeReference' &&
    node.typeName.type === 'Identifier' &&
    node.typeName.name === 'const'
  );
}

export function checkSyntax(source: Source): Finding[] {
  const isProduct = isOurs(source.path);
  const isCode = isProduct && !isTest(source.path);
  return findNodes(
    source,
    (node) =>
      judgeSyntax(node) ??
      (isProduct ? judgeClass(node) : undefined) ??
      (isCode ? judgeSpread(node) : undefined),
  );
}

/** It only keeps the formatter from giving each field its line. */
const judgeSpread = (node: Node): string | undefined =>
  node.type === 'SpreadElement' && node.argument.type === 'ObjectExpression'
    ? 'fields in braces of their own: write them out'
    : undefined;

function judgeClass(node: Node): string | undefined {
  if (node.type !== 'ClassDeclaration' && node.type !== 'ClassExpression') return undefined;
  const { superClass: parent } = node;
  const isPlain = !parent || (parent.type === 'Identifier' && parent.name === 'Error');
  return isPlain ? undefined : 'a subclass: write a function over plain data';
}

/** The composition root and the proofs read the environment and pass settings on. */
const MAY_READ_ENVIRONMENT = /^(?:src\/cli|proof)\//;

export function checkSettings(source: Source): Finding[] {
  const { path } = source;
  if (!path.startsWith('src/') || isTest(path) || MAY_READ_ENVIRONMENT.test(path)) return [];
  return findNodes(source, (node) =>
    isMember(node, 'process', 'env') ? 'process.env: settings are passed in' : undefined,
  );
}

export function checkSeeds(source: Source): Finding[] {
  if (!isTest(source.path) && !source.path.startsWith('test/')) return [];
  return findNodes(source, (node) =>
    isMember(node, 'Math', 'random') ? 'Math.random: draw from a seed' : undefined,
  );
}

function isMember(node: Node, object: string, property: string): boolean {
  return (
    node.type === 'MemberExpression' &&
    node.object.type === 'Identifier' &&
    node.object.name === object &&
    node.property.type === 'Identifier' &&
    node.property.name === property
  );
}

function judgeSyntax(node: Node): string | undefined {
  switch (node.type) {
    case 'TSEnumDeclaration':
      return 'an enum: use a union of strings';
    case 'TSModuleDeclaration':
      return 'a namespace: a file is one already';
    case 'Decorator':
      return 'a decorator: call the function';
    default:
      return undefined;
  }
}

function findNodes(source: Source, judge: (node: Node) => string | undefined): Finding[] {
  const findings: Finding[] = [];
  walk(source.program, (node) => {
    const message = judge(node);
    if (message !== undefined) {
      findings.push({ file: source.path, line: lineAt(source.text, node.start), message });
    }
  });
  return findings;
}
