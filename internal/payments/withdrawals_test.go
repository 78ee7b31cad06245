package payments_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/ledger"
	"bourse/internal/money"
	"bourse/internal/payments"
	"bourse/internal/testkit"
)

// wantSteps checks the events of a withdrawal, in their order, and that the audit log has the same steps.
func (s *shop) wantSteps(w *payments.Withdrawal, want ...payments.WithdrawalStatus) {
	s.t.Helper()
	var told, audited []string
	for _, event := range s.events.Types() {
		if status, ok := strings.CutPrefix(event, "payment.withdrawal."); ok {
			told = append(told, status)
		}
	}
	rows, err := s.db.Query(s.t.Context(), `SELECT action, after_fields FROM audit_log WHERE subject_id = $1 ORDER BY id`, w.ID)
	err = database.EachRow(rows, err, func(row database.Row) error {
		var action, after string
		if err := row.Scan(&action, &after); err != nil {
			return err
		}
		status := strings.TrimPrefix(action, "payments.withdrawal.")
		if status != "destination_read" {
			audited = append(audited, status)
			if !strings.Contains(after, `"status":"`+status+`"`) {
				s.t.Errorf("%s is audited with %s", action, after)
			}
		}
		return nil
	})
	s.must(err)
	if wanted := fmt.Sprint(want); fmt.Sprint(told) != wanted || fmt.Sprint(audited) != wanted {
		s.t.Errorf("told %v, audited %v, want %v", told, audited, want)
	}
}

func TestAWithdrawalIsHeldUntilItIsDecided(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		asked := s.withdraw("600")
		if asked.Status != payments.WithdrawalRequested || asked.Hint != "DE****3000" || asked.Destination != nil {
			t.Fatalf("got %+v", asked)
		}
		s.wantBalance(s.account, ledger.Cash, "400")
		s.wantBalance(s.account, ledger.Hold, "600")
		_, err := s.service.Withdraw(t.Context(), s.user, s.account, money.FromInt(401), bank)
		testkit.WantFault(s.t, err, fault.InsufficientFunds)
		if told := err.(*fault.Error); told.Field != "amount" || !strings.Contains(told.Message, "400") {
			t.Errorf("told %q about %q, want how much can be withdrawn", told.Message, told.Field)
		}
		_, err = s.service.Withdraw(t.Context(), s.stranger, s.account, money.FromInt(1), bank)
		testkit.WantFault(s.t, err, fault.NotFound)
		for _, wrong := range []string{"0", "-5", "1.001"} {
			_, err = s.service.Withdraw(t.Context(), s.user, s.account, money.MustParse(wrong), bank)
			testkit.WantFault(s.t, err, fault.ValidationError)
		}

		_, err = s.service.Decide(t.Context(), s.user, asked.ID, payments.Decision{Approve: true})
		testkit.WantFault(s.t, err, fault.Forbidden)
		_, err = s.service.Decide(t.Context(), s.foreignAdmin, asked.ID, payments.Decision{Approve: true})
		testkit.WantFault(s.t, err, fault.NotFound)
		_, err = s.service.Decide(t.Context(), s.admin, uuid.New(), payments.Decision{Approve: true})
		testkit.WantFault(s.t, err, fault.NotFound)

		rejected, err := s.service.Decide(t.Context(), s.admin, asked.ID, payments.Decision{Reason: "wrong account"})
		if err != nil || rejected.Status != payments.WithdrawalRejected || rejected.Reason != "wrong account" {
			t.Fatalf("got %+v (%v)", rejected, err)
		}
		s.wantBalance(s.account, ledger.Cash, "1000")
		s.wantBalance(s.account, ledger.Hold, "0")
		s.wantSteps(asked, payments.WithdrawalRequested, payments.WithdrawalRejected)
		s.wantInOrder()
	})
}

