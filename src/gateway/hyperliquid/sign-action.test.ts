import { expect, test } from 'vitest';
import { isJsonObject, type JsonObject, readJson } from '../../wire/json.ts';
import { hashAction, type Signature, signersOf, typedSigner } from './sign-action.ts';

/** The private key 0x0123…0123 of the tests of the official library. */
const SIGNER = '0x14791697260e4c9a71f18484c9f997b308e59325';

function actionOf(text: string): JsonObject {
  const reading = readJson(text);
  if (!reading.ok || !isJsonObject(reading.value)) throw new Error(text);
  return reading.value;
}

const LIMIT = '"t":{"limit":{"tif":"Gtc"}}';
const orders = (more: string) =>
  '{"type":"order","orders":[{"a":1,"b":true,"p":"100","s":"100","r":false,' +
  `${more}}],"grouping":"na"}`;
const DUMMY = '{"type":"dummy","num":100000000000}';
const CLOID = `${LIMIT},"c":"0x00000000000000000000000000000001"`;
const STOP = '"t":{"trigger":{"isMarket":true,"triggerPx":"103","tpsl":"sl"}}';
const VAULT = '0x1719884eb866cb12b2287399b15f7db5e7d775ea';

interface Vector extends Partial<Omit<Signature, 'v'>> {
  readonly action: string;
  readonly nonce?: number;
  readonly vault?: string;
  readonly expiresAfter?: number;
  readonly r: string;
  readonly s: string;
  readonly v: number;
}

const VECTORS: readonly Vector[] = [
  {
    action: DUMMY,
    r: '0x53749d5b30552aeb2fca34b530185976545bb22d0b3ce6f62e31be961a59298',
    s: '0x755c40ba9bf05223521753995abb2f73ab3229be8ec921f350cb447e384d8ed8',
    v: 27,
  },
  {
    action: DUMMY,
    r: '0x542af61ef1f429707e3c76c5293c80d01f74ef853e34b76efffcb57e574f9510',
    s: '0x17b8b32f086e8cdede991f1e2c529f5dd5297cbe8128500e00cbaf766204a613',
    v: 28,
  },
  {
    action: orders(LIMIT),
    r: '0xd65369825a9df5d80099e513cce430311d7d26ddf477f5b3a33d2806b100d78e',
    s: '0x2b54116ff64054968aa237c20ca9ff68000f977c93289157748a3162b6ea940e',
    v: 28,
  },
  {
    action: orders(LIMIT),
    r: '0x82b2ba28e76b3d761093aaded1b1cdad4960b3af30212b343fb2e6cdfa4e3d54',
    s: '0x6b53878fc99d26047f4d7e8c90eb98955a109f44209163f52d8dc4278cbbd9f5',
    v: 27,
  },
  {
    action: orders(CLOID),
    r: '0x41ae18e8239a56cacbc5dad94d45d0b747e5da11ad564077fcac71277a946e3',
    s: '0x3c61f667e747404fe7eea8f90ab0e76cc12ce60270438b2058324681a00116da',
    v: 27,
  },
  {
    action: DUMMY,
    vault: VAULT,
    r: '0x3c548db75e479f8012acf3000ca3a6b05606bc2ec0c29c50c515066a326239',
    s: '0x4d402be7396ce74fbba3795769cda45aec00dc3125a984f2a9f23177b190da2c',
    v: 28,
  },
  {
    action: orders(STOP),
    r: '0x98343f2b5ae8e26bb2587daad3863bc70d8792b09af1841b6fdd530a2065a3f9',
    s: '0x6b5bb6bb0633b710aa22b721dd9dee6d083646a5f8e581a20b545be6c1feb405',
    v: 27,
  },
  {
    action: '{"type":"scheduleCancel"}',
    r: '0x6cdfb286702f5917e76cd9b3b8bf678fcc49aec194c02a73e6d4f16891195df9',
    s: '0x6557ac307fa05d25b8d61f21fb8a938e703b3d9bf575f6717ba21ec61261b2a0',
    v: 27,
  },
  {
    action: '{"type":"scheduleCancel","time":123456789}',
    r: '0x4e4f2dbd4107c69783e251b7e1057d9f2b9d11cee213441ccfa2be63516dc5bc',
    s: '0x706c656b23428c8ba356d68db207e11139ede1670481a9e01ae2dfcdb0e1a678',
    v: 27,
  },
  {
    action: '{"type":"cancel","cancels":[{"a":0,"o":4821}]}',
    nonce: 1_767_225_600_000,
    expiresAfter: 1_767_225_605_000,
    r: 'd823821fce5703d92f99e1470e0a98d6a7650110820e0a25d600abd32ec35342',
    s: '13ddf222349ebca61f53bca343f23ee7b043547f62d704bdde52efdb8070d66a',
    v: 28,
  },
];

