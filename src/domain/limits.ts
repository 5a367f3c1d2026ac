/** The engine's limits, each with its reason. Overload is a reject, never a growing queue. */
import { type Money, millis, money, toBigInt } from './units.ts';

/** Bots expect a cap of 200 resting orders; more on one contract is a runaway loop. */
export const ORDERS_PER_DESK_MAX = 200;
/** Waiting triggers cost nothing, but all of them can fire at once. */
export const TRIGGERS_PER_DESK_MAX = 50;
/** A stop that trails the price by more than a fifth protects nothing. */
export const CALLBACK_MAX = 200;
/** A countdown guards a connection, not a holiday. */
export const COUNTDOWN_MAX = millis(24 * 3_600_000);
/** Of one leg. Slower lines than this are broken ones, and a request lives for twelve seconds. */
export const LATENCY_MAX = millis(5_000);
/** How long one delay may hold. */
export const LATENCY_HOLD_MAX = millis(3_600_000);
/** As many as a distribution needs to be told from another. */
export const LATENCY_DELAYS_MAX = 256;
/** A house account re-quotes a ladder on both sides, and noise makers share one account. */
export const HOUSE_ORDERS_PER_DESK_MAX = 5_000;
/** The wire allows 20 orders; the house re-quotes eight contracts in one atomic batch. */
export const BATCH_COMMANDS_MAX = 5_000;
/** The wire's longest client order id. */
export const CLIENT_ORDER_ID_LENGTH_MAX = 40;
/** A client order id answers for at least this long after the order was placed… */
export const CLIENT_ORDER_ID_LIFE = millis(24 * 3_600_000);
/** …and at least this long after the order became final. */
export const CLIENT_ORDER_ID_GRACE = millis(10 * 60_000);
/**
 * A signed request may be sent again from half a minute before its timestamp until half a minute
 * after it; it is remembered a little longer than that.
 */
export const REQUEST_LIFE = millis(65_000);

/** A nonce lies at most this far behind and ahead of the wall clock that came with it. */
export const NONCE_BEHIND_MAX = millis(2 * 86_400_000);
export const NONCE_AHEAD_MAX = millis(86_400_000);
/** The highest of each signer are remembered; one below all of them is refused. */
export const NONCES_KEPT_MAX = 100;
/** Beyond this many signers, those whose numbers are all too old are forgotten. */
export const SIGNERS_KEPT = 1_000;
/** The most that one step of the clock counts, so that a jump forward forgets no request. */
export const REQUEST_STEP_MAX = millis(5_000);
/**
 * A command that somebody waits for gets its place in the log this soon after it came, or never
 * takes effect. A caller is told after ten seconds that nothing is known; and every copy of a
 * signed request must come while the first one is remembered.
 */
export const COMMAND_LIFE = millis(12_000);
/** About fifty bytes each. Beyond it the gateway refuses requests rather than forget one. */
export const REQUESTS_REMEMBERED_MAX = 1_000_000;
/** A note is a few words on what was done, not a document. */
export const NOTE_ACTOR_LENGTH_MAX = 64;
export const NOTE_TOPIC_LENGTH_MAX = 32;
export const NOTE_TEXT_LENGTH_MAX = 500;
/** How many triggers one command may fire; the rest fire with the next entry. */
export const TRIGGERS_FIRED_MAX = 10_000;
/** Staged reductions of one account before it is closed outright. */
export const REDUCTION_ROUNDS_MAX = 10;
/** Money fits a signed 64-bit field everywhere it may be stored. */
export const MONEY_MAX: Money = money(2n ** 63n - 1n);
/** The largest deposit, about 92 million USDT: a thousand of them still fit into Money. */
export const DEPOSIT_MAX: Money = money(toBigInt(MONEY_MAX) / 1_000n);
/** The highest price, in ticks, that a book indexes. */
export const PRICE_TICKS_MAX = 2 ** 27 - 1;
/** The largest single order, in lots: sizes on the book are 32-bit. */
export const ORDER_LOTS_MAX = 2 ** 31 - 1;
/** Identifiers stay exact as JSON numbers. */
export const ID_MAX = Number.MAX_SAFE_INTEGER;

/**
 * An index older than this is stale: no opening, no liquidation, no triggers, no funding samples.
 */
export const INDEX_STALE_AFTER = millis(30_000);
/** One basis sample a second, averaged over a minute. */
export const BASIS_SAMPLES = 60;
export const SECOND = millis(1_000);
/** A premium sample every five seconds. */
export const FUNDING_SAMPLE_EVERY = millis(5_000);
export const DAY = millis(86_400_000);
export const EIGHT_HOURS = millis(8 * 3_600_000);

/** New accounts start here on every contract, or at their cap where that is lower. */
export const LEVERAGE_DEFAULT = 20;

/** Names of seasons and teams appear in headings and file names. */
export const SEASON_NAME_LENGTH_MAX = 60;
export const TEAM_NAME_LENGTH_MAX = 40;
/** A year: beyond it a season is a mistyped date. */
export const SEASON_LENGTH_MAX = millis(366 * 86_400_000);
/** The public leaderboard lags or stands still for a week at most. */
export const LEADERBOARD_WAIT_MAX = millis(7 * 86_400_000);
/** One command resets every entrant: with more, the venue would stand still for seconds. */
export const ENTRANTS_MAX = 5_000;
/** The reason of a sanction, its actor and the hash of its evidence are published. */
export const SANCTION_TEXT_LENGTH_MAX = 500;

/** A batch of a replica: about a millisecond of a log, and far below what any of them stores. */
export const LOG_BATCH_COMMANDS_MAX = 1_000;
export const LOG_BATCH_BYTES_MAX = 256 * 1_024;
/** A first batch that was sent earlier has been on its way for too long to be believed. */
export const INCARNATION_SKEW_MAX = millis(60_000);
/** A replica writes twice a second, so one that was silent for an hour is gone. */
export const INCARNATION_LIFE = millis(3_600_000);
/** The holder of a duty beats twice a second. After this long without a beat another may ask. */
export const DUTY_SILENCE_MAX = millis(2_000);
/** The most that one batch adds to a silence: time that nobody could write in is no silence. */
export const SILENCE_STEP_MAX = millis(500);
