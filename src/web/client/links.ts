/** The public socket of this page, opened once. */
import { LiveSocket } from './live-socket.ts';

export const publicLink = new LiveSocket({ path: '/v2/ws/public' });