const signersIn = ({ action, nonce = 0, vault, expiresAfter, r, s, v }: Vector): string[] => [
  ...signersOf({
    action: actionOf(action),
    nonce,
    vault: vault ?? null,
    expiresAfter: expiresAfter ?? null,
    signature: { r, s, v },
  }),
];

test.each(VECTORS)('[HL-3] the signer of $action is found', (vector) => {
  expect(signersIn(vector)).toContain(SIGNER);
  expect(signersIn({ ...vector, v: vector.v - 27 })).toContain(SIGNER);
  expect(signersIn({ ...vector, nonce: (vector.nonce ?? 0) + 1 })).not.toContain(SIGNER);
  expect(signersIn({ ...vector, vault: `0x${'1'.repeat(40)}` })).not.toContain(SIGNER);
});

test('[HL-3] members in another order and zeros at the end of decimals do not matter', () => {
  const odd =
    '{"grouping":"na","orders":[{"t":{"limit":{"tif":"Gtc"}},"r":false,"s":"100.0","p":"100.00",' +
    '"b":true,"a":1}],"type":"order"}';
  expect(signersIn({ ...VECTORS[2]!, action: odd })).toContain(SIGNER);
  const other = odd.replace('"100.00"', '"100.01"');
  expect(signersIn({ ...VECTORS[2]!, action: other })).not.toContain(SIGNER);
});

test('[HL-3] an action is packed as the official library packs it', () => {
  const action = actionOf(
    '{"type":"order","orders":[{"a":4,"b":true,"p":"1670.1","s":"0.0147","r":false,' +
      '"t":{"limit":{"tif":"Ioc"}}}],"grouping":"na"}',
  );
  const hashed = hashAction({ action, nonce: 1_677_777_606_040, vault: null, expiresAfter: null });
  expect(Buffer.from(hashed).toString('hex')).toBe(
    '0fcbeda5ae3c4950a548021552a4fea2226858c4453571bf3f24ba017eac2908',
  );
});

const transfer = (type: string) =>
  actionOf(
    `{"type":"${type}","signatureChainId":"0x66eee","hyperliquidChain":"Testnet","destination":` +
      '"0x5e9ee1089755c3435139848e47e6635505d5a13a","amount":"1","time":1687816341423}',
  );

test('[HL-3] actions that are signed field by field', () => {
  const sent = {
    r: '0x637b37dd731507cdd24f46532ca8ba6eec616952c56218baeff04144e4a77073',
    s: '0x11a6a24900e6e314136d2592e2f8d502cd89b7c15b198e1bee043c9589f9fad7',
    v: 27,
  };
  expect(typedSigner(transfer('usdSend'), sent)).toBe(SIGNER);
  expect(typedSigner(transfer('withdraw3'), sent)).not.toBe(SIGNER);
  const withdrawn = {
    r: '0x8363524c799e90ce9bc41022f7c39b4e9bdba786e5f9c72b20e43e1462c37cf9',
    s: '0x58b1411a775938b83e29182e8ef74975f9054c8e97ebf5ec2dc8d51bfc893881',
    v: 28,
  };
  expect(typedSigner(transfer('withdraw3'), withdrawn)).toBe(SIGNER);
  const agent = actionOf(
    '{"type":"approveAgent","signatureChainId":"0x66eee","hyperliquidChain":"Mainnet",' +
      '"agentAddress":"0x5e9ee1089755c3435139848e47e6635505d5a13a","agentName":"bot",' +
      '"nonce":1767225600000}',
  );
  const approved = {
    r: 'e15bd12e1965864098927b5c1a46a03cd8f8e4849a6885ff5fc563ce7bfc9c85',
    s: '21d5ef9eba58ea40fce3784857edf8446cc17e4b3ece1538d2fda284079b9f8e',
    v: 28,
  };
  expect(typedSigner(agent, approved)).toBe(SIGNER);
});

test('[HL-3] nonsense has no signer', () => {
  for (const [r, s, v] of [
    ['0x0', '0x0', 27],
    ['0x1', '0x1', 29],
    ['nothing', '0x1', 27],
    [`0x${'f'.repeat(64)}`, `0x${'f'.repeat(64)}`, 28],
    [`0x${'1'.repeat(66)}`, '0x1', 27],
  ] as const)
    expect(signersIn({ action: DUMMY, r, s, v })).toEqual([]);
  const chain = actionOf('{"type":"approveAgent","signatureChainId":"what"}');
  expect(typedSigner(chain, { r: '0x1', s: '0x1', v: 27 })).toBeUndefined();
});
