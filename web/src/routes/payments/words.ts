import type { Payment, PaymentStatus, Withdrawal, WithdrawalStatus } from '@bourse/client';

export const paymentStates: Record<PaymentStatus, { label: string; text: string; tone: 'plain' | 'good' | 'bad' | 'warn' }> = {
  pending: { label: 'Pending', text: 'It has not been paid yet.', tone: 'warn' },
  succeeded: { label: 'Paid', text: 'The money has arrived.', tone: 'good' },
  failed: { label: 'Failed', text: 'It was declined. No money was moved.', tone: 'bad' },
  expired: { label: 'Expired', text: 'It was not paid in time. No money was moved.', tone: 'plain' },
  cancelled: { label: 'Cancelled', text: 'It was cancelled. No money was moved.', tone: 'plain' },
  partially_refunded: { label: 'Partly refunded', text: 'Part of it was refunded.', tone: 'plain' },
  refunded: { label: 'Refunded', text: 'All of it was refunded.', tone: 'plain' },
};

/** Whether money came that bought nothing, because the payment had ended or what it was for is gone. */
export const boughtNothing = ({ status, paidAt }: Payment) => paidAt !== undefined && (status === 'failed' || status === 'expired' || status === 'cancelled');

/** Whether what it was for was gone when the money came, which ended the payment; otherwise the money came after its end. */
export const wasGone = (payment: Payment) => boughtNothing(payment) && payment.status === 'failed' && payment.paidAt === payment.completedAt;

/** What became of a payment and its money, in a sentence. */
export function paymentText(payment: Payment): string {
  if (!boughtNothing(payment)) return paymentStates[payment.status].text;
  const why = wasGone(payment) ? 'What it was for is no longer available.' : 'The money arrived after the payment had ended.';
  return why + (payment.refundedAmount < payment.amount ? ' It bought nothing and will be refunded.' : ' All of it was refunded.');
}

/** What of a withdrawal had gone and came back, because a bank did not take it. */
export function cameBack({ status, amount, refundedAmount, refundingAmount, transferAmount }: Withdrawal): number {
  if (status !== 'approved' && status !== 'paid' && status !== 'failed') return 0;
  return Math.max(0, Math.round((amount - refundedAmount - refundingAmount - transferAmount) * 100) / 100);
}

export const withdrawalStates: Record<WithdrawalStatus, { label: string; text: string; tone: 'plain' | 'good' | 'bad' | 'warn' | 'accent' }> = {
  requested: { label: 'Requested', text: 'It is being reviewed. The amount is set aside until then, and you can still cancel.', tone: 'warn' },
  approved: { label: 'Approved', text: 'The money is on its way.', tone: 'accent' },
  paid: { label: 'Paid', text: 'The money was sent.', tone: 'good' },
  failed: { label: 'Failed', text: 'The transfer failed, and the money is back in the account.', tone: 'bad' },
  rejected: { label: 'Rejected', text: 'It was not approved, and the money is back in the account.', tone: 'bad' },
  cancelled: { label: 'Cancelled', text: 'You cancelled it, and the money is free again.', tone: 'plain' },
};
