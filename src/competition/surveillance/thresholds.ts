/** The threshold of each test, with its reason. A test that flags too often is ignored. */
import { millis } from '../../domain/units.ts';

/** Pairs: value traded with each other, relative to the smaller turnover; and times chance. */
export const PAIR_SHARE_PPM = 50_000n;
export const PAIR_CHANCE_FACTOR = 3n;
/** If both do more than this part of all their trading with each other, chance is irrelevant. */
export const PAIR_MUTUAL_PPM = 500_000n;
/** Fewer fills than this may be an accident. */
export const PAIR_FILLS_MIN = 10;
/** Value given away: relative to the start, or to the other's gain, above a minimum. */
export const TRANSFER_START_PPM = 10_000n;
export const TRANSFER_PNL_PPM = 300_000n;
export const TRANSFER_LEAST_PPM = 2_000n;
/**
 * Makers earn a little from everyone: it counts if prices are far off, or if both trade mostly with
 * each other.
 */
export const TRANSFER_OFF_PPM = 1_000n;
export const TRANSFER_MUTUAL_PPM = 250_000n;
/** Positions that move against each other, and after each other. */
export const MIRROR_CORRELATION_PPM = -800_000n;
export const COPY_CORRELATION_PPM = 900_000n;
export const COPY_LAG = millis(2_000);
export const EVENTS_MIN = 10;
/**
 * An entrant that moves all the time is followed by everyone: this part of the leader's changes.
 */
export const COPY_COVERAGE_PPM = 200_000;
/** Orders that were stopped from trading with their own team. */
export const SELF_TRADES_MAX = 20;
/** Orders placed for each fill, once there are enough of them. */
export const ORDERS_PER_FILL_MAX = 200;
export const ORDERS_MIN = 1_000;
/** A large order canceled this soon after a fill of its owner on the other side. */
export const SPOOF_WITHIN = millis(500);
export const SPOOF_SIZE_FACTOR = 5;
export const SPOOFS_MAX = 10;
/** A jump of the index in one step, and the gain from being first after it. */
export const JUMP_PPM = 300;
export const JUMP_WITHIN = millis(1_000);
export const JUMP_GAIN_PPM = 600_000n;
export const JUMP_FILLS_MIN = 10;
/**
 * Taking a contract this soon after another one's index jumped, while its own has not followed; and
 * what part of all gains came of those that then did.
 */
export const AHEAD_WITHIN = millis(2_000);
export const AHEAD_GAIN_PPM = 300_000n;
/** Taken this far beyond the mark: the price moves. What it brings elsewhere, it brings soon. */
export const MOVE_OFF_PPM = 500;
export const MOVE_WITHIN = millis(60_000);
export const MOVE_NET_PPM = 5_000n;
/**
 * What occasions earned, squared, against the sum of their squares: by luck it is so many times as
 * much for one in three thousand at most, and never on fewer occasions. Occasions at which nothing
 * is at stake cannot lower it.
 */
export const LUCK_FACTOR = 16n;
/** Value given away to the market in the last minutes, in the direction of the own position. */
export const PUSH_WITHIN = millis(300_000);
export const PUSH_COST_PPM = 10_000n;

/** Bounds of memory: pairs in each table, changes of each entrant, fills kept as evidence. */
export const TABLE_MAX = 4_096;
export const CHANGES_KEPT = 64;
export const RECENT_MAX = 32;
export const EVIDENCE_KEPT = 5;
export const MARK_OUTS_MAX = 10_000;
export const STAKES_MAX = 64;
