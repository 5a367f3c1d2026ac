/**
 * Jest in small: loads a module and all it imports into a realm of its own, as Jest does, with a
 * process object of its own, replaces every timer and clock there by one that stands still for
 * ever, and then calls what the module exports. Node's own modules notice nothing of it.
 *
 *     node --experimental-vm-modules faked-realm.mjs FILE NAME
 */
import { readFileSync } from 'node:fs';
import { createRequire, isBuiltin, stripTypeScriptTypes } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import vm from 'node:vm';

const [, , file = '', name = ''] = process.argv;
const TIMERS = ['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask'];
const CLEARS = ['clearTimeout', 'clearInterval', 'clearImmediate'];

const context = vm.createContext();
const realm = vm.runInContext('globalThis', context);
for (const each of Object.getOwnPropertyNames(globalThis))
  if (!(each in realm)) realm[each] = globalThis[each];
realm.global = realm;
realm.process = Object.create(process);

const loaded = new Map();

async function load(specifier, from) {
  if (isBuiltin(specifier)) return loaded.get(specifier) ?? keep(specifier, await wrap(specifier));
  const path = createRequire(from).resolve(specifier);
  const url = pathToFileURL(path).href;
  return loaded.get(url) ?? keep(url, read(path, url));
}

function keep(key, module) {
  loaded.set(key, module);
  return module;
}

async function wrap(specifier) {
  const real = await import(specifier);
  const isProcess = specifier.endsWith('process') && !specifier.includes('child');
  const found = isProcess ? { ...real, default: realm.process } : { ...real };
  const names = Object.keys(found);
  const fill = function () {
    for (const each of names) this.setExport(each, found[each]);
  };
  return new vm.SyntheticModule(names, fill, { context, identifier: specifier });
}

function read(path, url) {
  const text = readFileSync(path, 'utf8');
  return new vm.SourceTextModule(path.endsWith('.ts') ? stripTypeScriptTypes(text) : text, {
    context,
    identifier: url,
    initializeImportMeta: (meta) => {
      meta.url = url;
      meta.dirname = fileURLToPath(new URL('.', url));
      meta.filename = path;
    },
    importModuleDynamically: (specifier) => start(specifier, url),
  });
}

async function start(specifier, from) {
  const module = await load(specifier, from);
  if (module.status === 'unlinked')
    await module.link((each, { identifier }) => load(each, identifier));
  if (module.status === 'linked') await module.evaluate();
  return module;
}

const { namespace } = await start(file, import.meta.url);
const still = () => ({ ref: () => undefined, unref: () => undefined });
for (const each of [...TIMERS, ...CLEARS]) realm[each] = still;
realm.process.nextTick = still;
realm.process.hrtime = () => [0, 0];
realm.performance = { now: () => 0 };
vm.runInContext('globalThis.Date = class extends Date { static now() { return 0; } }', context);
await namespace[name]();
