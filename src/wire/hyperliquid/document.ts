/** The Hyperliquid dialect as the published documents describe it. */
import { type DialectDocument, proofPart } from '../document.ts';
import { record, text } from '../record-field.ts';
import { PREFIX } from './endpoint.ts';
import { documentedErrors } from './errors.ts';
import { SOCKETS_DOCUMENT } from './sockets/document.ts';

export const HYPERLIQUID_DOCUMENT: DialectDocument = {
  introduction:
    `Every call is a POST with a JSON body to \`${PREFIX}/info\` or \`${PREFIX}/exchange\`. ` +
    'The member `type`, or `action.type`, says which of these endpoints is meant; each has a ' +
    'path of its own too. Reads need no signature: who knows an address may read its account. ' +
    'Actions are signed with a private key; who signed is who acts.',
  groups: [
    { name: 'Hyperliquid info', description: 'Reads.' },
    { name: 'Hyperliquid exchange', description: 'Signed actions.' },
  ],
  groupOf: (path) =>
    path.startsWith(`${PREFIX}/info`) ? 'Hyperliquid info' : 'Hyperliquid exchange',
  errorName: 'HyperliquidError',
  errorSchema: record({
    status: text('Always err', 'err'),
    response: text('What went wrong', 'Invalid nonce: duplicate nonce'),
  }),
  errors: documentedErrors(),
  proof: {
    signature: proofPart(
      'signature',
      'Member of the body: r, s and v over the action, its nonce, the vault and the expiry.',
      'query',
    ),
  },
  sockets: SOCKETS_DOCUMENT,
};
