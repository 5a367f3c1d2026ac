/** The attestation of the last reset, to be read, copied and kept. */
import { signal } from '@preact/signals';
import { formatMoment } from '../arena/figures.ts';
import { CopyButton } from '../parts/credentials-list.tsx';
import { Facts } from '../parts/facts.tsx';
import { amount, withCommas } from '../parts/numbers.ts';
import { Sheet } from '../parts/panel.tsx';
import { tell } from './console-words.ts';

export interface AttestationRecord {
  readonly text: string;
  readonly isSound: boolean;
  readonly season: number;
  readonly accounts: number;
  readonly wallet: string;
  readonly collateral: string;
  readonly deposits: string;
  readonly seq: number;
  readonly at: number;
  readonly stateHash: string;
}

/** Of this tab. */
export const attestation = signal<AttestationRecord | undefined>(undefined);

export function AttestationSheet({ of }: { of: AttestationRecord }) {
  const rows = [
    [tell('collateral'), withCommas(of.collateral)],
    [tell('deposits'), withCommas(of.deposits)],
    [tell('entry'), `${withCommas(String(of.seq))} · ${formatMoment(of.at)}`],
    [tell('stateHash'), of.stateHash],
  ] as const;
  return (
    <Sheet title={tell('attestation')} class={`attestation ${of.isSound ? 'well' : 'ill'}`}>
      <p class="figure">
        <strong>{tell('attested', { count: of.accounts, wallet: amount(of.wallet) })}</strong>
      </p>
      <p class={of.isSound ? 'up' : 'down'}>{tell(of.isSound ? 'sound' : 'notSound')}</p>
      <Facts look="facts" rows={rows} />
      <CopyButton text={JSON.stringify(of, null, 2)} label={tell('attestation')} />
    </Sheet>
  );
}
