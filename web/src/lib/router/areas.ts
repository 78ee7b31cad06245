import type { Area, NavItem, Route } from './types';

// Every folder of pages is found by its routes.ts, so that a new one touches no file of another.
const found = import.meta.glob<{ area: Area }>('../../routes/*/routes.ts', { eager: true });
const areas = Object.values(found).map((file) => file.area);

export const routes: Route[] = areas.flatMap((area) => area.routes);
export const nav: NavItem[] = areas.flatMap((area) => area.nav ?? []).sort((a, b) => a.order - b.order);
export const jumps = areas.flatMap((area) => area.jump ?? []);
