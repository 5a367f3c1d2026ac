/** The terminal in its frame. */
import { Shell } from '../shell/shell.tsx';
import { Terminal } from './terminal.tsx';

export const TerminalPage = () => (
  <Shell>
    <Terminal />
  </Shell>
);
