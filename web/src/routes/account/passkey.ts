import type { Answer, Credentials } from '@bourse/client';
import { api } from '$lib/api/client';

type Json = { toJSON(): unknown };

/** Whether this browser can log in with a passkey here, in the form that the server speaks: they are of names, not of bare addresses. */
export const canUsePasskeys =
  !/^[\d.:[\]]+$/.test(location.hostname) && typeof PublicKeyCredential !== 'undefined' && 'parseRequestOptionsFromJSON' in PublicKeyCredential && typeof PublicKeyCredential.prototype.toJSON === 'function';

/**
 * Logs in with a passkey, or completes a log-in of which the password was right. It fails with a DOMException of the name
 * NotAllowedError when the user turns away, and with a BourseError when the server does not take it.
 */
export async function loginWithPasskey(challengeToken?: string): Promise<Answer<'loginWithPasskey'>> {
  const { ceremonyToken, publicKey } = await api.beginPasskeyLogin({ body: challengeToken ? { challengeToken } : {} });
  const options = PublicKeyCredential.parseRequestOptionsFromJSON(publicKey as PublicKeyCredentialRequestOptionsJSON);
  const credential = (await navigator.credentials.get({ publicKey: options })) as unknown as Json;
  const shown = { ceremonyToken, credential: credential.toJSON(), ...(challengeToken && { challengeToken }) };
  return api.loginWithPasskey(shown as Credentials<'loginWithPasskey'>);
}

/** Whether somebody has turned away from the browser's question, which is no failure. */
export function wasDismissed(failure: unknown): boolean {
  return failure instanceof DOMException && (failure.name === 'NotAllowedError' || failure.name === 'AbortError');
}
