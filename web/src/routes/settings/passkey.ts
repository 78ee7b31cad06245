import type { Passkey } from '@bourse/client';
import { api } from '$lib/api/client';

type Json = { toJSON(): unknown };
type Proof = NonNullable<NonNullable<Parameters<typeof api.reauthenticate>[0]>['body']['passkey']>;
type Registration = NonNullable<Parameters<typeof api.addPasskey>[0]>['body']['credential'];

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
