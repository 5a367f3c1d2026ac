/** Which endpoints show the book is found by looking at all of them, in every dialect. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DIALECTS } from '../../src/gateway/dialects.ts';
import { ALICE, BTC, type Sent } from '../gateway-v2/rest-kit.ts';
import { openV3Kit, type V3Kit } from '../gateway-v3/v3-kit.ts';

let kit: V3Kit;
beforeAll(async () => {
  kit = await openV3Kit();
});
afterAll(() => kit.close());

/** All that anybody may ask, with the examples of the documents. */
const paths = (): string[] => {
  const contract = kit.venue.read.listing.find(BTC)!;
  return DIALECTS.flatMap(({ endpoints, symbolOf }) =>
    endpoints
      .filter(({ permission }) => permission === null)
      .map(({ method, path, request: { properties, required } }) => {
        const query = Object.entries(properties)
          .filter(([name]) => name === 'symbol' || required?.includes(name))
          .map(([name, property]) => {
            const examples: unknown = Reflect.get(property, 'examples');
            const example = Array.isArray(examples) ? examples[0] : '';
            return `${name}=${/symbol|pair|coin/.test(name) ? symbolOf(contract) : example}`;
          });
        return `${path}?${method === 'GET' ? query.join('&') : `POST&${query.join('&')}`}`;
      }),
  );
};

/** What is no GET has its fields in a body. */
function sentTo(path: string, headers: Record<string, string>): Sent {
  const [bare = '', query = ''] = path.split('?POST&');
  if (!path.includes('?POST&')) return { method: 'GET', path, headers };
  const body = JSON.stringify(Object.fromEntries(new URLSearchParams(query)));
  return { method: 'POST', path: bare, body, headers };
}

const look = async (headers: Record<string, string> = {}) => {
  const seen = new Map<string, { readonly text: string; readonly fault: unknown }>();
  for (const path of paths()) {
    const { text, headers: told } = await kit.send(sentTo(path, headers));
    seen.set(path, { text, fault: Reflect.get(told, 'x-perpetua-fault') });
  }
  return seen;
};

const quote = (price: string) => kit.quote(BTC, 'sell', '0.0100', price);

test('[FAULT-12] books and tickers stand still in every dialect', async () => {
  const headers = { 'ACCESS-KEY': kit.issued.get(ALICE)?.key.key ?? '' };
  const before = await look();
  await quote('90000.1');
  const after = await look();
  const isOfBook = (path: string): boolean =>
    before.get(path)?.text !== after.get(path)?.text ||
    /depth|ticker|\/metaAndAsset|allMids|l2Book|predictedFundings/i.test(path);
  const books = [...before.keys()].filter(isOfBook);
  const showsNone = DIALECTS.filter(
    ({ prefixes }) => !books.some((path) => prefixes.some((each) => path.startsWith(each))),
  );
  expect(showsNone.map(({ name }) => `${name}: no endpoint shows a book or a ticker`)).toEqual([]);
  expect(books.length).toBeGreaterThan(11);

  await kit.faults.begin({ kind: 'stale-book', account: ALICE });
  const first = await look(headers);
  await quote('90000.0');
  kit.memory.clock.advance(1_000);
  const second = await look(headers);
  for (const [path, { text, fault }] of second) {
    expect([path, fault]).toEqual([path, isOfBook(path) ? 'stale-book' : undefined]);
    if (isOfBook(path)) expect(text).toBe(first.get(path)?.text);
  }
});
