import type { WithdrawalRequest } from '@bourse/client';
import { parseNumber } from '$lib/format/format';

export type WithdrawValues = {
  accountId: string;
  amount: string;
  way: string;
  holderName: string;
  iban: string;
  accountNumber: string;
  routingNumber: string;
  bic: string;
};

/** What the form asks for; undefined while there is no amount. */
export function withdrawalOf(values: WithdrawValues, accountId: string): WithdrawalRequest | undefined {
  const amount = parseNumber(values.amount);
  if (!amount || amount <= 0) return undefined;
  const bic = values.bic.trim();
  const routingNumber = values.routingNumber.trim();
  return {
    accountId,
    amount,
    destination: {
      method: 'bank_transfer',
      holderName: values.holderName.trim(),
      ...(values.way === 'iban' ? { iban: values.iban.trim() } : { accountNumber: values.accountNumber.trim(), ...(routingNumber && { routingNumber }) }),
      ...(bic && { bic }),
    },
  };
}

/** The bank account as it is told back: its end. */
export function hintOf({ destination }: WithdrawalRequest): string {
  const number = (destination.iban ?? destination.accountNumber ?? '').replace(/\s/g, '');
  return '•••• ' + number.slice(-4);
}
