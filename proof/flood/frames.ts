/** The bytes that a WebSocket client sends: handshakes and masked frames. */
const KEY = 'dGhlIHNhbXBsZSBub25jZQ==';
const OPCODES = { text: 1, ping: 9, continuation: 0 } as const;
const FINAL = 0x80;
const MASKED = 0x80;

export const handshake = (path: string): Buffer =>
  Buffer.from(
    `GET ${path} HTTP/1.1\r\nhost: localhost\r\nupgrade: websocket\r\nconnection: Upgrade\r\n` +
      `sec-websocket-version: 13\r\nsec-websocket-key: ${KEY}\r\n\r\n`,
  );

/** A mask of zeros leaves the payload as it is. */
export function clientFrame(
  kind: keyof typeof OPCODES,
  text: string,
  { isFinal = true }: { readonly isFinal?: boolean } = {},
): Buffer {
  const payload = Buffer.from(text);
  const first = (isFinal ? FINAL : 0) | OPCODES[kind];
  const head =
    payload.length < 126
      ? Buffer.from([first, MASKED | payload.length])
      : Buffer.from([first, MASKED | 126, payload.length >> 8, payload.length & 0xff]);
  return Buffer.concat([head, Buffer.alloc(4), payload]);
}
