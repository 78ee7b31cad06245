import { BourseError, type Answer, type Role } from '@bourse/client';
import { officeRoles } from '../router/types';
import { forgetActs } from './acts';
import { api, told } from './client';
import { forgetFeeds } from './feed.svelte';
import { asking, forgetAll, invalidateAll } from './query.svelte';

export type Me = Answer<'getMe'>;

/**
 * `starting` until it is known, `failed` when nobody could be asked, `out`, `in`, and `over`: it has ended while a page
 * was open, which stays as it is until its owner is back.
 */
type Phase = 'starting' | 'failed' | 'out' | 'in' | 'over';

/** Says only that it is worth asking the cookie; who has never logged in here is spared a refusal. */
const hint = 'bourse.session';
/** Whose it is what this tab keeps, such as what they typed. Nobody's is what was typed before anybody logged in. */
const owner = 'bourse.owner';
const tabs = new BroadcastChannel('bourse.session');

class SessionState {
  phase = $state<Phase>('starting');
  me = $state.raw<Me>();
  failure = $state.raw<unknown>();

  readonly role = $derived<Role | undefined>(this.me?.role);
  readonly isOffice = $derived(this.me !== undefined && officeRoles.includes(this.me.role));
  readonly isPlatform = $derived(this.me?.role === 'super_admin');

  /** Somebody was logged in here, and may be still: nobody has asked yet. */
  get isExpected(): boolean {
    return localStorage.getItem(hint) !== null;
  }

  constructor() {
    told.onEnd = () => {
      if (this.phase !== 'in') return;
      this.phase = 'over';
      asking.isPaused = true;
    };
    tabs.onmessage = ({ data }) => {
      if (data === 'out' && this.phase !== 'out') void this.#left();
      if (data === 'in' && this.phase !== 'in') void this.start();
    };
  }

  /** Finds out who is there. */
  async start() {
    if (!localStorage.getItem(hint)) {
      this.phase = 'out';
      return;
    }
    try {
      await renew();
      if (!(await this.#recognised())) return;
      this.phase = 'in';
      if (asking.isPaused) {
        asking.isPaused = false; // somebody has logged in again in another tab
        invalidateAll();
      }
    } catch (failure) {
      const isRefused = isOver(failure) || (isAnswered(failure) && failure.status === 403);
      if (isRefused) localStorage.removeItem(hint);
      this.failure = failure;
      this.phase = isRefused ? 'out' : 'failed';
    }
  }

  /** Reads the profile again, after it was changed. */
  async reload() {
    this.me = await api.getMe();
  }

  /** Somebody has logged in by this page. */
  async opened() {
    localStorage.setItem(hint, '1');
    const isSame = await this.#recognised();
    tabs.postMessage('in');
    if (!isSame) return;
    this.phase = 'in';
    asking.isPaused = false;
    invalidateAll();
  }

  /**
   * Reads who is there, and tells whether the page is theirs. Who comes to one that another has left begins anew: what the
   * other has typed and seen is gone before anything of it is shown.
   */
  async #recognised(): Promise<boolean> {
    const me = await api.getMe();
    const before = sessionStorage.getItem(owner);
    const isSame = !before || before === me.id;
    if (!isSame) forgetPerson();
    sessionStorage.setItem(owner, me.id);
    if (isSame) this.me = me;
    else location.replace('/');
    return isSame;
  }

  async logout() {
    try {
      await api.logout({ body: { scope: 'local' } });
    } catch (failure) {
      // A session that is over needs no end; any other failure is the user's to know: they may still be logged in.
      if (!isOver(failure)) throw failure;
    }
    await this.ended();
  }

  /** There is no session any more, such as after the account was deleted, and nothing to ask the server for. */
  async ended() {
    tabs.postMessage('out');
    await this.#left();
  }

  async #left() {
    localStorage.removeItem(hint);
    forgetPerson();
    this.me = undefined;
    asking.isPaused = false;
    this.phase = 'out';
  }
}

/**
 * Opens the session of the browser's cookie. Another tab may have left the one that this tab still has and opened somebody
 * else's: the first answer ends the one, the next opens the other.
 */
async function renew() {
  try {
    await api.refreshTokens();
  } catch (failure) {
    if (!isAnswered(failure) || failure.code !== 'SESSION_REVOKED') throw failure;
    await api.refreshTokens();
  }
}

/** It is the server's own answer. A proxy between us may answer with a 401 or 403 of its own, which says nothing about the session. */
const isAnswered = (failure: unknown): failure is BourseError => failure instanceof BourseError && failure.code !== 'UNEXPECTED_ANSWER';

/** It says that there is no session any more. */
const isOver = (failure: unknown) => isAnswered(failure) && failure.status === 401;

/** Another person may come: nothing is left of what this one has typed and seen. */
function forgetPerson() {
  sessionStorage.clear();
  forgetActs();
  forgetAll();
  forgetFeeds();
}

export const session = new SessionState();
