import type { Area } from '$lib/router/types';

export const area: Area = {
  routes: [
    { path: '/portfolio', title: 'Portfolio', page: () => import('./PortfolioPage.svelte') },
    { path: '/portfolio/rebalance/:portfolioId', title: 'Rebalance', page: () => import('./Rebalance.svelte') },
  ],
  nav: [{ href: '/portfolio', label: 'Portfolio', icon: 'M12 3.500v8.500h8.500A8.500 8.500 0 1 1 12 3.500zM15.500 3.900a8.500 8.500 0 0 1 4.600 4.600h-4.600z', key: 'o', order: 70 }],
};
