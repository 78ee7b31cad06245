package payments_test

import (
	"encoding/json"
	"math"
	"net/http"
	"testing"

	"bourse/test/e2e/kit"
)

const byID = `SELECT id FROM `

// sandboxDeeds are the operations of a platform with a market and the sandbox.
func sandboxDeeds(t *testing.T, k *killing) []kindOfDeed {
	v := kit.NewVenue(t, k.place, counterFlags...)
	c := &counter{School: &kit.School{Server: v.Server, Author: v.Analyst}}
	trader := v.Register(t)
	k.begin(v.Server, append(v.Flags(), counterFlags...), v.Analyst, trader)
	k.restarted = func(t *testing.T) {
		v.Server, c.School.Server = k.server, k.server
		v.AwaitMark(t, kit.Xrp, "2")
	}
	investor, account := c.investor(t, 5000)
	k.join(investor)
	post := func(m *kit.Member, path string, content any, status int, found string, arguments ...any) *deed {
		return &deed{token: m.Token, method: http.MethodPost, path: path, content: content, status: status, found: found, arguments: arguments}
	}
	kinds := []kindOfDeed{
		{"execute", 1, func(t *testing.T) *deed {
			signal := v.Signal(t, "entry_long", nil)
			return post(trader, kit.Executing(signal), kit.Body{"quantity": 30}, 200, byID+`positions WHERE user_id = $1 AND signal_id = $2`, trader.ID, signal)
		}},
		{"close", 1, func(t *testing.T) *deed {
			position := trader.Opened(t, v.Signal(t, "entry_long", nil), 30)
			return post(trader, kit.Closing(position), kit.Body{"quantity": 30}, 200, byID+`trades WHERE position_id = $1`, position)
		}},
		{"subscribe", 1, func(t *testing.T) *deed {
			bot := v.Analyst.NewBot(t, nil)
			return post(trader, kit.BotAt(bot, "/subscribe"), kit.Body{"mode": "auto", "allocatedCapital": 10}, 201,
				byID+`bot_subscriptions WHERE bot_id = $1 AND user_id = $2`, bot["id"], trader.ID)
		}},
		{"deposit", 1, func(t *testing.T) *deed {
			sum := amount(20)
			return post(investor, kit.DepositsPath, kit.Body{"accountId": account, "amount": sum}, 201, byID+`payments WHERE kind = 'deposit' AND amount = $1`, units(sum))
		}},
		{"cancel payment", 1, func(t *testing.T) *deed {
			payment := depositing(t, investor, account, 50)
			return post(investor, payment.at("/cancel"), nil, 200, byID+`payments WHERE id = $1 AND status = 'cancelled'`, payment.id)
		}},
		{"checkout", 1, func(t *testing.T) *deed {
			course := c.paid(t, 25)
			return post(trader, kit.CheckoutPath, kit.Body{"courseId": course.ID}, 201, byID+`payments WHERE course_id = $1`, course.ID)
		}},
		{"withdraw", 1, func(t *testing.T) *deed {
			sum := amount(10)
			return post(investor, kit.WithdrawalsPath, withdrawing(account, sum), 201, byID+`withdrawals WHERE amount = $1`, units(sum))
		}},
		{"cancel withdrawal", 1, func(t *testing.T) *deed {
			id := withdraw(t, investor, account, 1)
			return post(investor, kit.WithdrawalsPath+"/"+id+"/cancel", nil, 200, byID+`withdrawals WHERE id = $1 AND status = 'cancelled'`, id)
		}},
		{"reject withdrawal", 1, func(t *testing.T) *deed {
			id := withdraw(t, investor, account, 1)
			d := post(c.Author, kit.WithdrawalsPath+"/"+id, kit.Body{"decision": "reject", "reason": "no"}, 200, byID+`withdrawals WHERE id = $1 AND status = 'rejected'`, id)
			d.method = http.MethodPatch
			return d
		}},
	}
	for nth := 1; nth <= 3; nth++ {
		kinds = append(kinds, kindOfDeed{"approve withdrawal", nth, func(t *testing.T) *deed {
			id := withdraw(t, investor, account, 2)
			d := post(c.Author, kit.WithdrawalsPath+"/"+id, kit.Body{"decision": "approve"}, 200, byID+`withdrawals WHERE id = $1 AND status = 'paid'`, id)
			d.method = http.MethodPatch
			return d
		}}, kindOfDeed{"refund deposit", nth, func(t *testing.T) *deed {
			payment := c.deposited(t, investor, account, 40)
			return post(c.Author, payment.at("/refunds"), kit.Body{"amount": 5}, 201, byID+`refunds WHERE payment_id = $1 AND status = 'succeeded' AND withdrawal_id IS NULL`, payment.id)
		}})
	}
	// The last one: it is not among those killed before their commit, which another server carries out.
	return append(kinds, kindOfDeed{"account", 1, func(t *testing.T) *deed {
		k.server.MustStop(t)
		k.restart(t, "--investment-funding", "paper")
		owner := v.Register(t)
		return post(owner, kit.AccountsPath, kit.Body{"tradingAgent": "orion", "initialCapital": 1000, "riskProfile": "moderate"}, 201,
			byID+`investment_accounts WHERE user_id = $1 AND 100000000000 = (
					SELECT balance FROM ledger_accounts WHERE owner_id = investment_accounts.id AND code = 'cash')`, owner.ID)
	}})
}

