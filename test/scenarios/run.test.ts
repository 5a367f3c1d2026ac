import { describe, expect, test } from 'vitest';
import { money } from '../../src/domain/units.ts';
import { findDivergence, findImbalance } from './audit.ts';
import { parseScenario } from './parse.ts';
import { runText } from './run.ts';
import { accountNamed, createStage, submit } from './stage.ts';

const ONE = money(1n);

const OPENING = [
  'contract  cmt_btcusdt example',
  'alice     deposits 1000',
  'maker     deposits 100000',
  'index     90000',
];

/** Runs the opening and these lines, the first of which is line 5. */
const running =
  (...lines: readonly string[]) =>
  (): void =>
    runText('story.txt', [...OPENING, ...lines].join('\n'));

describe('a scenario fails', () => {
  test('with its file, line, text, what was expected and what was found', () => {
    const story = running(
      'maker     opens short 0.1 @ 90000',
      'alice     opens long 0.1 @ 90000   -> filled 0.1 @ 90001',
    );
    expect(story).toThrow(/^story\.txt:6\n {2}alice {5}opens long 0\.1 @ 90000 {3}-> filled/);
    expect(story).toThrow('expected: filled 0.1 @ 90001');
    expect(story).toThrow('found:    alice filled 0.1000 @ 90000.0 with maker fee 5.40000000');
  });

  test.each([
    ['a detail differs', 'alice opens long 0.1 @ 89000 -> rests frozen 450'],
    ['a detail does not exist', 'alice opens long 0.1 @ 89000 -> rests colour 450'],
    ['it happened to somebody else', 'alice opens long 0.1 @ 89000 -> maker rests'],
    ['nothing happened', 'alice sets leverage 20 -> rests'],
    ['less happened', 'alice opens long 0.1 @ 89000 -> rests; filled'],
    ['more happened', 'alice opens long 0.1 @ 90000 ioc ->'],
    ['something loud is not mentioned', 'alice opens long 0.1 @ 90000 ioc'],
    ['a command is refused', 'alice opens long 5 @ 90000'],
    ['a refusal has another reason', 'alice opens long 5 @ 90000 -> rejected price-invalid'],
    [
      'a refusal has another limit',
      'alice opens long 5 @ 90000 -> rejected margin-insufficient limit 1',
    ],
    ['the wire refuses', 'alice opens long 0.00001 @ 90000'],
    ['a wallet differs', 'alice wallet 1000.00000001'],
    ['a later look differs', 'alice wallet 1000 frozen 1'],
    ['a position is missing', 'alice position long 0.1'],
    ['the book is empty', 'book\n | 90000 ask 0.1'],
    ['a book is not drawn', 'book'],
    ['a price differs', 'mark 90000.1'],
  ])('where %s', (_, line) => {
    expect(running(line)).toThrow('story.txt:5\n');
  });

  test('where a drawn book lacks a level, a queue has another order, or a row is wrong', () => {
    const quotes = ['alice opens long 0.01 @ 89000', 'maker opens long 0.02 @ 89000'];
    expect(running(...quotes, 'book', '| 89000 bid 0.01 alice 0.02 maker')).not.toThrow();
    expect(running(...quotes, 'book', '| 89000 bid 0.03')).not.toThrow();
    expect(running(...quotes, 'book', '| 89000 bid 0.02 maker 0.01 alice')).toThrow('story.txt:7');
    expect(running(...quotes, 'book', '| 89000 bid 0.01')).toThrow(
      '89000 bid 0.01 alice 0.02 maker',
    );
    expect(running(...quotes, 'book empty')).toThrow('story.txt:7');
  });

  test('where a repeated line fails once', () => {
    expect(running('times 3 alice opens long 0.1 @ 90000 -> rests')).toThrow('margin-insufficient');
  });

  test('where a line of a batch, or what the batch sets off, is not as told', () => {
    const start = ['batch {', 'alice opens long 0.1 @ 90000'];
    expect(running(...start, 'alice cancels "x"', '}')).toThrow('story.txt:7');
    expect(running(...start, '} -> alice liquidated')).toThrow('story.txt:7');
    expect(running(...start)).toThrow('the batch has no end');
  });
});

describe('a scenario is refused', () => {
  test.each([
    ['an unknown verb', 'alice dreams of profit', 'nobody can "dreams" here'],
    ['an unknown option', 'alice opens long 0.1 @ 90000 soon', 'soon is not'],
    ['words left over', 'index 90000 please', 'not understood: please'],
    ['words left over after a look', 'last 0 please', 'not understood: please'],
    ['a missing price', 'alice opens long 0.1 @', 'a price is missing'],
    ['an arrow behind a look', 'mark 90000 -> rests', 'a line that looks has no arrow'],
    ['rows below a command', 'index 90000\n| 90000 bid 1', 'only a book is drawn in rows'],
    ['an unknown contract', 'index 3000 on cmt_ethusdt', 'no contract cmt_ethusdt is listed'],
  ])('for %s', (_, line, message) => {
    expect(running(line)).toThrow(message);
  });

  test('where an expectation stands before any line', () => {
    expect(() => parseScenario('story.txt', '-> rests')).toThrow('story.txt:1');
  });
});

describe('the audit', () => {
  const stageWithDeposit = () => {
    const stage = createStage();
    submit(stage, { kind: 'deposit', account: accountNamed(stage, 'insurance'), amount: ONE });
    return stage;
  };

  test('finds money that does not add up', () => {
    const stage = stageWithDeposit();
    expect(findImbalance(stage)).toBeUndefined();
    stage.deposited += 1n;
    expect(findImbalance(stage)).toContain('deposits are 2');
  });

  test('finds entries that lead elsewhere', () => {
    const stage = stageWithDeposit();
    expect(findDivergence(stage)).toBeUndefined();
    stage.entries.pop();
    expect(findDivergence(stage)).toBe('replay leads to another state');
  });
});
