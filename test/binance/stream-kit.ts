/** Clients of the streams. Every event that a test asks for is held to its schema. */
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { expect } from 'vitest';
import * as events from '../../src/wire/binance/sockets/event-records.ts';
import {
  type Anything,
  type Client,
  openSocketKit,
  type SocketKit,
} from '../sockets/socket-kit.ts';

export interface StreamClient extends Client {
  /** Sends a frame and waits for its answer. */
  readonly call: (method: string, params?: unknown) => Promise<Anything>;
  /** The events so far, without what wraps them. */
  readonly events: (e: string) => Anything[];
  /** The first event of this kind that is it. */
  readonly event: (e: string, isIt?: (event: Anything) => boolean) => Promise<Anything>;
}

export interface StreamKit extends SocketKit {
  readonly open: (path?: string) => Promise<StreamClient>;
}

export async function openStreamKit(
  settings: Parameters<typeof openSocketKit>[0] = {},
): Promise<StreamKit> {
  const kit = await openSocketKit(settings);
  return { ...kit, open: async (path = '/ws') => streamClient(await kit.connect(path)) };
}

/** The schemas by the name of their event. */
const SCHEMAS = new Map<string, TSchema>(
  Object.values(events).map((schema) => {
    const { e } = schema.properties as Readonly<Record<string, Anything>>;
    return [e.enum?.[0] ?? e.const ?? e.anyOf?.[0]?.const, schema];
  }),
);

export function expectShape(event: Anything): void {
  const schema = SCHEMAS.get(event.e)!;
  const faults = [...Value.Errors(schema, event)];
  const told = faults.map(({ instancePath, message }) => `${instancePath} ${message}`);
  expect(told, JSON.stringify(event)).toEqual([]);
}

const bare = (frame: Anything): Anything => (frame.stream === undefined ? frame : frame.data);

export function streamClient(client: Client): StreamClient {
  let id = 0;
  return {
    ...client,
    call: (method, params) => {
      id += 1;
      const mine = id;
      client.say({ method, params, id: mine });
      return client.heard((frame) => frame.id === mine);
    },
    events: (e) => client.frames.map(bare).filter((event) => event.e === e),
    event: async (e, isIt = () => true) => {
      const frame = await client.heard((each) => bare(each).e === e && isIt(bare(each)));
      expectShape(bare(frame));
      return bare(frame);
    },
  };
}
