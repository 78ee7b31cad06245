import type { AutoscaleInfo, IChartApi } from 'lightweight-charts';
import { dateTime } from '../format/format';

/** A moment of a chart: seconds since 1970, or a day as 2026-11-16. */
export type ChartTime = number | string;

export interface ChartPoint {
  time: ChartTime;
  value: number;
}

export interface ChartCandle {
  time: ChartTime;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
}

export interface ChartSeries {
  name: string;
  kind: 'candles' | 'area' | 'line' | 'fall';
  points?: ChartPoint[];
  candles?: ChartCandle[];
  /** A token, such as `--part-1`; the accent when missing. */
  color?: string;
}

/** A level across the chart, such as a stop. */
export interface ChartLevel {
  price: number;
  label: string;
  tone: 'plain' | 'gain' | 'loss' | 'accent';
}

/** Makes room for levels beside the prices themselves. */
export function withLevels(info: AutoscaleInfo | null, levels: ChartLevel[]): AutoscaleInfo | null {
  if (!info?.priceRange || levels.length === 0) return info;
  const prices = levels.map((level) => level.price);
  const { minValue, maxValue } = info.priceRange;
  return { ...info, priceRange: { minValue: Math.min(minValue, ...prices), maxValue: Math.max(maxValue, ...prices) } };
}

/** What is under the crosshair. */
export interface ChartSpot {
  time: ChartTime;
  values: (number | ChartCandle | undefined)[];
}

/** The colours of the tokens as the canvas takes them: resolved for the theme that is on. */
export function palette(within: HTMLElement) {
  const probe = document.createElement('span');
  within.append(probe);
  const read = (token: string) => {
    probe.style.color = `var(${token})`;
    return getComputedStyle(probe).color;
  };
  const named = { ink: read('--ink-3'), rule: read('--rule'), surface: read('--surface'), accent: read('--accent'), gain: read('--gain'), loss: read('--loss'), strong: read('--rule-strong') };
  return {
    ...named,
    token: read,
    done: () => probe.remove(),
  };
}

/** A colour of the palette with less of it. */
export function faint(color: string, share: number): string {
  const [r, g, b] = color.match(/[\d.]+/g) ?? ['0', '0', '0'];
  return `rgba(${r}, ${g}, ${b}, ${share})`;
}

export function chartOptions(colors: ReturnType<typeof palette>, isIntraday: boolean) {
  return {
    autoSize: true,
    layout: {
      background: { color: 'transparent' },
      textColor: colors.ink,
      fontSize: 12,
      fontFamily: getComputedStyle(document.body).fontFamily,
      // It would write a style into the page, which the policy forbids; the page names TradingView in its own words.
      attributionLogo: false,
    },
    grid: { vertLines: { visible: false }, horzLines: { color: faint(colors.rule, 0.7) } },
    // Room for half a label: the uppermost one would be cut.
    rightPriceScale: { borderVisible: false, ensureEdgeTickMarksVisible: true },
    timeScale: { borderVisible: false, timeVisible: isIntraday, secondsVisible: false, rightOffset: isIntraday ? 3 : 0, fixLeftEdge: true },
    crosshair: {
      mode: 0,
      vertLine: { color: colors.strong, labelBackgroundColor: colors.strong, width: 1 as const, style: 2 },
      horzLine: { color: colors.strong, labelBackgroundColor: colors.strong, width: 1 as const, style: 2 },
    },
    localization: { timeFormatter: (time: unknown) => timeText(time as ChartTime) },
    handleScroll: { vertTouchDrag: false },
    handleScale: { axisPressedMouseMove: { price: false, time: true } },
  };
}

export function timeText(time: ChartTime): string {
  if (typeof time === 'number') return dateTime(time * 1000);
  return dateTime(time + 'T12:00:00Z', { dateStyle: 'medium', timeZone: 'UTC' });
}

/** The hour marks of the axis are in UTC unless they are told otherwise. */
export function tickText(time: ChartTime, kind: number): string | null {
  if (typeof time !== 'number') return null;
  const options: Intl.DateTimeFormatOptions[] = [{ year: 'numeric' }, { month: 'short' }, { day: 'numeric', month: 'short' }];
  return dateTime(time * 1000, options[kind] ?? { hour: '2-digit', minute: '2-digit' });
}

export type { IChartApi };
