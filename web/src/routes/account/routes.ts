import type { Area } from '$lib/router/types';

export const area: Area = {
  routes: [
    { path: '/login', title: 'Log in', access: 'guest', page: () => import('./Login.svelte') },
    { path: '/signup', title: 'Sign up', access: 'guest', page: () => import('./SignUp.svelte') },
    { path: '/forgot-password', title: 'Forgot your password', access: 'anybody', page: () => import('./Forgot.svelte') },
    // Mails lead to these four.
    { path: '/reset-password', title: 'Choose a new password', access: 'anybody', page: () => import('./Reset.svelte') },
    { path: '/verify-email', title: 'Confirm your email', access: 'anybody', page: () => import('./Verify.svelte') },
    { path: '/confirm-email', title: 'Confirm the email change', access: 'anybody', page: () => import('./ConfirmEmail.svelte') },
    { path: '/cancel-email', title: 'Cancel the email change', access: 'anybody', page: () => import('./CancelEmail.svelte') },
  ],
};
