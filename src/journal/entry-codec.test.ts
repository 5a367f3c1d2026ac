import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  anyCommand,
  batchCommand,
  commandOf,
  PLAIN_KINDS,
  plainCommand,
} from '../../test/journal/any-command.ts';
import { COMMANDS, type Command } from '../domain/command.ts';
import { accountId, contractId } from '../domain/ids.ts';
import { ORDER_OPTIONS } from '../domain/order.ts';
import { DUTIES } from '../domain/replica-command.ts';
import type { RequestIdentity } from '../domain/request-identity.ts';
import { innerShape, LOTS, optional, recordOf, type Shape, wordOf } from '../domain/shape.ts';
import { lots, millis, ticks } from '../domain/units.ts';
import { createReader, createWriter } from './bytes.ts';
import {
  createCodec,
  decodeEntry,
  type EntryContent,
  encodeEntry,
  plainCode,
} from './entry-codec.ts';
import { NotDecodable, NotStorable } from './journal-error.ts';
import { BATCH_CODE, STORED_KINDS, type StoredKind } from './stored-kinds.ts';

const KIND_CODES = Object.fromEntries(
  Object.entries(STORED_KINDS).map(([kind, { code }]) => [kind, code]),
);

const encode = (command: Command) => encodeWhole({ command });

function encodeWhole(entry: EntryContent) {
  const writer = createWriter(1);
  const code = encodeEntry(writer, entry);
  return { code, bytes: writer.bytes.slice(0, writer.at) };
}

const decodeWhole = (bytes: Uint8Array, code: number) => decodeEntry(createReader(bytes), code);
const decode = (bytes: Uint8Array, code: number) => decodeWhole(bytes, code).command;

const ORDER = {
  kind: 'place-order',
  account: accountId(1_001),
  contract: contractId(0),
  positionSide: 'short',
  effect: 'close',
  size: lots(100),
  price: ticks(907_553),
  timeInForce: 'ioc',
  clientOrderId: null,
  takeProfit: null,
  stopLoss: null,
  marginMode: 'isolated',
} as const satisfies Command;
const request: RequestIdentity = {
  words: [1, -2, 2 ** 31 - 1, -(2 ** 31)],
  receivedAt: millis(1_767_571_200_000),
};

describe('every kind of command', () => {
  test.each(PLAIN_KINDS)('[JRN-2] a %s reads back as it was given, seed 3', (kind) => {
    const property = fc.property(commandOf(kind), (command) => {
      const { code, bytes } = encode(command);
      expect(decode(bytes, code)).toStrictEqual(command);
    });
    fc.assert(property, { seed: 3, numRuns: 200 });
  });

  test('[JRN-2] a batch reads back as it was given, seed 4', () => {
    const property = fc.property(batchCommand, (command) => {
      const { code, bytes } = encode(command);
      expect(decode(bytes, code)).toStrictEqual(command);
    });
    fc.assert(property, { seed: 4, numRuns: 300 });
  });

  test('[JRN-2] an ordinary order takes few bytes', () => {
    expect(encode(ORDER).bytes.length).toBeLessThanOrEqual(11);
  });
});

describe('the time until which a command takes effect', () => {
  const until = millis(1_767_571_205_000);
  const takenAt = millis(1_767_571_205_001);

  test('[JRN-32] is stored with the time at which it got its place, and reads back', () => {
    const asked: readonly EntryContent[] = [
      { command: ORDER, until, takenAt },
      { command: ORDER, request, until, takenAt },
      // On its way to a log elsewhere.
      { command: ORDER, request, until },
      { command: ORDER, request, mandate: { duty: 'market', term: 4 }, until, takenAt },
    ];
    for (const entry of asked) {
      const { code, bytes } = encodeWhole(entry);
      expect(decodeWhole(bytes, code)).toStrictEqual(entry);
      expect(plainCode(code)).toBe(STORED_KINDS['place-order'].code);
      expect(() => decodeWhole(bytes.subarray(0, 6), code)).toThrow(NotDecodable);
    }
  });

  test('[JRN-32] has a code that versions without it do not know', () => {
    const { code } = encodeWhole({ command: ORDER, until, takenAt });
    expect(code).toBe(STORED_KINDS['place-order'].code + 0x2000);
  });
});

