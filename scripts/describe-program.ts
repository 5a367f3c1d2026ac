/**
 * Tells what a program of a contest is shown and may answer, as types for TypeScript, from the
 * schemas in src/contest/program-words.ts. The package holds them as `perpetua/contest`.
 */
import { fileURLToPath } from 'node:url';
import { PROGRAM_WORDS } from '../src/contest/program-words.ts';
import { typeOf } from './generate-client.ts';

export function describeProgram(): string {
  const known: { readonly text: string; readonly name: string }[] = [];
  const types = Object.entries(PROGRAM_WORDS).map(([name, schema]) => {
    const whole = JSON.stringify(schema);
    // What holds others comes later, and is looked for first.
    const text = known.reduceRight(
      (left, one) => left.replaceAll(one.text, `{"type":"${one.name}"}`),
      whole,
    );
    known.push({ text: whole, name });
    const type = typeOf(JSON.parse(text), '');
    return type.startsWith('{')
      ? `export interface ${name} ${type}`
      : `export type ${name} = ${type};`;
  });
  return `${types.join('\n\n')}\n`
    .replace('interface ProgramDecision', 'interface ProgramDecision<Memory = unknown>')
    .replace('memory?: unknown', 'memory?: Memory');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(describeProgram());
