/** The endpoints that tests of version 2 call, and the shapes that they promise. */
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { expect } from 'vitest';
import {
  ENDPOINTS,
  type EndpointId,
  EXTENSION_ENDPOINTS,
  type EXTENSIONS,
} from '../../src/gateway/v2/calls.ts';

/** Of version 2, or one that this venue adds to it. */
export type KitEndpointId = EndpointId | (typeof EXTENSIONS)[number]['endpoint']['id'];

const ALL_ENDPOINTS = [...ENDPOINTS, ...EXTENSION_ENDPOINTS];

export const endpointOf = (id: KitEndpointId) =>
  ALL_ENDPOINTS.find((endpoint) => endpoint.id === id)!;

export const expectShape = (id: KitEndpointId, json: unknown): void =>
  expectSchema(endpointOf(id).response, json, id);

/** Of any dialect; the name is told where something is wrong. */
export function expectSchema(schema: TSchema, json: unknown, name: string): void {
  const errors = Value.Errors(schema, json);
  const told = errors.map(({ instancePath, message }) => `${instancePath} ${message}`);
  expect(told, `${name}: ${JSON.stringify(json)?.slice(0, 400)}`).toEqual([]);
}
