import type { Area } from '$lib/router/types';

export const area: Area = {
  routes: [
    { path: '/office/catalogue', title: 'Catalogue', access: 'office', page: () => import('./Catalogue.svelte') },
    { path: '/office/catalogue/courses/:courseId', title: 'Course', access: 'office', page: () => import('./Course.svelte') },
    { path: '/office/catalogue/courses/:courseId/lessons/:lessonId', title: 'Lesson', access: 'office', page: () => import('./Lesson.svelte') },
    { path: '/office/catalogue/bots/:botId', title: 'Bot', access: 'office', page: () => import('./Bot.svelte') },
  ],
  nav: [{ href: '/office/catalogue', label: 'Catalogue', icon: 'M4 5.500c3-1.500 5.500-1.500 8 0 2.500-1.500 5-1.500 8 0v13c-3-1.500-5.500-1.500-8 0-2.500-1.500-5-1.500-8 0zM12 5.500v13', key: 'c', order: 150 }],
};
