/** The endpoints about an account: what it has, how it is set, and how that is changed. */
import type { HeldPosition } from '../../venue/read-account.ts';
import { parseAutoAppend } from '../../wire/auto-append.ts';
import { isWireError } from '../../wire/errors.ts';
import type { Fields } from '../../wire/read-request.ts';
import type { PositionRecord } from '../../wire/v2/account-records.ts';
import type { EndpointId } from '../../wire/v2/endpoints.ts';
import {
  accountRecord,
  assetRecord,
  doneRecord,
  settingsRecord,
} from '../../wire/v2/format-account.ts';
import { positionRecord } from '../../wire/v2/format-position.ts';
import {
  parseAdjustMargin,
  parseCoinIdQuery,
  parseCoinQuery,
  parseHoldModel,
  parseLeverage,
} from '../../wire/v2/parse-account.ts';
import { parseContractQuery, parseContractsQuery } from '../../wire/v2/parse-market-query.ts';
import { changed } from '../acts/change.ts';
import type { Answer, Handler, PrivateCall } from '../call.ts';
import { bills } from './read-bills.ts';

export type AccountEndpointId = Extract<EndpointId, `account${string}`>;

function account({ venue, account: id }: PrivateCall): Answer {
  const { terms, wallet, collateral, liquidating, totals } = venue.read.account.get(id);
  return accountRecord({
    terms,
    notes: venue.read.account.notes(id),
    wallet,
    collateral,
    liquidating,
    totals,
    settings: venue.read.listing
      .contracts()
      .map((contract) => venue.read.account.settings(id, contract.id)),
    isolated: venue.read.account.positions(id).flatMap(({ position, marginMode }) => {
      const { isolatedMargin: margin, openedAt, updatedAt } = position;
      if (marginMode === 'cross') return [];
      return { position: position.id, margin, openedAt, updatedAt };
    }),
  });
}

/** There is one coin, so the account of a coin is the account. */
const accountOf =
  (parse: (fields: Fields) => object): Handler<PrivateCall> =>
  (call) => {
    const query = parse(call.fields);
    return isWireError(query) ? query : account(call);
  };

const assets: Handler<PrivateCall> = ({ venue, account: id }) => [
  assetRecord(venue.read.account.money(id)),
];

const settings: Handler<PrivateCall> = ({ venue, account: id, findContract, fields }) => {
  const query = parseContractsQuery(findContract, fields);
  if (isWireError(query)) return query;
  const contracts = query.contract === null ? venue.read.listing.contracts() : [query.contract];
  return settingsRecord(contracts.map((contract) => venue.read.account.settings(id, contract.id)));
};

const position = (call: PrivateCall, held: HeldPosition): PositionRecord =>
  positionRecord({ ...held, account: call.account });

const allPosition: Handler<PrivateCall> = (call) =>
  call.venue.read.account.positions(call.account).map((held) => position(call, held));

const singlePosition: Handler<PrivateCall> = (call) => {
  const query = parseContractQuery(call.findContract, call.fields);
  if (isWireError(query)) return query;
  return call.venue.read.account
    .positions(call.account)
    .filter(({ contract }) => contract === query.contract)
    .map((held) => position(call, held));
};

export const ACCOUNT_HANDLERS: Readonly<Record<AccountEndpointId, Handler<PrivateCall>>> = {
  accountGetAccounts: account,
  accountAccounts: account,
  accountGetAccount: accountOf(parseCoinQuery),
  accountAccount: accountOf(parseCoinIdQuery),
  accountAssets: assets,
  accountBills: bills,
  accountSettings: settings,
  accountLeverage: changed(parseLeverage, doneRecord),
  accountAdjustMargin: changed(parseAdjustMargin, doneRecord),
  accountAutoAppend: changed(parseAutoAppend, doneRecord),
  accountAllPosition: allPosition,
  accountSinglePosition: singlePosition,
  accountHoldModel: changed(parseHoldModel, doneRecord),
};
