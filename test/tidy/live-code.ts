/**
 * The product is what runs. A file or an exported name that only tests and proofs use is a proof
 * itself, and lives in proof, or it goes: otherwise the tests prove code that nobody runs.
 */
import { posix } from 'node:path';
import type { Node } from 'oxc-parser';
import type { Finding } from './finding.ts';
import { ENTRIES } from './import-graph.ts';
import { isTest, lineAt, type Source, walk } from './source.ts';

/** Proofs may use the product, and their use keeps no part of it alive. */
const PROOFS = 'proof/';

const isProof = (path: string): boolean => path.startsWith(PROOFS);

const isProduct = ({ path }: Source): boolean => path.startsWith('src/') && !isTest(path);

export function checkLiveFiles(sources: readonly Source[]): Finding[] {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const reached = new Set<string>();
  const waiting = [...ENTRIES];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const source = byPath.get(path);
    if (source === undefined || reached.has(path) || isProof(path) || isTest(path)) {
      continue;
    }
    reached.add(path);
    waiting.push(...source.imports.flatMap(({ target }) => target ?? []));
  }
  return sources
    .filter((source) => isProduct(source) && !reached.has(source.path))
    .map(({ path }) => ({ file: path, line: 1, message: 'only tests and proofs use this file' }));
}

/**
 * A name that its own file uses is alive too: it is exported for a test to look at. The names of an
 * entry are for others.
 */
export function checkLiveNames(sources: readonly Source[]): Finding[] {
  const product = sources.filter((source) => isProduct(source) || ENTRIES.has(source.path));
  const imported = new Set(product.flatMap(findImported));
  const own = product.filter((source) => isProduct(source) && !ENTRIES.has(source.path));
  return own.flatMap(({ path, text, program }) => {
    const unused = findExported(program).filter(
      ({ name }) => !imported.has(`${path}#${name}`) && !imported.has(`${path}#*`),
    );
    const uses = unused.length === 0 ? new Map() : countUses(program);
    return unused
      .filter(({ name }) => (uses.get(name) ?? 0) < 2)
      .map(({ name, start }) => ({
        file: path,
        line: lineAt(text, start),
        message: `only tests and proofs use ${name}`,
      }));
  });
}

/** As `file#name`; `file#*` for a whole file, or one that is imported when it is needed. */
function findImported({ path, imports, program }: Source): string[] {
  const named = program.body.flatMap((statement) => {
    const isPassedOn = statement.type === 'ExportAllDeclaration';
    if (!isPassedOn && statement.type !== 'ImportDeclaration') {
      return [];
    }
    const file = posix.join(posix.dirname(path), statement.source.value);
    if (isPassedOn) return [{ file, name: '*' }];
    return statement.specifiers.flatMap((specifier) => {
      if (specifier.type === 'ImportSpecifier' && specifier.imported.type === 'Identifier') {
        return { file, name: specifier.imported.name };
      }
      return findMembers(program, specifier.local.name).map((name) => ({ file, name }));
    });
  });
  const files = new Set(named.map(({ file }) => file));
  const later = imports.filter(({ target }) => target !== undefined && !files.has(target));
  return [
    ...named.map(({ file, name }) => `${file}#${name}`),
    ...later.map(({ target }) => `${target}#*`),
  ];
}

/** The names that are taken from a file imported whole; `*` if it is passed on as it is. */
function findMembers(program: Source['program'], whole: string): string[] {
  const names: string[] = [];
  walk(program, (node, above) => {
    const parent = above.at(-1);
    if (node.type !== 'Identifier' || node.name !== whole || isFieldName(node, parent)) {
      return;
    }
    if (parent?.type === 'MemberExpression' && parent.property.type === 'Identifier') {
      names.push(parent.property.name);
    } else if (parent?.type !== 'ImportNamespaceSpecifier') {
      names.push('*');
    }
  });
  return names;
}

interface Exported {
  readonly name: string;
  readonly start: number;
}

export function findExported(program: Source['program']): Exported[] {
  return program.body.flatMap((statement) => {
    if (statement.type !== 'ExportNamedDeclaration' || statement.declaration === null) {
      return [];
    }
    const { declaration } = statement;
    const names: (Node | null)[] =
      declaration.type === 'VariableDeclaration'
        ? declaration.declarations.flatMap(({ id }) => boundBy(id))
        : 'id' in declaration
          ? [declaration.id]
          : [];
    return names.flatMap((node) => (node?.type === 'Identifier' ? [node] : []));
  });
}

function boundBy(pattern: Node): Node[] {
  if (pattern.type !== 'ObjectPattern') {
    return [pattern];
  }
  return pattern.properties.map((property) =>
    property.type === 'Property' ? property.value : property.argument,
  );
}

/** How often each name stands in a file, its declaration included, not as the name of a field. */
function countUses(program: Source['program']): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  walk(program, (node, above) => {
    const isName = node.type === 'Identifier' || node.type === 'JSXIdentifier';
    if (isName && !isFieldName(node, above.at(-1))) {
      uses.set(node.name, (uses.get(node.name) ?? 0) + 1);
    }
  });
  return uses;
}

function isFieldName(node: Node, parent: Node | undefined): boolean {
  if (parent?.type === 'MemberExpression') {
    return !parent.computed && parent.property === node;
  }
  const isKey = parent?.type === 'Property' || parent?.type === 'TSPropertySignature';
  return isKey && !parent.computed && parent.key === node;
}
