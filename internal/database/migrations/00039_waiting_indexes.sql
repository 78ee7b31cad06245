-- +goose Up
-- What waits for an operator, so that counting it reads nothing else.
CREATE INDEX withdrawals_to_decide ON withdrawals (created_at) WHERE status = 'requested';
CREATE INDEX withdrawals_to_transfer ON withdrawals (created_at) WHERE status = 'approved';
CREATE INDEX investment_accounts_kyc_waiting ON investment_accounts (kyc_submitted_at) WHERE kyc_status = 'submitted';
CREATE INDEX webhook_endpoints_failing ON webhook_endpoints (failing_since) WHERE failing_since IS NOT NULL;
