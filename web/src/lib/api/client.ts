import { Bourse, type BourseError } from '@bourse/client';
import { fetchOnce } from './acts';

type Told = { onEnd: (reason: BourseError) => void };

/** Who is told when the session has ended; lib/api/session fills it in, which needs the client itself. */
export const told: Told = { onEnd: () => {} };

/**
 * The one client of the page. The refresh token is in a cookie that no script can read, the access token in the memory
 * of the client: nothing of a session is ever in a storage.
 */
export const api = new Bourse({ session: 'cookie', fetch: fetchOnce, onSessionEnd: (reason) => told.onEnd(reason) });

/** A client without a session, for what everybody may read: it asks no cookie for one. */
export const nobody = new Bourse();
