/** The entry point of the organiser's console. */
import { render } from 'preact';
import { ConsolePage } from './console-page.tsx';

const root = document.getElementById('page');
if (root !== null) render(<ConsolePage />, root);
