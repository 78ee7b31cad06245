import type { Area } from '$lib/router/types';

export const area: Area = {
  routes: [
    { path: '/learn', title: 'Learn', page: () => import('./Catalogue.svelte') },
    { path: '/learn/:courseId', title: 'Course', page: () => import('./CoursePage.svelte') },
    { path: '/learn/:courseId/lessons/:lessonId', title: 'Lesson', page: () => import('./Reader.svelte') },
    // Whoever is shown a certificate can check it.
    { path: '/certificates/:serial', title: 'Certificate', page: () => import('./CertificatePage.svelte'), access: 'anybody' },
  ],
  nav: [{ href: '/learn', label: 'Learn', icon: 'M12 6.500C10 5 7 4.500 3.500 5v13c3.500-.500 6.500 0 8.500 1.500 2-1.500 5-2 8.500-1.500V5C17 4.500 14 5 12 6.500zM12 6.500v13', key: 'l', order: 80 }],
};
