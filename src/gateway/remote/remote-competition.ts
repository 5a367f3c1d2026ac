/**
 * The competition at a gateway: boards and curves come from its own entries, while registrations
 * are with the process that has the registry. That process also wants to know of calls that
 * succeeded, as long as teams qualify, and of the addresses that entrants call from.
 */
import type { AccountId } from '../../domain/ids.ts';
import { type Millis, millis } from '../../domain/units.ts';
import type { FactsLink } from '../../facts/socket-facts.ts';
import type { Venue } from '../../venue/venue.ts';
import { both, wireError } from '../../wire/errors.ts';
import { isJsonObject, readJson, writeJson } from '../../wire/json.ts';
import { NO_FIELDS } from '../../wire/read-request.ts';
import type { AddressWatch, Competition } from '../competition/competition.ts';
import {
  REGISTRY_ENDPOINTS,
  registryAnswers,
  watchedAnswers,
} from '../competition/serve-competition.ts';
import { findNamedKey, KEY_HEADERS } from '../dialects.ts';
import type { Edge, WitnessedCall } from '../edge.ts';
import type { Gateway } from '../gateway.ts';
import type { PathNames } from '../router.ts';
import { TOPICS } from './owner.ts';

interface AskedCall {
  readonly endpoint: string;
  /** JSON, as the caller wrote it. */
  readonly fields: string;
  readonly names: PathNames;
  readonly authorization: string | undefined;
  readonly now: number;
  readonly client: WitnessedCall['client']['text'];
  readonly group: string;
}

/** An answer, or how many seconds the sender has to wait before it asks again. */
type Told = { readonly answer: object | string } | { readonly wait: number };

interface Witnessed extends Pick<WitnessedCall, 'endpoint' | 'now' | 'target' | 'method'> {
  readonly client: string;
  readonly group: string;
  readonly named: string | undefined;
  readonly body: string;
  readonly account: AccountId | undefined;
}

export function serveRemoteCompetition(
  { routePublic, edge }: Pick<Gateway, 'routePublic' | 'edge'>,
  venue: Venue,
  owner: FactsLink,
): void {
  for (const { endpoint, respond: handler } of watchedAnswers({ venue }))
    routePublic({ endpoint, handler, isOfCompetition: true });
  for (const endpoint of REGISTRY_ENDPOINTS)
    routePublic({
      endpoint,
      isOfCompetition: true,
      handler: async ({ fields, names, headers, now, client: { text: client, group } }) => {
        const asked: AskedCall = {
          endpoint: endpoint.id,
          fields: writeJson(fields),
          names,
          authorization: headers.authorization,
          now,
          client,
          group,
        };
        const told: Told = await owner.ask(TOPICS.competition, asked);
        if ('answer' in told) return told.answer;
        return wireError('429', { detail: both(`try again in ${told.wait} s`) });
      },
    });
  edge.witnesses.push(createWitness(venue, owner));
}

/** Tells of calls that may show that a team qualifies, and of each new address of an entrant. */
function createWitness({ read }: Venue, owner: FactsLink): Edge['witnesses'][number] {
  const lastSeen = new Map<AccountId, string>();
  return (call, body, account) => {
    const season = read.season.current();
    if (season === null) return;
    const { client, endpoint, now, target, method, headers } = call;
    const isNew = account !== undefined && lastSeen.get(account) !== client.text;
    if (season.phase !== 'enrolling' && !isNew) return;
    if (account !== undefined) lastSeen.set(account, client.text);
    const witnessed: Witnessed = {
      endpoint,
      now,
      target,
      method,
      account,
      group: client.group,
      client: client.text,
      named: findNamedKey(headers),
      body: body.slice(0, BODY_LENGTH_MAX),
    };
    owner.tell(TOPICS.witness, witnessed);
  };
}

/** The id of an order stands near the beginning. */
const BODY_LENGTH_MAX = 500;

/** For the process with the registry. */
export function serveCompetitionAnswers(
  competition: Competition & { readonly addresses: AddressWatch },
  edge: Pick<Edge, 'witnesses' | 'venue'>,
) {
  const answers = new Map(registryAnswers(competition).map((each) => [each.endpoint.id, each]));
  const answer = async (asked: AskedCall): Promise<Told> => {
    const known = answers.get(asked.endpoint);
    if (known === undefined) return { answer: wireError('404') };
    const client = { text: asked.client, group: asked.group, address: NOWHERE };
    const sender = { client, startedAt: edge.venue.clock.monotonicNow() };
    const wait = (await known.wait?.(sender)) ?? 0;
    if (wait > 0) return { wait };
    const read = readJson(asked.fields);
    const fields = read.ok && isJsonObject(read.value) ? read.value : NO_FIELDS;
    const { names, authorization } = asked;
    const headers = authorization === undefined ? {} : { authorization };
    const now: Millis = millis(asked.now);
    return { answer: await known.respond({ fields, names, headers, now }) };
  };
  const witness = (seen: Witnessed): void => {
    const headers =
      seen.named === undefined
        ? {}
        : Object.fromEntries([...KEY_HEADERS].map((name) => [name, seen.named]));
    const client = { text: seen.client, group: seen.group, address: NOWHERE };
    for (const each of edge.witnesses) each({ ...seen, headers, client }, seen.body, seen.account);
  };
  return { [TOPICS.competition]: answer, [TOPICS.witness]: witness };
}

/** Neither waiting nor witnessing looks at more than the text and the group. */
const NOWHERE = { family: 4, bits: 0n } as const;
