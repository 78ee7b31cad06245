import { BourseError } from '@bourse/client';

/**
 * What guards the account wants a log-in of the last fifteen minutes. `guard` does it, asks who it is when the server
 * wants to know, and then does it again; `Reauthenticate` is the sheet that asks.
 *
 *     await reauth.guard(() => api.setupTwoFactor());
 */
class Reauth {
  isOpen = $state(false);
  #waiting: { resolve: () => void; reject: (reason: unknown) => void }[] = [];

  async guard<Result>(run: () => Promise<Result>): Promise<Result> {
    try {
      return await run();
    } catch (failure) {
      if (!(failure instanceof BourseError) || failure.code !== 'REAUTHENTICATION_REQUIRED') throw failure;
      await this.#ask(failure);
      return run();
    }
  }

  shown() {
    this.isOpen = false;
    for (const one of this.#waiting.splice(0)) one.resolve();
  }

  turnedAway() {
    this.isOpen = false;
    for (const one of this.#waiting.splice(0)) one.reject(undefined);
  }

  #ask(failure: BourseError): Promise<void> {
    this.isOpen = true;
    return new Promise((resolve, reject) => {
      const { status, code, requestId } = failure;
      this.#waiting.push({ resolve, reject: () => reject(new BourseError('nothing was done, because it was not confirmed that it is you', { status, code, requestId })) });
    });
  }
}

export const reauth = new Reauth();