describe('the signed request behind a command', () => {
  test('[JRN-30] is stored with it and reads back, seed 8', () => {
    const word = fc.integer();
    const words = fc.tuple(word, word, word, word);
    const property = fc.property(anyCommand, words, fc.maxSafeNat(), (command, given, at) => {
      const entry = { command, request: { words: given, receivedAt: millis(at) } };
      const { code, bytes } = encodeWhole(entry);
      expect(decodeWhole(bytes, code)).toStrictEqual(entry);
      expect(() => decodeWhole(bytes.subarray(0, 16), code)).toThrow(NotDecodable);
    });
    fc.assert(property, { seed: 8, numRuns: 300 });
  });

  test('[JRN-34] so is its nonce, under another bit, seed 9', () => {
    const signer = fc.bigInt(0n, 2n ** 64n - 1n).map((bits) => bits.toString(16).padStart(16, '0'));
    const property = fc.property(anyCommand, signer, fc.maxSafeNat(), (command, by, value) => {
      const entry = { command, request: { ...request, nonce: { signer: by, value } } };
      const { code, bytes } = encodeWhole(entry);
      expect(code & 0x8800).toBe(0x8800);
      expect(decodeWhole(bytes, code)).toStrictEqual(entry);
      expect(() => decodeWhole(bytes.subarray(0, 24), code)).toThrow(NotDecodable);
    });
    fc.assert(property, { seed: 9, numRuns: 100 });
  });

  test('[JRN-30] a command without one has the bytes it always had', () => {
    const { code, bytes } = encode(ORDER);
    expect([code, Buffer.from(bytes).toString('hex')]).toEqual([3, '1f11d20f00c801c2e46e']);
    expect(decodeWhole(bytes, code)).toStrictEqual({ command: ORDER });
  });

  test('[JRN-30] takes two dozen bytes more, and another code', () => {
    const plain = encode(ORDER);
    const signed = encodeWhole({ command: ORDER, request });
    expect(signed.code).toBe(plain.code + 0x8000);
    expect(signed.bytes.length - plain.bytes.length).toBeLessThanOrEqual(24);
  });
});

test('[CLU-6] the term under which a command is sent is stored with it and reads back', () => {
  const duty = fc.constantFrom(...DUTIES);
  const property = fc.property(anyCommand, duty, fc.maxSafeNat(), (command, given, term) => {
    const plain = { command, mandate: { duty: given, term } };
    for (const entry of [plain, { ...plain, request }]) {
      const { code, bytes } = encodeWhole(entry);
      expect(code & 0x4000).toBe(0x4000);
      expect(decodeWhole(bytes, code)).toStrictEqual(entry);
    }
  });
  fc.assert(property, { seed: 9, numRuns: 100 });
});

