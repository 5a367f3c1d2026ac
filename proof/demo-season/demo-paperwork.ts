/**
 * What teams and the organiser do over HTTP before the start: register, approve, collect
 * credentials, qualify.
 */

import { createCallVenue } from '../../src/cli/qualify/signed-client.ts';
import { walk } from '../../src/cli/qualify/walk.ts';
import { type AccountId, accountId } from '../../src/domain/ids.ts';
import { type AskAdmin, createAskAdmin } from '../../src/gateway/admin/admin-client.ts';
import type { DemoTeam, Temper } from './demo-teams.ts';
import type { DemoVenue } from './demo-venue.ts';

export interface Applicant {
  readonly name: string;
  readonly temper: Temper;
}

/** An organiser; any refusal is a fault of the demo. */
export function createOrganiser({ admin }: DemoVenue) {
  const ask: AskAdmin = createAskAdmin(admin, 'demo');
  return async (method: 'GET' | 'POST', path: string, body?: object): Promise<Fields> => {
    const answer = await ask(method, `/competition${path}`, body);
    if (answer.isRefused) throw new Error(`${path}: ${answer.message}`);
    return fieldsOf(answer.body);
  };
}

export type Organiser = ReturnType<typeof createOrganiser>;
type Fields = ReadonlyMap<string, unknown>;

const fieldsOf = (body: unknown): Fields => new Map(Object.entries(Object(body)));

/** Every team comes from an address of its own. */
const addressOf = (place: number): string => `10.1.${place >> 8}.${place & 255}`;

export async function enlist(
  demo: DemoVenue,
  organiser: Organiser,
  applicant: Applicant,
  place: number,
): Promise<DemoTeam> {
  const address = addressOf(place);
  const from = { 'x-forwarded-for': address };
  const post = (path: string, body: object, headers: object = {}): Promise<Fields> =>
    send(`${demo.baseUrl}/competition${path}`, body, { ...from, ...headers });
  const registered = await post('/registrations', {
    team: applicant.name,
    members: [`${applicant.name} captain`, `${applicant.name} coder`],
    contact: `${applicant.name.replaceAll(' ', '.')}@example.org`,
    addresses: [address],
    strategy: `to be ${applicant.temper}`,
  });
  const id = String(registered.get('registrationId'));
  await organiser('POST', `/registrations/${id}/approve`, {});
  const authorization = `Bearer ${registered.get('claimToken')}`;
  const issued = await post(`/registrations/${id}/credentials`, {}, { authorization });
  const account: AccountId = accountId(Number(issued.get('account')));
  if (applicant.temper !== 'idle') await qualify(demo, issued, address);
  return { ...applicant, account };
}

async function qualify({ baseUrl }: DemoVenue, issued: Fields, address: string): Promise<void> {
  const access = {
    apiKey: String(issued.get('apiKey')),
    secretKey: String(issued.get('secretKey')),
    passphrase: String(issued.get('passphrase')),
  };
  const call = createCallVenue(baseUrl, access, undefined, { 'x-forwarded-for': address });
  const results = await walk({ call, now: Date.now, pause: async () => undefined });
  const failed = results.find(({ passed }) => !passed);
  if (failed !== undefined) throw new Error(`${failed.step}: ${failed.words}`);
}

async function send(url: string, body: object, headers: object): Promise<Fields> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const fields = fieldsOf(await response.json());
  if (!response.ok) throw new Error(`${url}: ${fields.get('msg')}`);
  return fields;
}
