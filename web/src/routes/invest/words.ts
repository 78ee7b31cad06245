import type { ConnectionProvider, ConnectionStatus, InvestmentAccount, InvestmentStatus, RiskProfile, TradingAgent } from '@bourse/client';

export const agents: Record<TradingAgent, { name: string; text: string }> = {
  atlas: { name: 'Atlas', text: 'The calm one: the largest coins, trends of days, small risk on each trade.' },
  orion: { name: 'Orion', text: 'The middle way: more markets, and a moderate risk.' },
  nova: { name: 'Nova', text: 'The bold one: moves quickly, and risks more on each trade.' },
};

export const risks: Record<RiskProfile, { name: string; text: string }> = {
  conservative: { name: 'Conservative', text: 'Smaller positions, for money that you need again.' },
  moderate: { name: 'Moderate', text: 'The middle, for most people.' },
  aggressive: { name: 'Aggressive', text: 'Larger positions, and larger falls.' },
};

export const accountStates: Record<InvestmentStatus, { label: string; tone: 'plain' | 'good' | 'bad' | 'warn' }> = {
  pending_kyc: { label: 'Waiting', tone: 'warn' },
  active: { label: 'Active', tone: 'good' },
  suspended: { label: 'Suspended', tone: 'bad' },
  closed: { label: 'Closed', tone: 'plain' },
};

export const providers: Record<ConnectionProvider, string> = { binance: 'Binance', mt4: 'MetaTrader 4', mt5: 'MetaTrader 5' };

export const connectionStates: Record<ConnectionStatus, { label: string; text: string; tone: 'plain' | 'good' | 'bad' | 'warn' }> = {
  pending: { label: 'Being checked', text: 'We ask the provider whether these credentials work. It takes a few seconds.', tone: 'warn' },
  connected: { label: 'Connected', text: 'What the account holds is read every few minutes.', tone: 'good' },
  invalid_credentials: { label: 'Wrong credentials', text: 'The provider does not accept them. Disconnect, and connect again with the right ones.', tone: 'bad' },
  insufficient_permissions: { label: 'Permission missing', text: 'The key may not do what is needed, or more than it should: a key that may withdraw is refused.', tone: 'bad' },
  unreachable: { label: 'Unreachable', text: 'The provider does not answer. We try again by ourselves.', tone: 'warn' },
  disconnected: { label: 'Disconnected', text: 'The credentials were erased.', tone: 'plain' },
};

export const permissionWords: Record<string, string> = {
  reading: 'May read',
  spotAndMarginTrading: 'May trade',
  ipRestricted: 'Bound to our IP',
  withdrawals: 'May withdraw',
  margin: 'Margin',
  futures: 'Futures',
};

/** What an investment account is called: after its agent. */
export function accountName(accounts: InvestmentAccount[] | undefined, id: string): string {
  const found = accounts?.find((one) => one.id === id);
  return found ? agents[found.tradingAgent].name : 'Account';
}