describe('words that are stored by their place', () => {
  const { 'place-order': plain } = COMMANDS;
  const wordsOf = (shape: Shape): readonly string[] => {
    const inner = innerShape(shape);
    return inner.form === 'word' ? inner.words : [];
  };

  test('[JRN-31] a list that has outgrown its bits stops the program as it starts', () => {
    const timeInForce = wordOf(...plain.timeInForce.words, 'day');
    const tables = { ...COMMANDS, 'place-order': { ...plain, timeInForce } };
    expect(() => createCodec(tables)).toThrow(
      '2 bits have no room for: normal,post-only,fok,ioc,day',
    );
    const stored: Record<string, StoredKind> = {
      ...STORED_KINDS,
      'cancel-all-orders': {
        code: 6,
        layout: { bytes: [{ scope: [8, 1], contract: 6 }], values: ['account', 'contract'] },
      },
    };
    expect(() => createCodec(COMMANDS, stored)).toThrow('no room');
  });

  test('[JRN-31] each word has its own bits, and they stay as they are', () => {
    const stored = (changes: object): string =>
      Buffer.from(encode({ ...ORDER, ...changes } as Command).bytes).toString('hex', 0, 1);
    const first = { positionSide: 'long', effect: 'open', timeInForce: 'normal' } as const;
    const base = { ...first, marginMode: 'cross' } as const;
    const bytesOf = (name: keyof typeof plain) =>
      wordsOf(plain[name]).map((word) => stored({ ...base, [name]: word }));
    expect(bytesOf('positionSide')).toEqual(['00', '01']);
    expect(bytesOf('effect')).toEqual(['00', '02']);
    expect(bytesOf('timeInForce')).toEqual(['00', '04', '08', '0c']);
    expect(bytesOf('marginMode')).toEqual(['00', '10']);
  });

  test('[JRN-31] so has each word of the options', () => {
    const stored = (options: object): string => {
      const bytes = Buffer.from(encode({ ...ORDER, options } as Command).bytes);
      return bytes.toString('hex', encode(ORDER).bytes.length);
    };
    const bytesOf = (name: keyof typeof ORDER_OPTIONS) =>
      wordsOf(ORDER_OPTIONS[name]).map((word) => stored({ [name]: word }));
    expect(bytesOf('positionMode')).toEqual(['0001', '0101']);
    expect(bytesOf('selfTrade')).toEqual(['0002', '0202', '0402']);
    expect(bytesOf('clientIds')).toEqual(['0010']);
    const { of } = ORDER_OPTIONS.priceMatch.of.fields;
    const matches = of.words.map((each) => stored({ priceMatch: { of: each, level: 5 } }));
    expect(matches).toEqual(['00040a', '10040a']);
    expect(stored({ expiresAt: 63 })).toBe('00087e');
    expect(stored({})).toBe('0000');
  });
});

describe('a field that only the table of its kind has', () => {
  const unheardOf = optional(LOTS, 3);
  const table = {
    ...COMMANDS['place-order'],
    note: optional(wordOf('loud', 'quiet'), 3),
    options: optional(recordOf({ ...ORDER_OPTIONS, unheardOf }), 2),
  };
  const codec = createCodec({ ...COMMANDS, 'place-order': table });
  const write = (command: Command) => {
    const writer = createWriter(1);
    const code = codec.write(writer, command);
    return { code, bytes: writer.bytes.slice(0, writer.at) };
  };

  test('[JRN-33] is drawn, stored and read back, alone and in a batch, seed 9', () => {
    let drawn = 0;
    const property = fc.property(fc.array(commandOf('place-order', table)), (commands) => {
      drawn += commands.filter((each) => JSON.stringify(each).includes('"unheardOf"')).length;
      for (const command of [...commands, { kind: 'batch', commands } as const]) {
        const { code, bytes } = write(command);
        expect(codec.read(createReader(bytes), code)).toStrictEqual(command);
      }
    });
    fc.assert(property, { seed: 9, numRuns: 100 });
    expect(drawn).toBeGreaterThan(100);
  });

  test('[JRN-33] leaves commands without it as they were', () => {
    const property = fc.property(commandOf('place-order'), (command) => {
      expect(write(command)).toEqual(encode(command));
    });
    fc.assert(property, { seed: 10, numRuns: 200 });
  });

  test('[JRN-33] is refused by a version that does not know it', () => {
    const { code, bytes } = write({ ...ORDER, options: { unheardOf: 5 } } as Command);
    expect(code).toBe(9 + 0x1000);
    expect(() => decode(bytes, code)).toThrow('a newer version wrote options.unheardOf');
  });

  test('[JRN-33] of the layouts’ own forms stops the program if no layout has it', () => {
    const lost = { ...COMMANDS['place-order'], unheardOf: LOTS };
    expect(() => createCodec({ ...COMMANDS, 'place-order': lost })).toThrow(
      'place-order stores no: unheardOf',
    );
  });
});

