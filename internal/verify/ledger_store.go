package verify

import (
	"strings"
	"time"

	"bourse/internal/database"
	"bourse/internal/ledger"
)

// nobody is the tenant of what belongs to the platform.
const nobody = `'00000000-0000-0000-0000-000000000000'`

// arguments are the parameters of a query: the current time, or none.
func arguments(query string, now time.Time) []any {
	if strings.Contains(query, `$1`) {
		return []any{database.Micros(now)}
	}
	return nil
}

// bookRules are the ledger's own rules, and what everything else relies on in it.
func bookRules() []rule {
	var all []rule
	for _, booked := range ledger.Rules() {
		all = append(all, rule{"ledger", booked.Name, amounts, `
			WITH broken (subject, amount) AS (` + booked.Query + `) SELECT subject, amount, '0' FROM broken`})
	}
	return append(all,
		rule{"ledger", "the balances of a currency sum to zero", amounts, `
			SELECT currency, CAST(SUM(balance / 1000000) * 1000000 + SUM(balance % 1000000) AS TEXT), '0' FROM ledger_accounts
			GROUP BY currency HAVING SUM(balance / 1000000) * 1000000 + SUM(balance % 1000000) <> 0`},
		rule{"ledger", "the column that lets a balance be negative is that of the account's code", words, `
			SELECT 'ledger account ' || id, CASE WHEN allow_negative THEN 'may' ELSE 'may not' END, code FROM ledger_accounts
			WHERE allow_negative <> (code IN ('debt', 'external', 'profit'))`},
		rule{"ledger", "a debt is never above zero", amounts, `
			SELECT 'ledger account ' || id, CAST(balance AS TEXT), '0' FROM ledger_accounts WHERE code = 'debt' AND balance > 0`},
		rule{"ledger", "what is on a trading account is what came from outside and was won", amounts, `
			SELECT 'account ' || t.id, CAST(SUM(a.balance) AS TEXT), '0'
			FROM trading_accounts t JOIN ledger_accounts a ON a.owner_id = t.id
			WHERE a.code <> 'debt' GROUP BY t.id HAVING SUM(a.balance) <> 0`},
		rule{"ledger", "what a tenant has paid outside is what is owed on its accounts", amounts, `
			SELECT 'tenant ' || t.id, CAST(COALESCE(o.balance, 0) AS TEXT), CAST(-COALESCE(d.balance, 0) AS TEXT)
			FROM tenants t LEFT JOIN ` + balances("external") + ` o ON o.owner_id = t.id
			LEFT JOIN (SELECT tenant_id, SUM(balance) AS balance FROM ledger_accounts WHERE code = 'debt' GROUP BY tenant_id) d ON d.tenant_id = t.id
			WHERE COALESCE(o.balance, 0) <> -COALESCE(d.balance, 0)`},
		rule{"ledger", "a posting is on an account of its transaction's tenant", words, `
			SELECT 'ledger transaction ' || t.id, a.tenant_id, t.tenant_id
			FROM ledger_transactions t JOIN ledger_postings p ON p.transaction_id = t.id JOIN ledger_accounts a ON a.id = p.account_id
			WHERE a.tenant_id <> t.tenant_id`})
}

// balances reads the balances of the ledger accounts of a code, by owner.
func balances(code string) string {
	return `(SELECT owner_id, SUM(balance) AS balance FROM ledger_accounts WHERE code = '` + code + `' GROUP BY owner_id)`
}

// moved sums what transactions have moved on the ledger accounts of a code, by source.
func moved(code string) string {
	return `(SELECT t.source_type, t.source_id, t.kind, SUM(p.amount) AS amount
		FROM ledger_transactions t JOIN ledger_postings p ON p.transaction_id = t.id JOIN ledger_accounts a ON a.id = p.account_id
		WHERE a.code = '` + code + `' GROUP BY t.source_type, t.source_id, t.kind)`
}
