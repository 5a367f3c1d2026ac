import { expect, test } from 'vitest';
import { leverageMarks, leverageOfPlace, placeMax, sliderPlace } from './leverage-scale.ts';

test('[WEB-73] every leverage of a contract has a place of its own on the slider', () => {
  for (const most of [1, 7, 50, 125, 400]) {
    const marks = leverageMarks(1, most);
    expect(marks.at(-1)).toBe(most);
    expect(sliderPlace(marks, most)).toBe(placeMax(marks));
    for (let leverage = 1; leverage <= most; leverage += 1)
      expect(leverageOfPlace(marks, sliderPlace(marks, leverage))).toBe(leverage);
  }
});