func TestGrantedMoneyIsNeverWithdrawn(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		s.account = s.granted(1_000_000)
		ask := func(amount string) error {
			_, err := s.service.Withdraw(t.Context(), s.user, s.account, money.MustParse(amount), bank)
			return err
		}
		testkit.WantFault(s.t, ask("0.01"), fault.InsufficientFunds)
		deposit := s.paid(s.deposit("500"))
		testkit.WantFault(s.t, ask("500.01"), fault.InsufficientFunds)
		s.must(ask("200"))
		testkit.WantFault(s.t, ask("300.01"), fault.InsufficientFunds)
		_, err := s.service.Refund(t.Context(), s.admin, deposit.ID, amount("300"), "")
		s.must(err)
		testkit.WantFault(s.t, ask("0.01"), fault.InsufficientFunds)
		_, err = s.service.Refund(t.Context(), s.admin, deposit.ID, amount("0.01"), "")
		testkit.WantFault(s.t, err, fault.InsufficientFunds) // the rest of it is asked for already
		s.wantInOrder()
	})
}

func TestNobodyDecidesOnTheirOwnMoney(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		self := s.foreignAdmin // a super_admin, at home here
		self.UserID, self.TenantID = s.user.UserID, s.user.TenantID
		bought, asked := s.paid(s.checkout()), s.withdraw("10")
		for _, approve := range []bool{true, false} {
			_, err := s.service.Decide(t.Context(), self, asked.ID, payments.Decision{Approve: approve})
			testkit.WantFault(s.t, err, fault.SelfDecision)
		}
		_, err := s.service.Refund(t.Context(), self, bought.ID, nil, "")
		testkit.WantFault(s.t, err, fault.SelfDecision)
		s.approve(asked)
		_, err = s.service.MarkPaid(t.Context(), self, asked.ID, "transfer")
		testkit.WantFault(s.t, err, fault.SelfDecision)
		_, err = s.service.MarkFailed(t.Context(), self, asked.ID, "no")
		testkit.WantFault(s.t, err, fault.SelfDecision)
		shown, err := s.service.Withdrawal(t.Context(), self, asked.ID)
		if err != nil || shown.Destination != nil {
			t.Errorf("the owner sees more than a hint: %v (%v)", shown.Destination, err)
		}
	})
}

func TestMoneyLeavesOnlyWhereItMay(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		asked := s.withdraw("10")
		s.owners.refusal = fault.New(fault.AccountNotActive, "the account is suspended")
		_, err := s.service.Withdraw(t.Context(), s.user, s.account, money.FromInt(1), bank)
		testkit.WantFault(s.t, err, fault.AccountNotActive)
		_, err = s.service.Decide(t.Context(), s.admin, asked.ID, payments.Decision{Approve: true})
		testkit.WantFault(s.t, err, fault.AccountNotActive)
		_, err = s.service.Decide(t.Context(), s.admin, asked.ID, payments.Decision{})
		s.must(err)
		s.wantBalance(s.account, ledger.Cash, "1000")
	})
}

func TestATransferIsPaidOrComesBack(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		paid, failed := s.withdraw("100"), s.withdraw("30")
		_, err := s.service.MarkPaid(t.Context(), s.admin, paid.ID, "early")
		testkit.WantFault(s.t, err, fault.InvalidTransition)
		if approved := s.approve(paid); approved.Status != payments.WithdrawalApproved || approved.TransferAmount != money.FromInt(100) {
			t.Fatalf("got %+v", approved)
		}
		s.wantBalance(s.account, ledger.Hold, "130") // nothing has gone yet
		_, err = s.service.CancelWithdrawal(t.Context(), s.user, paid.ID)
		testkit.WantFault(s.t, err, fault.InvalidTransition)
		done, err := s.service.MarkPaid(t.Context(), s.admin, paid.ID, "SEPA 42")
		if err != nil || done.Status != payments.WithdrawalPaid || done.Reference != "SEPA 42" || done.CompletedAt.IsZero() {
			t.Fatalf("got %+v (%v)", done, err)
		}
		s.approve(failed)
		back, err := s.service.MarkFailed(t.Context(), s.admin, failed.ID, "no such account")
		if err != nil || back.Status != payments.WithdrawalFailed || back.Reason != "no such account" {
			t.Fatalf("got %+v (%v)", back, err)
		}
		for _, step := range []func() error{
			func() error { _, err := s.service.MarkPaid(t.Context(), s.admin, failed.ID, "again"); return err },
			func() error { _, err := s.service.MarkFailed(t.Context(), s.admin, paid.ID, "again"); return err },
			func() error {
				_, err := s.service.Decide(t.Context(), s.admin, paid.ID, payments.Decision{Approve: true})
				return err
			},
		} {
			testkit.WantFault(s.t, step(), fault.InvalidTransition)
		}
		s.wantBalance(s.account, ledger.Cash, "900")
		s.wantBalance(s.account, ledger.Hold, "0")
		s.wantBalance(s.account, ledger.External, "-900")
		s.wantInOrder()
	})
}

