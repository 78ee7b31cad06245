import type { Answer, List, OperationId } from '@bourse/client';

/** Operations that read or do something in a session; those that open one take their arguments otherwise. */
export type Readable = Exclude<OperationId, 'login' | 'register' | 'completeLogin' | 'loginWithPasskey'>;

/** Operations that answer a page of a list. */
export type ListId = { [Id in Readable]: Answer<Id> extends List<unknown, unknown> ? Id : never }[Readable];

export type ItemOf<Id extends ListId> = Answer<Id> extends List<infer Item, unknown> ? Item : never;
