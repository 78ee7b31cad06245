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
      settle(this.current.appUrl);
    } catch {
      // The name and the colours of the house do as well.
    }
  }
}

export const brand = new BrandState();

/**
 * Leads who has opened the loopback by its address to its name, when that is where the brand says that it is: passkeys
 * are of names, and links in mails and the way back from a payment lead there, where the session should be too.
 */
function settle(appUrl: string) {
  const app = new URL(appUrl);
  if (location.hostname !== '127.0.0.1' || app.hostname !== 'localhost' || app.port !== location.port || localStorage.getItem('bourse.session')) return;
  location.replace(app.origin + location.pathname + location.search + location.hash);
}

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
  for (const [theme, ground, step] of [
    ['light', '#eef2f2', -0.02],
    ['dark', '#1a2428', 0.02],
  ] as const) {
    const accent = readable(rgb, parse(ground)!, step);
    style.setProperty(`--accent-${theme}`, hex(accent));
    style.setProperty(`--on-accent-${theme}`, contrast(accent, [255, 255, 255]) >= 4.5 ? '#ffffff' : '#06120d');
  }
}

type Rgb = [number, number, number];

/** The colour in its own hue, only darker or lighter by steps until it stands out from the ground and can be written on. */
function readable(color: Rgb, ground: Rgb, step: number): Rgb {
  const [hue, saturation, lightness] = hsl(color);
  for (let light = lightness; light >= 0 && light <= 1; light += step) {
    // What is lighter than the brand's colour glows in the dark unless it is a little calmer.
    const mixed = fromHsl(hue, step > 0 && light > lightness ? Math.min(saturation, 0.5) : saturation, light);
    const written = Math.max(contrast(mixed, [255, 255, 255]), contrast(mixed, [6, 18, 13]));
    if (contrast(mixed, ground) >= (step > 0 ? 6 : 4.6) && written >= 4.5) return mixed;
  }
  return step > 0 ? [255, 255, 255] : [0, 0, 0];
}

function hsl([r, g, b]: Rgb): [number, number, number] {
  const [red, green, blue] = [r / 255, g / 255, b / 255];
  const most = Math.max(red, green, blue);
  const least = Math.min(red, green, blue);
  const span = most - least;
  const light = (most + least) / 2;
  if (span === 0) return [0, 0, light];
  const hue = most === red ? ((green - blue) / span + 6) % 6 : most === green ? (blue - red) / span + 2 : (red - green) / span + 4;
  return [hue * 60, span / (1 - Math.abs(2 * light - 1)), light];
}

function fromHsl(hue: number, saturation: number, light: number): Rgb {
  const part = (n: number) => {
    const k = (n + hue / 30) % 12;
    return Math.round(255 * (light - saturation * Math.min(light, 1 - light) * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return [part(0), part(8), part(4)];
}

function contrast(a: Rgb, b: Rgb): number {
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