describe('what cannot be stored', () => {
  test.each([Number.NaN, Number.POSITIVE_INFINITY, -0])(
    '[JRN-2] JSON would change %s, so it is refused',
    (value) => {
      const command = { kind: 'halt-contract', contract: contractId(value) } as const;
      expect(() => encode(command)).toThrow(NotStorable);
    },
  );

  test('[JRN-2] a word that is not in the list is refused', () => {
    const scope = 'all' as 'working';
    const command = { kind: 'cancel-all-orders', account: accountId(1), contract: null, scope };
    expect(() => encode(command as Command)).toThrow('"all" is not one of working, untriggered');
  });
});

describe('what cannot be decoded', () => {
  test('[JRN-3] codes stand for the same kinds for ever', () => {
    expect(
      Object.entries(KIND_CODES)
        .map(([kind, code]) => `${code} ${kind}`)
        .sort(),
    ).toEqual(
      [
        '1 advance-clock',
        '2 set-index-price',
        '3 place-order',
        '4 cancel-order',
        '5 amend-order',
        '6 cancel-all-orders',
        '32 list-contract',
        '33 halt-contract',
        '34 resume-contract',
        '35 open-account',
        '36 set-account-terms',
        '37 set-account-status',
        '38 deposit',
        '39 withdraw',
        '40 reset-account',
        '41 set-leverage',
        '42 set-margin-mode',
        '43 adjust-isolated-margin',
        '44 set-auto-top-up',
        '45 place-trigger',
        '46 amend-trigger',
        '47 close-positions',
        '64 record-note',
        '48 open-season',
        '49 change-season-rules',
        '50 enrol-team',
        '51 leave-season',
        '52 reset-season',
        '53 start-season',
        '54 end-season',
        '55 close-season',
        '56 sanction-account',
        '8 market-beat',
        '12 play-tape',
        '60 set-countdown',
        '57 set-position-mode',
        '11 begin-batch',
        '61 take-duty',
        '62 mark-state',
        '65 set-latency',
      ].sort(),
    );
    expect(BATCH_CODE).toBe(7);
    const extended = Object.entries(STORED_KINDS).flatMap(([kind, stored]) =>
      'extended' in stored ? [[kind, stored.extended.code]] : [],
    );
    expect(Object.fromEntries(extended)).toEqual({
      'place-order': 9,
      'amend-order': 10,
      'open-account': 58,
      'place-trigger': 59,
    });
  });

  test('[JRN-3] an unknown code says that a newer version wrote it', () => {
    expect(() => decode(new Uint8Array([0]), 31)).toThrow(/code 31 is not known.*newer/);
  });

  test('[JRN-3] a payload of another kind is refused', () => {
    const { bytes } = encode({ kind: 'halt-contract', contract: contractId(1) });
    const code = STORED_KINDS['resume-contract'].code;
    expect(() => decode(bytes, code)).toThrow('not the resume-contract it should be');
  });

  test('[JRN-3] bytes cut off or left over are refused, seed 5', () => {
    const property = fc.property(plainCommand, fc.nat(1_000), (command, place) => {
      const { code, bytes } = encode(command);
      expect(() => decode(new Uint8Array([...bytes, 0]), code)).toThrow(NotDecodable);
      if (bytes.length === 0) return;
      const short = bytes.subarray(0, place % bytes.length);
      expect(() => decode(short, code)).toThrow(NotDecodable);
    });
    fc.assert(property, { seed: 5, numRuns: 300 });
  });

  test('[JRN-3] noise is decoded or refused, and never more than it holds is read, seed 6', () => {
    const code = fc.constantFrom(BATCH_CODE, ...Object.values(KIND_CODES));
    const property = fc.property(fc.uint8Array({ maxLength: 60 }), code, (noise, kind) => {
      try {
        decode(noise, kind);
      } catch (error) {
        expect(error).toBeInstanceOf(NotDecodable);
      }
    });
    fc.assert(property, { seed: 6, numRuns: 3_000 });
  });
});
