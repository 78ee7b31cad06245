import type { BotStatus, NumberMap, RiskLevel, TradingBot } from '@bourse/client';
import { refused } from '$lib/api/numbers';
import { words } from '$lib/format/format';

export const risks: { value: RiskLevel; label: string }[] = [
  { value: 'low', label: 'Low' },
  { value: 'medium', label: 'Medium' },
  { value: 'high', label: 'High' },
];

export const strategies = [
  { value: 'trend', label: 'Trend' },
  { value: 'mean_reversion', label: 'Mean reversion' },
  { value: 'breakout', label: 'Breakout' },
  { value: 'momentum', label: 'Momentum' },
  { value: 'ml', label: 'Model predictions' },
];

export function strategyText(type: string): string {
  return strategies.find((one) => one.value === type)?.label ?? words(type);
}

export interface Step {
  to: BotStatus;
  label: string;
  says: string;
  kind: 'primary' | 'danger' | 'plain';
}

const start: Step = { to: 'active', label: 'Start', says: 'It opens and closes positions automatically, and accounts that follow it trade with it.', kind: 'primary' };
const pause: Step = { to: 'paused', label: 'Pause', says: 'It opens no new positions, but still closes open ones.', kind: 'plain' };
const stop: Step = { to: 'stopped', label: 'Stop', says: 'It stops trading, and its signals expire.', kind: 'danger' };

/** What a bot can become from what it is. */
export const steps: Record<BotStatus, Step[]> = { stopped: [start], active: [pause, stop], paused: [start, stop], error: [start, stop] };

/** Parameters as lines of `name = value`: a machine's text, with a point in every language. */
export function parametersText(map: NumberMap): string {
  return Object.entries(map).map(([name, value]) => `${name} = ${value}`).join('\n');
}

const plainNumber = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;

/** The parameters that are written there, or the line that is none. */
export function parametersOf(text: string): { map: NumberMap } | { wrong: string } {
  const map: NumberMap = {};
  for (const line of text.split('\n').filter((one) => one.trim())) {
    const [name = '', value = '', ...more] = line.split('=').map((part) => part.trim());
    if (!name || more.length > 0 || !plainNumber.test(value) || !Number.isFinite(Number(value))) return { wrong: `“${line.trim()}” is not of the form name = number.` };
    map[name] = Number(value);
  }
  return { map };
}

/** What a form about the bot begins with. */
export function botValues({ name, description, riskLevel, parameters }: TradingBot) {
  return { name, description, riskLevel: riskLevel as string, parameters: parametersText(parameters) };
}

/** What is typed as the API takes it. It fails at the field that cannot be read. */
export function botOf({ name, description, riskLevel, parameters }: ReturnType<typeof botValues>) {
  const read = parametersOf(parameters);
  if ('wrong' in read) throw refused('parameters', read.wrong);
  return { name: name.trim(), description, riskLevel: risks.find((one) => one.value === riskLevel)?.value ?? 'medium', parameters: read.map };
}
