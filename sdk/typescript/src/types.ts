import type { LoginChallenge, operations, Tokens } from './contract.js';
import type { OperationId } from './operations.js';

/** What any call may be told. */
export interface CallOptions {
  /** Gives the call up. The promise is then rejected with the signal's reason. */
  signal?: AbortSignal;
  /** After how many milliseconds the call is given up, repetitions included. */
  timeout?: number;
}

export interface KeyOption {
  /**
   * A name of your own for this request: who repeats it with the same key, also after a restart, gets the first answer
   * and does nothing twice. The client makes a key for every call that takes one and is given none.
   */
  idempotencyKey?: string;
}

/** What a client holds of a session. It can be kept and given to a later client. */
export interface Session {
  accessToken?: string;
  /** Missing where the session is in a cookie. */
  refreshToken?: string;
  /**
   * The Idempotency-Key with which the refresh token is exchanged. Who keeps a session keeps this too: when an answer was
   * lost, the next program asks with the same key and gets it. Under another key the token would count as stolen.
   */
  refreshKey?: string;
  /** When the access token expires, in milliseconds since 1970 by the clock of this machine. */
  expiresAt?: number;
  /** Whose session it is. */
  userId?: string;
}

/** A page of a list. */
export interface List<Item, Meta> {
  items: Item[];
  meta: Meta;
}

/** The answer of a log-in: a session, or the question for the second factor. Tell them apart by `outcome`. */
export type Login = (Tokens & { outcome: 'authenticated' }) | (LoginChallenge & { outcome: 'second_factor' });

type Content<Id extends OperationId> = operations[Id]['responses'] extends infer Responses
  ? Responses[keyof Responses & (200 | 201 | 202)] extends { content: infer Found }
    ? Found
    : never
  : never;

type Unwrapped<Envelope> = Envelope extends { data: (infer Item)[]; meta: infer Meta }
  ? List<Item, Meta>
  : Envelope extends { data: infer Data }
    ? Data
    : void;

/** What an operation answers: the data of its envelope, a page of a list, a file, or nothing. */
export type Answer<Id extends OperationId> = Id extends 'login'
  ? Login
  : Content<Id> extends { 'application/json': infer Envelope }
    ? Unwrapped<Envelope>
    : Blob;

type Path<O> = O extends { parameters: { path: infer P } } ? { path: P } : unknown;

type Query<O> = O extends { parameters: { query: infer Q } }
  ? { query: Q }
  : O extends { parameters: { query?: infer Q } }
    ? [Exclude<Q, undefined>] extends [never]
      ? unknown
      : { query?: Exclude<Q, undefined> }
    : unknown;

type Json<T> = T extends { content: { 'application/json': infer Body } } ? Body : never;

type Body<O> = O extends { requestBody: infer B }
  ? { body: Json<B> }
  : O extends { requestBody?: infer B }
    ? [Json<B>] extends [never]
      ? unknown
      : { body?: Json<B> }
    : unknown;

type Key<O> = O extends { parameters: { header?: infer H } }
  ? 'Idempotency-Key' extends keyof Exclude<H, undefined>
    ? [Exclude<H, undefined>] extends [never]
      ? unknown
      : KeyOption
    : unknown
  : unknown;

type Flat<T> = { [Name in keyof T]: T[Name] };

/** What an operation is called with. */
export type Arguments<Id extends OperationId> = Flat<
  Path<operations[Id]> & Query<operations[Id]> & Body<operations[Id]> & Key<operations[Id]> & CallOptions
>;

/** The operations that open a session take what they send directly; where the session is kept, the client says. */
export type OpensSession = 'login' | 'register' | 'completeLogin' | 'loginWithPasskey';

export type Credentials<Id extends OpensSession> = Omit<Json<operations[Id]['requestBody']>, 'session'>;

/** The method of an operation. What fails rejects the promise with a BourseError. */
export type Method<Id extends OperationId> = Id extends OpensSession
  ? (credentials: Credentials<Id>, options?: CallOptions & KeyOption) => Promise<Answer<Id>>
  : object extends Arguments<Id>
    ? (call?: Arguments<Id>) => Promise<Answer<Id>>
    : (call: Arguments<Id>) => Promise<Answer<Id>>;

/** The operations that answer a page of a list. */
export type ListId = { [Id in OperationId]: Answer<Id> extends List<unknown, unknown> ? Id : never }[OperationId];

export type ItemOf<Id extends ListId> = Answer<Id> extends List<infer Item, unknown> ? Item : never;
