-- +goose Up
-- KYC is reviewed: when something was handed in and when it was decided on. What was handed in before this
-- counts from the last change of its account, which is the best that is known.
ALTER TABLE investment_accounts ADD COLUMN kyc_submitted_at BIGINT;
ALTER TABLE investment_accounts ADD COLUMN kyc_decided_at BIGINT;
UPDATE investment_accounts SET kyc_submitted_at = updated_at WHERE kyc_details IS NOT NULL;
UPDATE investment_accounts SET kyc_decided_at = COALESCE(activated_at, updated_at) WHERE kyc_status IN ('approved', 'rejected');
CREATE INDEX investment_accounts_by_kyc ON investment_accounts (tenant_id, kyc_status, COALESCE(kyc_submitted_at, created_at), id);

-- Whoever opens an account or a connection holds the owner's row, so that what was counted stays true until
-- the commit.
CREATE TABLE investment_owners (
    user_id   TEXT PRIMARY KEY,
    tenant_id TEXT NOT NULL REFERENCES tenants (id)
);
