/** Routes whose answers are candles. Candles that are over are written once. */
import type { Contract } from '../domain/contract.ts';
import type { Millis } from '../domain/units.ts';
import type { CandleRange, CandleSeries } from '../venue/read.ts';
import type { OpenEndpoint } from '../wire/endpoint.ts';
import { isWireError } from '../wire/errors.ts';
import type { Answer, Call } from './call.ts';
import type { PublicRoute } from './route.ts';
import { type Known, visitorOf } from './serve.ts';

interface CandlesAsked {
  readonly contract: Contract;
  readonly price: CandleSeries['price'];
  readonly interval: CandleRange['interval'];
}

interface CandleStyle {
  /** Endpoints that write candles in the same way share their texts. */
  readonly name: string;
  readonly isNewestFirst?: true;
}

/** The act returns candles oldest first. */
export function serveCandles<
  Asked extends CandlesAsked,
  Row extends { readonly openAt: Millis },
  Id extends string,
>(
  endpoint: OpenEndpoint<Asked, readonly Row[], Id>,
  act: (call: Call, asked: NoInfer<Asked>) => readonly NoInfer<Row>[],
  { name, isNewestFirst }: CandleStyle,
): Known<PublicRoute, Id> {
  const { read, format } = endpoint;
  const handler = (call: Call): Answer => {
    const visitor = visitorOf(call);
    const asked = read(visitor, call.fields);
    if (isWireError(asked)) return asked;
    const { contract, price, interval } = asked;
    const texts = call.shared.candleTexts.textsOf(
      `${name} ${contract.id} ${price} ${interval}`,
      act(call, asked),
      call.venue.read.market.candlesOverBefore(interval),
      // A list of one, without its brackets.
      (row) => JSON.stringify(format([row], asked, visitor)).slice(1, -1),
    );
    return `[${(isNewestFirst === true ? texts.reverse() : texts).join(',')}]`;
  };
  return { endpoint, handler };
}
