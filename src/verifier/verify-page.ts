/**
 * The button on the page of a finished contest: loads the published result, or one that somebody
 * has, and runs all of it again in this browser.
 */
import type { ResultFiles } from '../contest/contest-result.ts';
import { unpackTar } from '../contest/tar.ts';
import { isStrippedOf, STRIPPED_FOLDER, verifyResult } from '../contest/verify-result.ts';
import { many } from '../domain/many.ts';
import { reasonOf } from '../domain/reason-of.ts';
import { runInWorkers } from './run-in-workers.ts';

/** Of the product, which the build of the page puts here. */
declare const PRODUCT_VERSION: string;

const RESULT_PATH = '/result.tar.gz';
const QUICKJS_PATH = '/quickjs.wasm';

const found = <Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind => {
  const element = document.getElementById(id);
  if (element instanceof kind) return element;
  throw new Error(`the page has no ${id}`);
};

const button = found('verify', HTMLButtonElement);
const choice = found('verify-file', HTMLInputElement);
const bar = found('verify-done', HTMLProgressElement);
const said = found('verify-said', HTMLElement);
const list = found('verify-differences', HTMLElement);

async function verify(load: () => Promise<ReadableStream<BufferSource>>): Promise<void> {
  button.disabled = true;
  choice.disabled = true;
  bar.hidden = false;
  bar.removeAttribute('value');
  list.replaceChildren();
  said.textContent = 'Loading the result …';
  try {
    const files = unpackTar(await unzip(await load()));
    const wasm = await (await get(QUICKJS_PATH)).arrayBuffer();
    const { heats, differences, notes } = await verifyResult(files, {
      version: PRODUCT_VERSION,
      strip: (source, published) => (isStrippedOf(source, published) ? published : ''),
      runHeats: (run) => runInWorkers(run, wasm, files),
      progress: tellProgress(),
    });
    const isSame = differences.length === 0;
    const verdict = isSame
      ? `Verified: ${many(heats, 'heat')} run again here, every order, fill and score is the same.`
      : `Not verified: ${many(differences.length, 'difference')} in ${many(heats, 'heat')}.`;
    const rest = isSame ? tellTaken(files) : [];
    said.textContent = [verdict, ...notes, ...rest].join(' ');
    list.replaceChildren(...differences.map(item));
  } catch (error) {
    said.textContent = `Not verified: ${reasonOf(error)}`;
  } finally {
    bar.hidden = true;
    button.disabled = false;
    choice.disabled = false;
  }
}

/** A browser takes no types away: it sees that nothing was put in, not what else was left out. */
const tellTaken = (files: ResultFiles): string[] =>
  [...files.keys()].some((name) => name.startsWith(STRIPPED_FOLDER))
    ? [
        'Programs with types were run as they are published without them: npx perpetua contest ' +
          'verify takes the types away itself.',
      ]
    : [];

function tellProgress(): (done: number, all: number) => void {
  const since = performance.now();
  return (done, all) => {
    bar.max = all;
    bar.value = done;
    const left = Math.ceil(((performance.now() - since) * (all - done)) / done / 1_000);
    said.textContent = `${done} of ${many(all, 'heat')} run again; about ${left} s more.`;
  };
}

const item = (text: string): HTMLLIElement =>
  Object.assign(document.createElement('li'), { textContent: text });

async function get(path: string): Promise<Response> {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path} cannot be loaded (${answer.status})`);
  return answer;
}

async function unzip(packed: ReadableStream<BufferSource>): Promise<Uint8Array> {
  try {
    const stream = packed.pipeThrough(new DecompressionStream('gzip'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  } catch {
    throw new Error('this is not a result as one file: it cannot be unpacked');
  }
}

button.onclick = () =>
  void verify(async () => {
    const { body } = await get(RESULT_PATH);
    if (body === null) throw new Error('the result is empty');
    return body;
  });
choice.onchange = () => {
  const [file] = choice.files ?? [];
  if (file !== undefined) void verify(async () => file.stream());
};
button.disabled = false;
choice.disabled = false;
