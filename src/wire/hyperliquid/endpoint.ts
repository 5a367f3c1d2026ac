/** Where the endpoints of the Hyperliquid dialect are: two doors, behind each of them many. */
import { Type } from 'typebox';
import type { Contract } from '../../domain/contract.ts';
import type { RateWindow, SharedPath } from '../dialect.ts';
import { endpointsUnder } from '../endpoint.ts';
import { contractField, ifSent, jsonField, textField } from '../field.ts';
import { isJsonObject, type Json } from '../json.ts';
import type { Fields } from '../read-request.ts';
import { listedSymbol, symbolOf } from '../symbol.ts';
import { COIN_NAME } from '../words.ts';

export const PREFIX = '/hl';
const INFO = `${PREFIX}/info`;
const EXCHANGE = `${PREFIX}/exchange`;

const SECOND = 1_000;

/** As at the exchange; what an account may do there grows with what it trades. */
export const RATE_WINDOWS: readonly RateWindow[] = [
  { counts: 'weight', millis: 60 * SECOND, limit: 1_200, header: 'X-Perpetua-Used-Weight-1M' },
  { counts: 'orders', millis: 10 * SECOND, limit: 300, header: 'X-Perpetua-Used-Orders-10S' },
];

/** Reads. `info.openPost` are of the market, `info.keyPost` of an address. */
export const info = endpointsUnder(INFO);
/** Signed actions. */
export const exchange = endpointsUnder(EXCHANGE);

const NAME = /^[A-Za-z0-9]{1,40}$/;

const pathUnder = (path: string, name: Json | undefined): string | undefined =>
  typeof name === 'string' && NAME.test(name) ? `${path}/${name}` : undefined;

export const infoPath = (fields: Fields): string | undefined => pathUnder(INFO, fields.get('type'));

export const actionPath = (fields: Fields): string | undefined =>
  pathUnder(EXCHANGE, actionOf(fields)?.get('type'));

export function actionOf(fields: Fields): Fields | undefined {
  const action = fields.get('action');
  return isJsonObject(action) ? action : undefined;
}

export const SHARED_PATHS: readonly SharedPath[] = [
  { path: INFO, pathOf: infoPath },
  { path: EXCHANGE, pathOf: actionPath },
];

/** `BTC` is listed as `cmt_btcusdt`. */
export const coinOf = (contract: Contract): string =>
  symbolOf(contract).slice(0, -COIN_NAME.length);

export const listedCoin = (coin: string): string => listedSymbol(`${coin}${COIN_NAME}`);

export const coinField = () => contractField('The coin, for example `BTC`.', 'BTC');

export const ADDRESS = /^(?:0x)?[0-9a-fA-F]{40}$/;

/** An address in the one spelling in which the venue keeps it. */
export const spelt = (address: string): string => `0x${address.toLowerCase().replace(/^0x/, '')}`;

/** The caller’s own id of an order. */
export const CLOID = /^0x[0-9a-fA-F]{32}$/;

export const addressField = (description = 'The address of the account.') =>
  textField(description, {
    examples: ['0x14791697260e4c9a71f18484c9f997b308e59325'],
    lengthMax: 42,
    characters: { pattern: ADDRESS, words: '0x and 40 hexadecimal digits' },
  });

/** Other exchanges under the same roof; there are none here. */
export const dexField = () =>
  ifSent(textField('Empty: there is one exchange.', { examples: [''], lengthMax: 20 }));

/** What every read of an account has. */
export const USER_FORM = Type.Object({ user: addressField(), dex: dexField() });

/** What every action has; the door and the check of the signature read the rest. */
export const ACTION_FORM = Type.Object({ action: jsonField('The action, as it was signed.') });
