/**
 * A program that somebody else wrote, in a sandbox: QuickJS in a WebAssembly memory of its own. It
 * has no files, no network, no timers and no other program, and it stops at the same instruction on
 * every machine: its gas counts what it did, not how long that took.
 */
import variant from '@jitl/quickjs-wasmfile-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
} from 'quickjs-emscripten-core';
import { reasonOf } from '../domain/reason-of.ts';

export interface ProgramLimits {
  /** For each decision; a unit is ten thousand calls or turns of loops. */
  readonly gas: number;
  /** Of its whole sandbox, of which QuickJS takes some; at least 16. */
  readonly memoryMegabytes: number;
}

export interface ProgramBirth extends ProgramLimits {
  /** JavaScript or TypeScript. */
  readonly text: string;
  readonly isTyped: boolean;
  /** Sixteen bytes, from which its random numbers are drawn. */
  readonly seed: Uint8Array;
  readonly startAt: number;
}

export type Decided =
  | {
      readonly kind: 'answer';
      readonly text: string;
      /** Venue time that passes until its orders are on their way. */
      readonly thoughtMillis?: number;
    }
  | { readonly kind: 'fault'; readonly reason: string };

/** It is gone with the last reference to it. */
export interface SandboxedProgram {
  readonly decide: (state: string) => Decided;
  /** Units used since the beginning. */
  readonly gas: () => number;
}

/** Deeper calls are an error of the program. WebAssembly frames need more room on the thread. */
const STACK_BYTES = 256 * 1_024;
/** A program may prepare tables before its first decision. */
const BIRTH_GAS_TIMES = 50;
const REASON_LENGTH_MAX = 300;
/** What is said where the room ran out that the host has for it. */
export const SANDBOX_FAILED = 'its sandbox failed';
/** Its types are those of a module of another kind, which has the variant one step deeper. */
const QUICKJS = 'default' in variant ? variant.default : variant;
const PAGE_BYTES = 65_536;
const PAGES_PER_MEGABYTE = 16;
/** What QuickJS itself asks for, most of which is free at first. */
const FIRST_PAGES = 16 * PAGES_PER_MEGABYTE;

/** Both have it, and Node's types do not. */
declare const WebAssembly: {
  readonly Memory: new (pages: {
    readonly initial: number;
    readonly maximum: number;
  }) => {
    readonly buffer: ArrayBuffer;
  };
};

/** What a sandbox is made of, wherever it stands: on Node, or in a browser that checks a result. */
export interface SandboxParts {
  /** QuickJS. */
  readonly wasm: ArrayBuffer;
  /** The text of prelude.js. */
  readonly prelude: string;
  /** Throws where the types cannot be taken away. */
  readonly stripTypes: (text: string) => string;
}

/** Throws where the text cannot be the text of a program, with a reason for its author. */
export async function openSandboxed(
  parts: SandboxParts,
  birth: ProgramBirth,
): Promise<SandboxedProgram> {
  const { gas: gasMax, memoryMegabytes } = birth;
  // QuickJS has a limit of its own, which counts nothing here but the number of allocations.
  const maximum = memoryMegabytes * PAGES_PER_MEGABYTE;
  const wasmMemory = new WebAssembly.Memory({ initial: FIRST_PAGES, maximum });
  const quick = await newQuickJSWASMModuleFromVariant(
    newVariant(QUICKJS, { wasmBinary: parts.wasm, wasmMemory }),
  );
  const runtime = quick.newRuntime();
  runtime.setMaxStackSize(STACK_BYTES);
  let used = 0;
  let stopAt = gasMax * BIRTH_GAS_TIMES;
  runtime.setInterruptHandler(() => {
    used += 1;
    return used > stopAt;
  });
  const context = runtime.newContext();
  const step = begin(context, parts, birth);
  // It grows by a twentieth at least.
  const isFull = (): boolean => wasmMemory.buffer.byteLength * 1.1 > maximum * PAGE_BYTES;
  let failure: string | undefined;
  const decide = (state: string): Decided => {
    if (failure !== undefined) return { kind: 'fault', reason: failure };
    stopAt = used + gasMax;
    try {
      const result = call(context, step, state);
      if (typeof result === 'string') return { kind: 'answer', text: result };
      const reason = used > stopAt ? outOfGas(gasMax) : (result.thrown ?? describeBlank(isFull()));
      return { kind: 'fault', reason };
    } catch (error) {
      // Nobody knows in which state its memory is.
      failure = `${SANDBOX_FAILED}: ${reasonOf(error)}`;
      return { kind: 'fault', reason: failure };
    }
  };
  return { decide, gas: () => used };
}

/** The answer, or what was thrown. */
function call(
  context: QuickJSContext,
  step: QuickJSHandle,
  state: string,
): string | { readonly thrown: string | undefined } {
  const given = context.newString(state);
  const result = context.callFunction(step, context.undefined, given);
  given.dispose();
  if (result.error !== undefined) {
    const thrown = describeThrown(context, result.error);
    result.error.dispose();
    return { thrown };
  }
  // A program may say how its answer is written, and may have it written as nothing.
  const isText = context.typeof(result.value) === 'string';
  const answer = isText ? context.getString(result.value) : { thrown: NOTHING_WRITTEN };
  result.value.dispose();
  return answer;
}

const NOTHING_WRITTEN = 'its answer is written as nothing, by a toJSON of its own';

/** Where memory is short, there is no room for the error either. */
const describeBlank = (isFull: boolean): string =>
  isFull ? 'out of memory' : 'it threw something without a message';

const outOfGas = (gas: number): string =>
  `out of gas: it made more than about ${gas * 10_000} calls and turns of loops`;

/** The function that takes a state and gives an answer, both as text. */
function begin(context: QuickJSContext, parts: SandboxParts, birth: ProgramBirth): QuickJSHandle {
  const { seed, startAt, gas } = birth;
  const bytes = new DataView(seed.buffer, seed.byteOffset);
  const words = [0, 4, 8, 12].map((at) => bytes.getUint32(at, true));
  const take = (result: ReturnType<QuickJSContext['evalCode']>): QuickJSHandle => {
    if (result.error === undefined) return result.value;
    const thrown = describeThrown(context, result.error) ?? describeBlank(false);
    throw new Error(thrown.startsWith('interrupted') ? outOfGas(gas * BIRTH_GAS_TIMES) : thrown);
  };
  const prepare = take(context.evalCode(parts.prelude, 'sandbox.js', { type: 'global' }));
  const given = [...words, startAt].map((number) => context.newNumber(number));
  const wrap = take(context.callFunction(prepare, context.undefined, ...given));
  const text = birth.isTyped ? parts.stripTypes(birth.text) : birth.text;
  const exports = take(context.evalCode(text, 'program.js', { type: 'module' }));
  const decide = context.getProp(exports, 'decide');
  return take(context.callFunction(wrap, context.undefined, decide));
}

/** What was thrown may be anything, and may throw when it is looked at. */
function describeThrown(context: QuickJSContext, thrown: QuickJSHandle): string | undefined {
  const textAt = (name: string): string => {
    const property = context.getProp(thrown, name);
    const text = context.typeof(property) === 'string' ? context.getString(property) : '';
    property.dispose();
    return text;
  };
  try {
    if (context.typeof(thrown) !== 'object') return undefined;
    const message = textAt('message').slice(0, REASON_LENGTH_MAX);
    const [, line] = /program\.js:(\d+)/.exec(textAt('stack')) ?? [];
    const where = line === undefined ? '' : ` (line ${line})`;
    return message === '' ? undefined : `${message}${where}`;
  } catch {
    return undefined;
  }
}
