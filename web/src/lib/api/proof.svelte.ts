import { BourseError } from '@bourse/client';

/**
 * Some acts want a log-in that is at most fifteen minutes old. `proven` does one of them, and when the server asks for
 * more, has the user prove who they are in a sheet and does it again.
 *
 *     await proven(() => api.listBackupCodes());
 */
class Proof {
  isAsked = $state(false);
  #waiting: ((isProven: boolean) => void)[] = [];

  /** Waits until the user has proven who they are, or has turned away. */
  ask(): Promise<boolean> {
    this.isAsked = true;
    return new Promise((done) => this.#waiting.push(done));
  }

  answer(isProven: boolean) {
    this.isAsked = false;
    for (const done of this.#waiting.splice(0)) done(isProven);
  }
}

export const proof = new Proof();

/** It fails as the act does; who turns away gets the server's REAUTHENTICATION_REQUIRED. */
export async function proven<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (failure) {
    if (!(failure instanceof BourseError) || failure.code !== 'REAUTHENTICATION_REQUIRED' || !(await proof.ask())) throw failure;
    return act();
  }
}
