import type { ConnectionProvider, ConnectionStatus, InvestmentAccount, InvestmentStatus, RiskProfile, TradingAgent } from '@bourse/client';

export const agents: Record<TradingAgent, { name: string; text: string }> = {
  atlas: { name: 'Atlas', text: 'The calm one: the largest coins, trends over days, little risk on each trade.' },
  orion: { name: 'Orion', text: 'The middle way: more markets, and a moderate risk.' },
  nova: { name: 'Nova', text: 'The bold one: moves quickly, and risks more on each trade.' },
};

export const risks: Record<RiskProfile, { name: string; text: string }> = {
  conservative: { name: 'Conservative', text: 'Smaller positions, for money you will need again.' },
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
  pending: { label: 'Being checked', text: 'We are checking these credentials with the provider. It takes a few seconds.', tone: 'warn' },
  connected: { label: 'Connected', text: 'Holdings are updated every few minutes.', tone: 'good' },
  invalid_credentials: { label: 'Wrong credentials', text: 'The provider does not accept them. Disconnect, then connect again with the right ones.', tone: 'bad' },
  insufficient_permissions: { label: 'Permission missing', text: 'The key lacks a permission, or has too many. Keys that can withdraw are refused.', tone: 'bad' },
  unreachable: { label: 'Unreachable', text: 'The provider does not respond. We keep trying automatically.', tone: 'warn' },
  disconnected: { label: 'Disconnected', text: 'The credentials were deleted.', tone: 'plain' },
};

export const permissionWords: Record<string, string> = {
  reading: 'Can read',
  spotAndMarginTrading: 'Can trade',
  ipRestricted: 'Restricted by IP',
  withdrawals: 'Can withdraw',
  margin: 'Margin',
  futures: 'Futures',
};

/** What an investment account is called: after its agent. */
export function accountName(accounts: InvestmentAccount[] | undefined, id: string): string {
  const found = accounts?.find((one) => one.id === id);
  return found ? agents[found.tradingAgent].name : 'Account';
}
