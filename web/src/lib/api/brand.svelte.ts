import type { Brand } from '@bourse/client';
import { nobody } from './client';

class BrandState {
  current = $state.raw<Brand>();

  readonly name = $derived(this.current?.productName ?? 'Bourse');
  /** A logo of another origin is not loaded: no request leaves this one. */
  readonly logo = $derived(ownLogo(this.current?.logoUrl));

  async start() {
    try {
      this.current = await nobody.getBrand();
      paint(this.current.primaryColor);
    } catch {
      // The name and the colours of the house do as well.
    }
  }
}

export const brand = new BrandState();

function ownLogo(address: string | undefined): string | undefined {
  if (!address) return undefined;
  const url = new URL(address, location.href);
  return url.origin === location.origin ? url.pathname : undefined;
}

/** Makes a brand's colour the accent, darker in light and lighter in dark until it can be read there. */
function paint(color: string) {
  const rgb = parse(color);
  if (!rgb) return;
  const style = document.documentElement.style;
  for (const [theme, ground, toward] of [
    ['light', '#eef2f2', [0, 0, 0]],
    ['dark', '#1a2428', [255, 255, 255]],
  ] as const) {
    const accent = readable(rgb, parse(ground)!, toward as Rgb);
    style.setProperty(`--accent-${theme}`, hex(accent));
    style.setProperty(`--on-accent-${theme}`, contrast(accent, [255, 255, 255]) >= 4.5 ? '#ffffff' : '#06120d');
  }
}

type Rgb = [number, number, number];

export function readable(color: Rgb, ground: Rgb, toward: Rgb): Rgb {
  for (let share = 0; share <= 1; share += 0.05) {
    const mixed = color.map((part, index) => Math.round(part + (toward[index]! - part) * share)) as Rgb;
    // White or black on it must be readable as well.
    const written = Math.max(contrast(mixed, [255, 255, 255]), contrast(mixed, [6, 18, 13]));
    if (contrast(mixed, ground) >= 4.6 && written >= 4.5) return mixed;
  }
  return toward;
}

export function contrast(a: Rgb, b: Rgb): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: Rgb): number {
  const [r, g, b] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function parse(color: string): Rgb | undefined {
  const found = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color);
  return found ? ([1, 2, 3].map((index) => parseInt(found[index]!, 16)) as Rgb) : undefined;
}

function hex(color: Rgb): string {
  return '#' + color.map((part) => part.toString(16).padStart(2, '0')).join('');
}
