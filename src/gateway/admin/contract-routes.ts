/** Contracts and the venue as a whole: status, halt, resume, index price. */
import type { Contract } from '../../domain/contract.ts';
import { isWireError, wireError } from '../../wire/errors.ts';
import { decimalField } from '../../wire/field.ts';
import { findFineTicks, formatFineTicks, formatTicks } from '../../wire/quantity.ts';
import { carryOutUnsigned } from '../acts/carry-out.ts';
import type { PathNames } from '../router.ts';
import { type AdminParts, type AdminRoute, venueRoutes } from './admin-route.ts';

const INDEX = { price: decimalField('The new index price.') };

const { get, post } = venueRoutes;

export const CONTRACT_ROUTES: readonly AdminRoute[] = [
  get('/status', 'How the venue is, and the prices of its contracts', {}, ({ venue }) => ({
    ...venue.health(),
    recovery: venue.recovery,
    now: venue.clock.venueNow(),
    contracts: venue.read.listing.list().map(({ contract, isHalted, index, mark }) => ({
      symbol: contract.symbol,
      halted: isHalted,
      indexPrice: formatFineTicks(contract, index),
      markPrice: formatTicks(contract, mark),
    })),
  })),
  post(
    '/contracts/:symbol/halt',
    'Refuse new orders; cancels still work',
    {},
    (parts, _sent, { names }) => change(parts, names, 'halt-contract'),
  ),
  post('/contracts/:symbol/resume', 'Accept orders again', {}, (parts, _sent, { names }) =>
    change(parts, names, 'resume-contract'),
  ),
  post(
    '/contracts/:symbol/index',
    'Set the index price',
    INDEX,
    async (parts, { price: text }, { names }) => {
      const contract = findNamed(parts, names);
      if (contract === undefined) return wireError('40020', { field: 'symbol' });
      const price = findFineTicks(contract, text);
      if (price === undefined || price === 0) return wireError('40020', { field: 'price' });
      const command = { kind: 'set-index-price', contract: contract.id, price } as const;
      const applied = await carryOutUnsigned(parts.venue, command);
      return isWireError(applied) ? applied : { symbol: contract.symbol, indexPrice: text };
    },
  ),
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
