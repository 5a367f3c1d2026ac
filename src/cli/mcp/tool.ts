/**
 * What a tool is: a row with its name, what it does, the arguments it takes and how it is run. An
 * error becomes an answer that says what to do; nothing that a tool does ends the server.
 */
import {
  type CallToolResult,
  CLIENT_INFO_META_KEY,
  type McpServer,
  type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server';
import { type Static, type TObject, type TSchema, Type } from 'typebox';
import { Check, Errors } from 'typebox/value';
import { didYouMean } from '../../terminal/nearest.ts';
import { fieldsOf, textOf } from '../operate/tell.ts';
import type { ToolSeat } from './tool-seat.ts';

/** Whether a tool only looks, changes something, or may lose money for good. */
type Effect = 'looks' | 'changes' | 'trades';

interface ToolTerms<Input extends TObject> {
  readonly name: string;
  readonly text: string;
  readonly effect: Effect;
  readonly input: Input;
  /** What it tells; any object or list where left out. */
  readonly output?: TSchema;
  readonly run: (seat: ToolSeat, asked: Static<Input>) => Promise<unknown>;
}

/** A row of the table of tools. */
export interface Tool extends Pick<ToolTerms<TObject>, 'name' | 'text' | 'effect' | 'input'> {
  readonly register: (server: McpServer, seat: ToolSeat) => void;
}

export const tool = <Input extends TObject>(terms: ToolTerms<Input>): Tool => {
  const { name, text, effect, input, run, output = Type.Unknown() } = terms;
  return {
    name,
    text,
    effect,
    input,
    register: (server, seat) => {
      const annotations = {
        readOnlyHint: effect === 'looks',
        destructiveHint: effect === 'trades',
        openWorldHint: false,
      };
      server.registerTool(
        name,
        {
          description: text,
          inputSchema: standardOf(input),
          outputSchema: standardOf(Type.Object({ result: output })),
          annotations,
        },
        (asked, { mcpReq }) => {
          // Newer clients introduce themselves with every call, older ones once.
          const { [CLIENT_INFO_META_KEY]: now } = fieldsOf(mcpReq.envelope);
          seat.meet(textOf(fieldsOf(now ?? server.server.getClientVersion())['name']));
          return answer(seat, name, () => run(seat, asked));
        },
      );
    },
  };
};

async function answer(
  seat: ToolSeat,
  name: string,
  run: () => Promise<unknown>,
): Promise<CallToolResult> {
  try {
    const result = await run();
    // Programs that read structured answers want an object; lists are wrapped like all others.
    return {
      content: [{ type: 'text', text: JSON.stringify(result) }],
      structuredContent: { result },
    };
  } catch (error) {
    return { isError: true, content: [{ type: 'text', text: seat.explain(name, error) }] };
  }
}

/** The schema as the kit wants it: to check arguments with, and to show to clients. */
export const standardOf = <Input extends TObject>(
  input: Input,
): StandardSchemaWithJSON<Static<Input>> => ({
  '~standard': {
    version: 1,
    vendor: 'perpetua',
    validate: (value) =>
      Check(input, value) ? { value } : { issues: [{ message: findFault(input, value) }] },
    jsonSchema: { input: () => jsonOf(input), output: () => jsonOf(input) },
  },
});

const jsonOf = (schema: TObject) => Object.fromEntries(Object.entries(schema));

/** The first thing that is wrong with arguments, and what is allowed. */
export function findFault(input: TObject, value: unknown): string {
  const known = Object.keys(input.properties);
  const allowed = `the arguments are ${known.join(', ') || 'none'}`;
  const sent = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  const unknown = sent.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const hint = didYouMean(unknown, known, (meant) => meant);
    return /account|user|key|secret|passphrase/i.test(unknown)
      ? `${unknown} is not an argument: this server acts for its own account only; ${allowed}`
      : `${unknown} is not an argument${hint}; ${allowed}`;
  }
  const missing = [...(input.required ?? [])].find((name) => !sent.includes(name));
  if (missing !== undefined) return `${missing} is missing; ${allowed}`;
  const [first] = Errors(input, value);
  const name = first?.instancePath.split('/')[1] ?? '';
  const schema = input.properties[name];
  if (schema !== undefined && 'enum' in schema && Array.isArray(schema.enum))
    return `${name} must be one of ${schema.enum.join(', ')}`;
  return `${name} ${first?.message ?? 'is not allowed'}: ${describe(schema)}`;
}

const describe = (schema: object | undefined): string =>
  schema !== undefined && 'description' in schema ? String(schema.description) : '';

/** No tool takes arguments that it does not know: a misspelt one would be lost in silence. */
export const argumentsOf = <Fields extends Record<string, object>>(fields: Fields) =>
  Type.Object(fields, { additionalProperties: false });
