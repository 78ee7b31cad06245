import type { Area } from '$lib/router/types';

// Every component with its states, for those who build pages; what is shipped has none of it.
export const area: Area = { routes: import.meta.env.DEV ? [{ path: '/kitchen', title: 'Kitchen', access: 'anybody', page: () => import('./Kitchen.svelte') }] : [] };
