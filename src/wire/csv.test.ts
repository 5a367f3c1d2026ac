import { expect, test } from 'vitest';
import { csvOf, readCsv } from './csv.ts';

test('[WEB-7] rows become lines under the names of their fields, quoted where needed', () => {
  const rows = [
    { symbol: 'cmt_btcusdt', size: '0.0001', note: 'a "b", c' },
    { symbol: 'cmt_ethusdt', size: '-1.5', note: '=1+1' },
  ];
  expect(csvOf(rows)).toBe(
    'symbol,size,note\r\ncmt_btcusdt,0.0001,"a ""b"", c"\r\n' + `cmt_ethusdt,-1.5,'=1+1\r\n`,
  );
  expect(csvOf([])).toBe('');
});

test('[WEB-7] no text is a formula to a spreadsheet, and it reads back as it was', () => {
  const texts = ['=1+1', '+1', '@a', '-a', "-1+cmd|' /C calc'!A1", '-1-1', '\r=1', 'a\rb', "'a"];
  for (const text of texts) {
    const written = csvOf([{ team: text, roi: '-0.5' }]);
    expect(written).toMatch(/^team,roi\r\n"?['a]/);
    expect(readCsv(written)).toEqual([
      ['team', 'roi'],
      [text, '-0.5'],
    ]);
  }
});
