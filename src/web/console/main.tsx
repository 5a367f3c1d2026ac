/** Where the organiser's console begins. */
import { render } from 'preact';
import { ConsolePage } from './console-page.tsx';

const root = document.getElementById('page');
if (root !== null) render(<ConsolePage />, root);
