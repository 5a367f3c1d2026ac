/** Clients of the streams. */
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
    event: async (e, isIt = () => true) =>
      bare(await client.heard((frame) => bare(frame).e === e && isIt(bare(frame)))),
  };
}