func TestWhoPaysSeesTheWholeDestinationAndIsAudited(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		asked := s.withdraw("10")
		own, err := s.service.Withdrawal(t.Context(), s.user, asked.ID)
		if err != nil || own.Destination != nil || own.Hint != "DE****3000" {
			t.Fatalf("the owner sees %+v (%v)", own, err)
		}
		whole, err := s.service.Withdrawal(t.Context(), s.admin, asked.ID)
		if err != nil || whole.Destination == nil || whole.Destination.IBAN != "DE89370400440532013000" || whole.Destination.HolderName != "Ada Lovelace" {
			t.Fatalf("the back office sees no destination (%v)", err)
		}
		if shown := fmt.Sprintf("%v %+v %#v", whole.Destination, *whole.Destination, whole.Destination); strings.Contains(shown, "3704") {
			t.Errorf("printed as %s", shown)
		}
		_, err = s.service.Withdrawal(t.Context(), s.stranger, asked.ID)
		testkit.WantFault(s.t, err, fault.NotFound)
		_, err = s.service.Withdrawal(t.Context(), s.foreignAdmin, asked.ID)
		testkit.WantFault(s.t, err, fault.NotFound)
		var reads int
		var sealed []byte
		s.must(db.QueryRow(t.Context(), `SELECT COUNT(*) FROM audit_log WHERE action = 'payments.withdrawal.destination_read' AND actor_id = $1 AND subject_id = $2`,
			s.admin.UserID, asked.ID).Scan(&reads))
		s.must(db.QueryRow(t.Context(), `SELECT destination FROM withdrawals WHERE id = $1`, asked.ID).Scan(&sealed))
		if reads != 1 || len(sealed) == 0 || strings.Contains(string(sealed), "3704") {
			t.Errorf("read %d times in the audit log, stored as %q", reads, sealed)
		}
	})
}

func TestADestinationIsChecked(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		for field, change := range map[string]func(*payments.Destination){
			"destination.method":        func(d *payments.Destination) { d.Method = "cheque" },
			"destination.holderName":    func(d *payments.Destination) { d.HolderName = " \t" },
			"destination.iban":          func(d *payments.Destination) { d.IBAN = "DE88370400440532013000" },
			"destination.bic":           func(d *payments.Destination) { d.BIC = "COBADE" },
			"destination.accountNumber": func(d *payments.Destination) { d.AccountNumber = "12345678" },
			"destination.routingNumber": func(d *payments.Destination) { d.IBAN, d.AccountNumber = "", "12345678" },
		} {
			to := bank
			change(&to)
			_, err := s.service.Withdraw(t.Context(), s.user, s.account, money.FromInt(1), to)
			testkit.WantFault(s.t, err, fault.ValidationError)
			if told := err.(*fault.Error); told.Field != field || strings.Contains(told.Message, "3704") {
				t.Errorf("told %q about %s, want %s", told.Message, told.Field, field)
			}
		}
		for _, right := range []payments.Destination{
			{IBAN: "gb82 west 1234 5698 7654 32"}, {IBAN: "FR1420041010050500013M02606", BIC: "PSSTFRPPXXX"}, {IBAN: "NO9386011117947"},
			{AccountNumber: "000123456789", RoutingNumber: "110000000"}, {AccountNumber: "00-123456", BIC: "chasus33"},
		} {
			right.Method, right.HolderName = payments.BankTransfer, "Ada Lovelace"
			if _, err := s.service.Withdraw(t.Context(), s.user, s.account, money.FromInt(1), right); err != nil {
				t.Errorf("%v", err)
			}
		}
	})
}
