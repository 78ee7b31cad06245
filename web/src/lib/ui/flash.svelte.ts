/** Has an element flash softly, once, when its number changes: green upwards, red downwards. Nothing moves for those who want no motion. */
export function flashing(element: () => HTMLElement | undefined, value: () => number | undefined) {
  let before: number | undefined;
  $effect(() => {
    const now = value();
    const at = element();
    if (at && now !== undefined && before !== undefined && now !== before && !matchMedia('(prefers-reduced-motion: reduce)').matches) {
      const color = getComputedStyle(at).getPropertyValue(now > before ? '--flash-gain' : '--flash-loss');
      at.animate([{ backgroundColor: color }, { backgroundColor: 'transparent' }], { duration: 600 });
    }
    before = now;
  });
}
