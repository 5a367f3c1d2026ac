/**
 * One drawing pass per animation frame. Changes between two frames mark what must be drawn; the
 * next frame draws all of it together, each thing once.
 */
import { batch } from '@preact/signals';

const waiting = new Set<() => void>();
let isAsked = false;

export function drawSoon(draw: () => void): void {
  waiting.add(draw);
  if (isAsked) return;
  isAsked = true;
  requestAnimationFrame(run);
}

function run(): void {
  isAsked = false;
  drawAll(waiting);
}

function drawAll(marked: Set<() => void>): void {
  const draws = [...marked];
  marked.clear();
  batch(() => {
    for (const draw of draws) draw();
  });
}

/** A market at sixty times its speed changes with every frame; nobody reads more than this. */
const MARKET_EVERY_MILLIS = 150;
const market = new Set<() => void>();
let marketDrawnAt = Number.NEGATIVE_INFINITY;

/**
 * For what the market does: at once after a pause, and then a few times a second. It is drawn
 * before a frame and not in it, so that the chart, which waits for a frame itself, needs no second.
 */
export function drawMarketSoon(draw: () => void): void {
  if (market.size === 0) {
    const left = marketDrawnAt + MARKET_EVERY_MILLIS - performance.now();
    setTimeout(drawMarket, Math.max(0, left));
  }
  market.add(draw);
}

function drawMarket(): void {
  marketDrawnAt = performance.now();
  drawAll(market);
}
