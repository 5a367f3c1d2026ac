/**
 * Keeps of the declarations that `tsc` wrote only what the exports of the package lead to, name by
 * name. The rest is nobody's business, and would need the types of packages that are not installed.
 */
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseSync } from 'oxc-parser';

const EVERYTHING = '*';

/** The file that a declaration means by such a name; undefined for a package. */
const fileOf = (from, name) =>
  name.startsWith('.') ? join(dirname(from), name.replace(/\.[jt]s$/, '.d.ts')) : undefined;

const namesOf = ({ declarations, id }) => declarations?.map((each) => each.id.name) ?? [id.name];

/** What stands in a file: what it imports and passes on, and the text that declares each name. */
function readFile(path) {
  const text = readFileSync(path, 'utf8');
  const file = { path, imports: new Map(), exports: new Map(), declared: new Map(), all: [] };
  let start = 0;
  for (const node of parseSync(path, text).program.body) {
    // A comment belongs to what follows.
    const part = { node, text: text.slice(start, node.end).trim() };
    start = node.end;
    const source = node.source?.value;
    const declaration = node.declaration ?? node;
    if (node.type === 'ImportDeclaration')
      for (const { local, imported } of node.specifiers)
        file.imports.set(local.name, { source, name: imported?.name ?? EVERYTHING });
    else if (node.specifiers?.length > 0)
      for (const { local, exported } of node.specifiers)
        file.exports.set(exported.name, { source, name: local.name });
    else if (declaration.id || declaration.declarations)
      for (const name of namesOf(declaration))
        file.declared.set(name, [...(file.declared.get(name) ?? []), part]);
    file.all.push(part);
  }
  return file;
}

function forEachName(node, tell) {
  if (typeof node !== 'object' || node === null) return;
  if (node.type === 'Identifier') tell(node.name);
  if (node.type === 'TSImportType') tell(node.qualifier?.name ?? EVERYTHING, node.source.value);
  for (const child of Object.values(node)) forEachName(child, tell);
}

/** Follows every name from the entries on. Returns the files with the names that are needed. */
function follow(entries) {
  const files = new Map();
  const needed = new Map();
  const need = (path, name) => {
    if (!files.has(path)) files.set(path, readFile(path));
    const file = files.get(path);
    const names = needed.get(path) ?? new Set();
    needed.set(path, names);
    if (name === EVERYTHING) {
      for (const each of [...file.declared.keys(), ...file.exports.keys()]) need(path, each);
      return;
    }
    if (names.has(name)) return;
    names.add(name);
    const needOther = (source, other) => {
      const target = fileOf(path, source);
      if (target !== undefined) need(target, other);
      else if (!source.startsWith('node:'))
        throw new Error(`${relative(process.cwd(), path)}: ${name} has a type of ${source}`);
    };
    const passed = file.imports.get(name) ?? file.exports.get(name);
    if (passed !== undefined && !file.declared.has(name)) {
      if (passed.source === undefined) need(path, passed.name);
      else needOther(passed.source, passed.name);
    }
    for (const { node } of file.declared.get(name) ?? [])
      forEachName(node, (other, source) => {
        if (source !== undefined) needOther(source, other);
        else if (file.declared.has(other) || file.imports.has(other)) need(path, other);
      });
  };
  for (const path of entries) need(path, EVERYTHING);
  return [...files.values()].map((file) => ({ file, names: needed.get(file.path) }));
}

/** The text of a file with the needed names alone. Names of files end as those of the code. */
function formatFile({ all, declared }, names) {
  const isNeeded = ({ node }) =>
    node.specifiers === undefined || node.specifiers.length === 0
      ? [...declared].some(([name, parts]) => names.has(name) && parts.some((p) => p.node === node))
      : node.specifiers.some(({ local, exported }) => names.has((exported ?? local).name));
  const format = ({ node, text }) => {
    if (node.type !== 'ImportDeclaration' || !text.includes('{')) return text;
    const kept = node.specifiers.filter(({ local }) => names.has(local.name));
    const words = kept.map(({ local, imported }) =>
      imported.name === local.name ? local.name : `${imported.name} as ${local.name}`,
    );
    return `import type { ${words.join(', ')} } from '${node.source.value}';`;
  };
  const text = all.filter(isNeeded).map(format).join('\n');
  return `${text.replace(/(?<=(?:\bfrom |\bimport\()['"]\.[^'"]*\.)ts(?=['"])/g, 'js')}\n`;
}

/** Of the declarations in the folder, those stay that the entries, files of it, lead to. */
export function keepPublicTypes(folder, entries) {
  const kept = follow(entries).filter(({ names }) => names !== undefined);
  for (const path of globSync('**/*.d.ts', { cwd: folder })) rmSync(join(folder, path));
  for (const { file, names } of kept) writeFileSync(file.path, formatFile(file, names));
}
