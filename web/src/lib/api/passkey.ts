import type { Answer, Credentials, Passkey } from '@bourse/client';
import { api } from './client';

type Json = { toJSON(): unknown };
type Proof = NonNullable<NonNullable<Parameters<typeof api.reauthenticate>[0]>['body']['passkey']>;
type Registration = NonNullable<Parameters<typeof api.addPasskey>[0]>['body']['credential'];

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

/** Has the browser make a passkey. It fails with a DOMException when the user turns away. */
export async function makePasskey(name: string): Promise<Passkey> {
  const { ceremonyToken, publicKey } = await api.beginPasskey();
  const options = PublicKeyCredential.parseCreationOptionsFromJSON(publicKey as unknown as PublicKeyCredentialCreationOptionsJSON);
  const credential = (await navigator.credentials.create({ publicKey: options })) as unknown as Json;
  return api.addPasskey({ body: { ceremonyToken, name, credential: credential.toJSON() as Registration } });
}

/** Has the browser show a passkey once more, for who is logged in. */
export async function provePasskey(): Promise<Proof> {
  const { ceremonyToken, publicKey } = await api.beginReauthentication();
  const options = PublicKeyCredential.parseRequestOptionsFromJSON(publicKey as unknown as PublicKeyCredentialRequestOptionsJSON);
  const credential = (await navigator.credentials.get({ publicKey: options })) as unknown as Json;
  return { ceremonyToken, credential: credential.toJSON() as Proof['credential'] };
}

/** Whether somebody has turned away from the browser's question, which is no failure. */
export function wasDismissed(failure: unknown): boolean {
  return failure instanceof DOMException && (failure.name === 'NotAllowedError' || failure.name === 'AbortError');
}