// stripeDeeds are the operations that involve Stripe.
func stripeDeeds(t *testing.T, k *killing) []kindOfDeed {
	peer := newStripePeer(t)
	flags := []string{"--payments-provider", "stripe", "--payments-stripe-key", stripeKey, "--payments-stripe-webhook-secret", stripeSecret,
		"--payments-stripe-url", peer.URL, "--app-url", "https://app.example.test/base"}
	c := &stripeCounter{newStripeCounter(t, k.place, flags...), peer}
	k.begin(c.Server, flags, c.Author)
	k.restarted = func(*testing.T) { c.School.Server = k.server }
	m, account := c.customer(t)
	k.join(m)
	post := func(by *kit.Member, path string, content any, status int, found string, arguments ...any) *deed {
		return &deed{token: by.Token, method: http.MethodPost, path: path, content: content, status: status, found: found, arguments: arguments}
	}
	deposited := func(t *testing.T) begun {
		payment := depositing(t, m, account, 40)
		c.tell(t, sessionCompleted, session(payment, 4000))
		return payment
	}
	// approved is a withdrawal that Stripe refuses to refund, which leaves it to a transfer.
	approved := func(t *testing.T) string {
		deposited(t)
		id := withdraw(t, m, account, 40)
		peer.refunding("failed")
		defer peer.refunding("succeeded")
		kit.WantFields(t, judge(t, c.Author, id, "approve").Ok(t, 200).Object(t, shapeOfWithdrawal), kit.Body{"status": "approved", "transferAmount": 40})
		return id
	}
	kinds := []kindOfDeed{
		{"deposit", 1, func(t *testing.T) *deed {
			sum := amount(20)
			return post(m, kit.DepositsPath, kit.Body{"accountId": account, "amount": sum}, 201, byID+`payments WHERE kind = 'deposit' AND amount = $1`, units(sum))
		}},
		{"checkout", 1, func(t *testing.T) *deed {
			course := c.paid(t, 25)
			return post(m, kit.CheckoutPath, kit.Body{"courseId": course.ID}, 201, byID+`payments WHERE course_id = $1`, course.ID)
		}},
		{"paid", 1, func(t *testing.T) *deed {
			id := approved(t)
			return post(c.Author, kit.WithdrawalsPath+"/"+id+"/paid", kit.Body{"reference": "TX-1"}, 200, byID+`withdrawals WHERE id = $1 AND status = 'paid'`, id)
		}},
		{"failed", 1, func(t *testing.T) *deed {
			id := approved(t)
			return post(c.Author, kit.WithdrawalsPath+"/"+id+"/failed", kit.Body{"reason": "no such bank"}, 200, byID+`withdrawals WHERE id = $1 AND status = 'failed'`, id)
		}},
	}
	for nth := 1; nth <= 3; nth++ {
		kinds = append(kinds, kindOfDeed{"refund", nth, func(t *testing.T) *deed {
			payment := deposited(t)
			return post(c.Author, payment.at("/refunds"), kit.Body{"amount": 5}, 201, byID+`refunds WHERE payment_id = $1 AND status = 'succeeded'`, payment.id)
		}})
	}
	return kinds
}

// units is an amount in the ledger's units.
func units(sum json.Number) int64 {
	value, _ := sum.Float64()
	return int64(math.Round(value*100)) * cent
}
