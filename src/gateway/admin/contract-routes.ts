/** Contracts and the venue as a whole: status, halt, resume, index price. */
import { Type } from 'typebox';
import type { Contract } from '../../domain/contract.ts';
import { isWireError, wireError } from '../../wire/errors.ts';
import { decimalField } from '../../wire/field.ts';
import { findFineTicks, formatFineTicks, formatTicks } from '../../wire/quantity.ts';
import { readRequest } from '../../wire/read-request.ts';
import { carryOutUnsigned } from '../acts/carry-out.ts';
import type { PathNames } from '../router.ts';
import type { AdminParts, AdminRoute } from './admin-route.ts';

const NOTHING = Type.Object({});
const INDEX = Type.Object({ price: decimalField({ description: 'The new index price.' }) });

export const CONTRACT_ROUTES: readonly AdminRoute[] = [
  {
    method: 'GET',
    path: '/status',
    summary: 'How the venue is, and the prices of its contracts',
    request: NOTHING,
    respond: ({ venue }) => ({
      ...venue.health(),
      recovery: venue.recovery,
      now: venue.clock.venueNow(),
      contracts: venue.read.listing.list().map(({ contract, isHalted, index, mark }) => ({
        symbol: contract.symbol,
        halted: isHalted,
        indexPrice: formatFineTicks(contract, index),
        markPrice: formatTicks(contract, mark),
      })),
    }),
  },
  {
    method: 'POST',
    path: '/contracts/:symbol/halt',
    summary: 'Refuse new orders; cancels still work',
    request: NOTHING,
    respond: (parts, names) => change(parts, names, 'halt-contract'),
  },
  {
    method: 'POST',
    path: '/contracts/:symbol/resume',
    summary: 'Accept orders again',
    request: NOTHING,
    respond: (parts, names) => change(parts, names, 'resume-contract'),
  },
  {
    method: 'POST',
    path: '/contracts/:symbol/index',
    summary: 'Set the index price',
    request: INDEX,
    respond: async (parts, names, fields) => {
      const wanted = readRequest(INDEX, fields);
      if (isWireError(wanted)) return wanted;
      const contract = findNamed(parts, names);
      if (contract === undefined) return wireError('40020', { field: 'symbol' });
      const price = findFineTicks(contract, wanted.price);
      if (price === undefined || price === 0) return wireError('40020', { field: 'price' });
      const command = { kind: 'set-index-price', contract: contract.id, price } as const;
      const applied = await carryOutUnsigned(parts.venue, command);
      return isWireError(applied) ? applied : { symbol: contract.symbol, indexPrice: wanted.price };
    },
  },
];

async function change(
  parts: AdminParts,
  names: PathNames,
  kind: 'halt-contract' | 'resume-contract',
): Promise<object> {
  const contract = findNamed(parts, names);
  if (contract === undefined) return wireError('40020', { field: 'symbol' });
  const applied = await carryOutUnsigned(parts.venue, { kind, contract: contract.id });
  return isWireError(applied)
    ? applied
    : { symbol: contract.symbol, halted: kind === 'halt-contract' };
}

const findNamed = (
  { findContract }: AdminParts,
  { symbol = '' }: PathNames,
): Contract | undefined => findContract(symbol);
