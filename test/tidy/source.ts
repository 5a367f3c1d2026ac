/** One parsed source file: its text, its syntax tree, its comments and what it imports. */
import { posix } from 'node:path';
import {
  type Comment,
  type MemberExpression,
  type Node,
  type Program,
  parseSync,
  visitorKeys,
} from 'oxc-parser';

export interface Import {
  /** As written between the quotes. */
  readonly specifier: string;
  /** The file it names, from the root of the repository; undefined for a package. */
  readonly target: string | undefined;
  readonly line: number;
}

export interface Source {
  /** From the root of the repository, with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly program: Program;
  readonly comments: readonly Comment[];
  readonly imports: readonly Import[];
}

/** Called for each node with what stands above it, the nearest last. */
export type Visit = (node: Node, above: readonly Node[]) => void;

export function parseSource(path: string, text: string): Source {
  const { program, comments, errors } = parseSync(path, text, { sourceType: 'module' });
  const [error] = errors;
  if (error) {
    throw new Error(`${path} does not parse: ${error.message}`);
  }
  return { path, text, program, comments, imports: findImports(path, text, program) };
}

/** The product and what proves it, which the rules for code are about. */
export const isOurs = (path: string): boolean => /^(?:src|proof)\//.test(path);

export function isTest(path: string): boolean {
  return path.endsWith('.test.ts');
}

export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    line += 1;
  }
  return line;
}

export function walk(root: Node, visit: Visit): void {
  const above: Node[] = [];
  const enter = (node: Node): void => {
    visit(node, above);
    above.push(node);
    for (const child of childrenOf(node)) {
      enter(child);
    }
    above.pop();
  };
  enter(root);
}

/** Every rule walks every file, so this takes most of the time of tidy: no copies are made. */
function childrenOf(node: Node): Node[] {
  const children: Node[] = [];
  for (const key of visitorKeys[node.type] ?? []) {
    const child: unknown = Reflect.get(node, key);
    if (Array.isArray(child)) children.push(...child.filter(isNode));
    else if (isNode(child)) children.push(child);
  }
  return children;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

function findImports(path: string, text: string, program: Program): Import[] {
  const imports: Import[] = [];
  walk(program, (node) => {
    const specifier = findSpecifier(node);
    if (specifier !== undefined) {
      const isRelative = specifier.startsWith('.');
      const target = isRelative ? posix.join(posix.dirname(path), specifier) : undefined;
      imports.push({ specifier, target, line: lineAt(text, node.start) });
    }
  });
  return imports;
}

function findSpecifier(node: Node): string | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'TSImportType':
      return node.source.value;
    case 'ExportNamedDeclaration':
      return node.source?.value;
    case 'ImportExpression':
      return literalOf(node.source);
    case 'CallExpression':
      return node.callee.type === 'MemberExpression' && isGlob(node.callee)
        ? literalOf(node.arguments[0])
        : undefined;
    default:
      return undefined;
  }
}

/** Whether it is `import.meta.glob`. */
const isGlob = ({ object, property }: MemberExpression): boolean =>
  object.type === 'MetaProperty' && property.type === 'Identifier' && property.name === 'glob';

const literalOf = (node: Node | undefined): string | undefined =>
  node?.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;
