package trading

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/google/uuid"

	"bourse/bench/accounts"
	"bourse/bench/kit"
	"bourse/internal/database"
	"bourse/internal/ledger"
)

const (
	statementLines = 100_000
	statementPage  = 20
	// leastOfDeepPages is the minimum speed of a statement's last page relative to its first.
	leastOfDeepPages = 0.7
)

// compareStatement compares the last page of a long statement with its first.
func compareStatement(ctx context.Context, rig *kit.Rig, ours *platform, product *kit.Server) error {
	account, ids := uuid.New(), make([]uuid.UUID, statementLines)
	for i := range ids {
		ids[i] = kit.IDAt(bookedAt(ours.seed.now, i))
	}
	err := ours.InDatabase(ctx, func(db *database.DB) error {
		return db.InTx(ctx, func(tx *database.Tx) error { return ours.seed.writeStatement(ctx, tx, account, ids) })
	})
	if err != nil {
		return err
	}
	token, err := product.LogIn(ctx)
	if err != nil {
		return err
	}
	first := fmt.Sprintf("/api/v1/trading/accounts/%s/statement?limit=%d", account, statementPage)
	pages := [2]kit.Request{}
	for i, page := range []struct {
		path   string
		newest int // line of the page
	}{{first, statementLines - 1}, {first + "&before=" + ids[statementPage].String(), statementPage - 1}} {
		content, err := product.Call(ctx, http.MethodGet, page.path, token, nil)
		if err != nil {
			return err
		}
		var answer struct {
			Data []struct {
				ID      uuid.UUID
				Balance float64
			}
		}
		if err := json.Unmarshal(content, &answer); err != nil {
			return err
		}
		if lines := answer.Data; len(lines) != statementPage || lines[0].ID != ids[page.newest] || lines[0].Balance != float64(page.newest+1) {
			return fmt.Errorf("%s answered %s", page.path, content)
		}
		pages[i] = product.Get(page.path, token, len(content))
	}
	named := kit.Connections(string(ours.Engine) + " last page, ")
	return rig.CompareLoads(ctx, pages[1], pages[0], leastOfDeepPages, named)
}

// bookedAt is when a line of the statement was booked.
func bookedAt(now time.Time, line int) time.Time {
	return now.Add(time.Duration(line-statementLines) * time.Minute)
}

// writeStatement gives the first owner an account into which one was paid again and again.
func (s *seed) writeStatement(ctx context.Context, tx *database.Tx, account uuid.UUID, ids []uuid.UUID) error {
	owner := s.owners[0]
	if err := accounts.Write(ctx, tx, s.now, []accounts.Account{{ID: account, Tenant: owner.Tenant, User: owner.User, Kind: "investment"}}); err != nil {
		return err
	}
	opening := ledger.Opening{TenantID: owner.Tenant, OwnerID: account, Currency: "USD", Codes: accounts.Codes}
	if err := ledger.New(func() time.Time { return s.now }).OpenMany(ctx, tx, opening); err != nil {
		return err
	}
	lines := make([]int, len(ids))
	for i := range lines {
		lines[i] = i
	}
	err := kit.Insert(ctx, tx, "ledger_transactions", lines, func(line int) kit.Row {
		return kit.Row{
			"id": ids[line], "tenant_id": owner.Tenant, "source_type": "payment", "source_id": ids[line].String(), "kind": "deposit",
			"created_at": database.Micros(bookedAt(s.now, line)),
		}
	})
	if err != nil {
		return err
	}
	for code, sign := range map[ledger.Code]int64{ledger.Cash: 1, ledger.External: -1} {
		booked := ledger.AccountID(account, code, "USD")
		err := kit.Insert(ctx, tx, "ledger_postings", lines, func(line int) kit.Row {
			return kit.Row{"transaction_id": ids[line], "account_id": booked, "amount": sign * kit.Unit, "balance_after": sign * kit.Unit * int64(line+1)}
		})
		if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `UPDATE ledger_accounts SET balance = $2 WHERE id = $1`, booked, sign*kit.Unit*int64(len(ids))); err != nil {
			return err
		}
	}
	return kit.Analyze(ctx, tx)
}
