/** Version 3 on the same server as version 2: every answer is held against its schema. */
import { expect } from 'vitest';
import type { AccountId } from '../../src/domain/ids.ts';
import { ENDPOINTS, type EndpointId } from '../../src/gateway/v3/calls.ts';
import { expectSchema } from '../gateway-v2/kit-endpoints.ts';
import {
  ALICE,
  type Anything,
  type Fields,
  type KitSettings,
  openRestKit,
  type Received,
  type RestKit,
  type Sent,
  sentTo,
} from '../gateway-v2/rest-kit.ts';

export interface V3Kit extends RestKit {
  /** The endpoints of version 3 that have answered with success. */
  readonly answered: Set<EndpointId>;
  readonly call3: (id: EndpointId, fields?: Fields, account?: AccountId) => Promise<Received>;
  /** Must succeed, and have the shape that the endpoint promises. */
  readonly ok3: (id: EndpointId, fields?: Fields, account?: AccountId) => Promise<Anything>;
  /** Must fail with this code; answers with the message. */
  readonly fails3: (
    id: EndpointId,
    code: number,
    fields?: Fields,
    account?: AccountId,
  ) => Promise<string>;
}

export async function openV3Kit(settings: KitSettings = {}): Promise<V3Kit> {
  const kit = await openRestKit(settings);
  const answered = new Set<EndpointId>();
  const call3: V3Kit['call3'] = (id, fields = {}, account = ALICE) =>
    kit.sendSigned(sentFor3(id, fields), account);
  return {
    ...kit,
    answered,
    call3,
    ok3: async (id, fields, account) => {
      const { status, text, json } = await call3(id, fields, account);
      expect(status, `${id}: ${text}`).toBe(200);
      expectSchema(endpointOf(id).response, json, id);
      answered.add(id);
      return json;
    },
    fails3: async (id, code, fields, account) => {
      const { status, json } = await call3(id, fields, account);
      expect(status, JSON.stringify(json)).toBeGreaterThanOrEqual(400);
      expect(json.code, JSON.stringify(json)).toBe(code);
      return json.msg;
    },
  };
}

const endpointOf = (id: EndpointId) => ENDPOINTS.find((endpoint) => endpoint.id === id)!;

/** A batch stands in the body, everything else that is no POST in the query. */
export function sentFor3(id: EndpointId, fields: Fields): Sent {
  const endpoint = endpointOf(id);
  return sentTo(endpoint, fields, endpoint.method === 'POST' || endpoint.path.includes('batch'));
}
