/**
 * Looks, as an enemy would, for a second request with the same signed bytes and another meaning:
 * over every border between query and body, and over escapes of every character.
 */
import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { type TObject, Type } from 'typebox';
import { expect, test } from 'vitest';
import { AUTHORITY, KEY, NOW, SECRET } from '../../../test/binance/signed-form.ts';
import { ORDER_FORM } from '../../wire/binance/orders/order-form.ts';
import { ALGO_TARGET_FORM, TARGET_FORM } from '../../wire/binance/orders/order-words.ts';
import { AMEND_FORM } from '../../wire/binance/orders/place-order.ts';
import { readFormFields } from '../../wire/binance/read-form.ts';
import { isWireError } from '../../wire/errors.ts';
import { writeJson } from '../../wire/json.ts';
import { readRequest } from '../../wire/read-request.ts';
import { findAddress } from '../address.ts';
import { isAuthFailure } from '../authenticate.ts';
import { authenticateForm } from './authenticate-form.ts';

/** The forms of an order, without the contract: that one is listed is another question. */
const plain = (form: typeof ORDER_FORM | typeof AMEND_FORM | typeof TARGET_FORM) => {
  const { symbol: _, ...properties } = form.properties;
  return Type.Object(properties);
};
const FORMS: readonly TObject[] = [
  plain(ORDER_FORM),
  plain(AMEND_FORM),
  plain(TARGET_FORM),
  ALGO_TARGET_FORM,
];

interface Parts {
  readonly query: string;
  readonly body: string;
}

/** What the venue takes the request for under each form; nothing if it refuses it. */
async function meaningsOf({ query, body }: Parts, signature: string) {
  const signed = `${query}${query === '' ? '' : '&'}signature=${signature}`;
  const verified = await authenticateForm(
    { ...AUTHORITY, explains: false },
    {
      method: 'POST',
      target: { path: '/fapi/v1/order', query: signed },
      headers: { 'x-mbx-apikey': KEY.key },
      body: body === '' ? undefined : Buffer.from(body, 'latin1'),
      client: { address: findAddress('127.0.0.1')!, text: '127.0.0.1', group: '127.0.0.1' },
      now: NOW,
    },
    { permission: 'trade' },
  );
  if (isAuthFailure(verified)) return [];
  return FORMS.map((form) => {
    const fields = readFormFields({ method: 'POST', query: signed, body }, form);
    if (isWireError(fields)) return undefined;
    if (isWireError(readRequest(form, fields))) return undefined;
    const known = [...fields].filter(([name]) => name in form.properties).sort();
    return known.map(([name, value]) => `${name}: ${writeJson(value)}`).join('\n');
  });
}

/** Every place to cut a text in two, and each part for itself. */
const bordersOf = (text: string): Parts[] =>
  Array.from({ length: text.length + 1 }, (_, at) => ({
    query: text.slice(0, at),
    body: text.slice(at),
  }));

const escaped = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`;

/** Texts that may be verified by the signature of this one. */
function disguisesOf(text: string): string[] {
  const marks = [...text].flatMap((character, at) =>
    /[a-z0-9]/i.test(character) && at % 5 !== 0 ? [] : [at],
  );
  const one = marks.map((at) => text.slice(0, at) + escaped(text[at]!) + text.slice(at + 1));
  const all = ['&', '=', '%', '+', ' '].map((mark) => text.replaceAll(mark, escaped(mark)));
  const opened = decodeURIComponent(text.replace(/%(?![0-9a-f]{2})/gi, '%25'));
  return [...one, ...all, opened, text.replaceAll('%20', '+'), text.replaceAll('+', '%20')];
}

const NAMES = [
  ...['side', 'type', 'timeInForce', 'quantity', 'price', 'reduceOnly', 'newClientOrderId'],
  ...['origClientOrderId', 'orderId', 'algoId', 'clientAlgoId', 'modifyId', 'stopPrice'],
  ...['triggerPrice', 'newOrderRespType', 'strategy', 'recvWindow'],
];
const VALUES = [
  ...['BUY', 'LIMIT', 'GTC', '0.01', '80000', 'true', '', '5', 'x-1', 'price', 'x-orderId'],
  ...['a%26price%3D5', 'a=b', 'mprice=5', 'a+b', 'a%2Bb', '100%25', 'a%3Ab', 'x%20side'],
];

const part = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...NAMES), fc.constantFrom(...VALUES)), {
    selector: ([name]) => name,
    maxLength: 6,
  })
  .map((pairs) => pairs.map((pair) => pair.join('=')).join('&'));

/** A request as a client might sign it: its text as sent, or before it was escaped. */
const captured = fc.record({
  query: part,
  body: fc.oneof(fc.constant(''), part),
  stamp: fc.constantFrom('query', 'body'),
  isPlain: fc.boolean(),
});

const STAMP = `timestamp=${NOW}`;
const ended = (text: string): string => (text === '' ? STAMP : `${text}&${STAMP}`);

test('[BNC-80] no other request is verified by the same signature', { timeout: 120_000 }, () =>
  fc.assert(
    fc.asyncProperty(captured, async ({ query, body, stamp, isPlain }) => {
      const sent =
        (stamp === 'query' ? ended(query) : query) + (stamp === 'body' ? ended(body) : body);
      const text = isPlain ? decodeURIComponent(sent.replaceAll('+', ' ')) : sent;
      const signature = createHmac('sha256', SECRET).update(text, 'latin1').digest('hex');
      const variants = [
        ...bordersOf(text),
        ...bordersOf(sent),
        ...disguisesOf(text).flatMap((each) => {
          const borders = bordersOf(each);
          return [borders.at(-1)!, borders[0]!, borders[query.length]!, borders[each.length >> 1]!];
        }),
      ];
      const found = FORMS.map(() => new Map<string, Parts>());
      for (const parts of variants)
        for (const [at, meaning] of (await meaningsOf(parts, signature)).entries())
          if (meaning !== undefined && !found[at]!.has(meaning)) found[at]!.set(meaning, parts);
      for (const meanings of found) expect([...meanings].slice(1), text).toEqual([]);
    }),
    { numRuns: 60, seed: 7 },
  ),
);
