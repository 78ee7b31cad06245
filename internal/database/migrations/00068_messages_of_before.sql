-- +goose Up
-- Messages from a version that did not note whose customer they are for, where only one person has the address: who leaves
-- takes them along. What could be for two brands' customers stays nobody's until it is cleaned up.
UPDATE messages SET tenant_id = known.tenant_id
FROM (
    SELECT contact, MIN(tenant_id) AS tenant_id
    FROM (
        SELECT email AS contact, tenant_id FROM users
        UNION ALL
        SELECT phone, tenant_id FROM users WHERE phone IS NOT NULL
    ) AS contacts
    GROUP BY contact HAVING COUNT(*) = 1
) AS known
WHERE messages.tenant_id IS NULL AND messages.recipient = known.contact;
