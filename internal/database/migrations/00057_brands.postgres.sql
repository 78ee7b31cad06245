-- +goose Up
-- What a tenant has said of itself. A tenant without a row, and what is empty, follows the installation's settings.
CREATE TABLE brands (
    tenant_id           TEXT   PRIMARY KEY REFERENCES tenants (id),
    product_name        TEXT   NOT NULL,
    app_url             TEXT   NOT NULL,
    support_address     TEXT   NOT NULL,
    mail_sender_name    TEXT   NOT NULL,
    mail_sender_address TEXT   NOT NULL,
    primary_color       TEXT   NOT NULL,
    accent_color        TEXT   NOT NULL,
    logo_url            TEXT   NOT NULL,
    updated_at          BIGINT NOT NULL
);

-- The hosts that are a tenant's own, in small letters, with a port where it is not the usual one.
CREATE TABLE brand_domains (
    domain    TEXT PRIMARY KEY,
    tenant_id TEXT NOT NULL REFERENCES tenants (id)
);
CREATE INDEX brand_domains_by_tenant ON brand_domains (tenant_id);

-- How a tenant writes the mails that it does not want to be written as the platform does.
CREATE TABLE mail_templates (
    tenant_id  TEXT   NOT NULL REFERENCES tenants (id),
    kind       TEXT   NOT NULL,
    subject    TEXT   NOT NULL,
    text       TEXT   NOT NULL,
    html       TEXT   NOT NULL, -- empty: made from the text
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (tenant_id, kind)
);

-- Where somebody wants to go after paying or giving up; empty for the app.
ALTER TABLE payments ADD COLUMN return_url TEXT NOT NULL DEFAULT '';
SELECT compare_texts_as_bytes();
