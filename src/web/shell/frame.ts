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
  const draws = [...waiting];
  waiting.clear();
  batch(() => {
    for (const draw of draws) draw();
  });
}
