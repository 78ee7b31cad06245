package portfolio_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/money"
	"bourse/internal/portfolio"
	"bourse/internal/testkit"
	"bourse/internal/webhook"
)

func goalOf(amount string) portfolio.NewGoal {
	return portfolio.NewGoal{Name: "A roof", TargetAmount: usd(amount), TargetDate: today.AddDate(1, 0, 0)}
}

func TestAGoalTellsHowItIsDoing(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		caller := r.user("1000")
		id := r.primary(caller).ID
		given := goalOf("2277.25")
		given.Name, given.TargetDate = "  A roof ", given.TargetDate.Add(15*time.Hour)
		created, err := r.CreateGoal(t.Context(), caller, id, given)
		must(t, err)
		equal(t, "the status", created.Status, portfolio.AtRisk)
		equal(t, "the name", created.Name, "A roof")
		equal(t, "the date", created.TargetDate.Equal(today.AddDate(1, 0, 0)), true)
		equal(t, "the current amount", created.CurrentAmount, usd("1000"))
		equal(t, "the progress", created.ProgressPercent, usd("43.91"))
		equal(t, "the projection", created.ProjectedValue, usd("1050"))
		equal(t, "what it takes", created.RequiredMonthly, usd("100"))
		contribution := usd("100")
		changed, err := r.UpdateGoal(t.Context(), caller, id, created.ID, portfolio.GoalChange{MonthlyContribution: &contribution})
		must(t, err)
		equal(t, "the status", changed.Status, portfolio.OnTrack)
		equal(t, "the name", changed.Name, "A roof")
		nearer := goalOf("5000")
		nearer.TargetDate = today.AddDate(0, 0, 1)
		_, err = r.CreateGoal(t.Context(), caller, id, nearer)
		must(t, err)
		goals, err := r.Goals(t.Context(), caller, id)
		must(t, err)
		equal(t, "goals", len(goals), 2)
		equal(t, "the nearest", goals[0].TargetAmount, usd("5000"))
		equal(t, "what it takes in a day", goals[0].RequiredMonthly, usd("4000"))
		must(t, r.DeleteGoal(t.Context(), caller, id, created.ID))
		testkit.WantFault(t, r.DeleteGoal(t.Context(), caller, id, created.ID), fault.NotFound, "")
		r.wantEvents("portfolio.goal.achieved", 0)
	})
}

func TestAGoalThatCannotBeIsRefused(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		caller := r.user("1000")
		id := r.primary(caller).ID
		for field, spoil := range map[string]func(*portfolio.NewGoal){
			"name":                func(g *portfolio.NewGoal) { g.Name = " " },
			"targetAmount":        func(g *portfolio.NewGoal) { g.TargetAmount = money.Zero },
			"monthlyContribution": func(g *portfolio.NewGoal) { g.MonthlyContribution = usd("-0.01") },
			"targetDate":          func(g *portfolio.NewGoal) { g.TargetDate = today },
		} {
			given := goalOf("5000")
			spoil(&given)
			_, err := r.CreateGoal(t.Context(), caller, id, given)
			testkit.WantFault(t, err, fault.ValidationError, field)
		}
		given := goalOf("5000")
		given.TargetDate = today.AddDate(100, 0, 1)
		_, err := r.CreateGoal(t.Context(), caller, id, given)
		testkit.WantFault(t, err, fault.ValidationError, "targetDate")
		given.TargetDate = today.AddDate(100, 0, 0)
		goal, err := r.CreateGoal(t.Context(), caller, id, given)
		must(t, err)
		past, none := today.AddDate(0, 0, -1), money.Zero
		_, err = r.UpdateGoal(t.Context(), caller, id, goal.ID, portfolio.GoalChange{TargetDate: &past})
		testkit.WantFault(t, err, fault.ValidationError, "targetDate")
		_, err = r.UpdateGoal(t.Context(), caller, id, goal.ID, portfolio.GoalChange{TargetAmount: &none})
		testkit.WantFault(t, err, fault.ValidationError, "targetAmount")
		_, err = r.UpdateGoal(t.Context(), caller, id, uuid.New(), portfolio.GoalChange{})
		testkit.WantFault(t, err, fault.NotFound, "")
	})
}

func TestAGoalWhoseDayHasComeCanStillBeRenamed(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		caller := r.user("1000")
		id := r.primary(caller).ID
		goal, err := r.CreateGoal(t.Context(), caller, id, goalOf("5000"))
		must(t, err)
		r.clock.Advance(2 * 365 * 24 * time.Hour)
		named := "Too late"
		changed, err := r.UpdateGoal(t.Context(), caller, id, goal.ID, portfolio.GoalChange{Name: &named})
		must(t, err)
		equal(t, "the name", changed.Name, "Too late")
		equal(t, "the status", changed.Status, portfolio.AtRisk)
		equal(t, "the projection", changed.ProjectedValue, usd("1000"))
	})
}

func TestAGoalIsAchievedOnceWhoeverSeesIt(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		caller := r.user("1000")
		id := r.primary(caller).ID
		_, err := r.CreateGoal(t.Context(), caller, id, goalOf("5000"))
		must(t, err)
		r.setCash(caller, "5000")
		must(t, errors.Join(testkit.InParallel(20, func(int) error {
			_, err := r.Goals(t.Context(), caller, id)
			return errors.Join(err, r.WatchGoals(t.Context()))
		})...))
		r.wantEvents("portfolio.goal.achieved", 1)
		// An achieved goal stays achieved when the market falls and when the target is raised.
		r.setCash(caller, "10")
		goals, err := r.Goals(t.Context(), caller, id)
		must(t, err)
		equal(t, "the status", goals[0].Status, portfolio.Achieved)
		equal(t, "the moment", goals[0].AchievedAt.Equal(noon), true)
		equal(t, "what it takes", goals[0].RequiredMonthly, money.Zero)
		raised := usd("9000")
		changed, err := r.UpdateGoal(t.Context(), caller, id, goals[0].ID, portfolio.GoalChange{TargetAmount: &raised})
		must(t, err)
		equal(t, "the status", changed.Status, portfolio.Achieved)
		r.setCash(caller, "10000")
		must(t, r.WatchGoals(t.Context()))
		r.wantEvents("portfolio.goal.achieved", 1)
	})
}

func TestAGoalThatCouldNotBeToldOfIsAchievedAndToldInTheNextTry(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		caller := r.user("1000")
		id := r.primary(caller).ID
		_, err := r.CreateGoal(t.Context(), caller, id, goalOf("5000"))
		must(t, err)
		r.setCash(caller, "5000")
		tries := 0
		r.events.Refuse(func(webhook.Event) error {
			if tries++; tries == 1 {
				return database.ErrLocked
			}
			return nil
		})
		must(t, r.WatchGoals(t.Context()))
		r.wantEvents("portfolio.goal.achieved", 1)
		r.setCash(caller, "10")
		goals, err := r.Goals(t.Context(), caller, id)
		must(t, err)
		equal(t, "the status", goals[0].Status, portfolio.Achieved)
		must(t, r.WatchGoals(t.Context()))
		r.wantEvents("portfolio.goal.achieved", 1)
	})
}

func TestAGoalThatIsReachedAlreadyIsAchievedAtOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		caller := r.user("1000")
		id := r.primary(caller).ID
		created, err := r.CreateGoal(t.Context(), caller, id, goalOf("1000"))
		must(t, err)
		equal(t, "the status", created.Status, portfolio.Achieved)
		equal(t, "the progress", created.ProgressPercent, money.FromInt(100))
		r.setCash(caller, "1990")
		open, err := r.CreateGoal(t.Context(), caller, id, goalOf("1000.01"))
		must(t, err)
		equal(t, "what the first goal leaves", open.CurrentAmount, usd("990"))
		equal(t, "the status", open.Status, portfolio.OnTrack)
		lowered := usd("900")
		changed, err := r.UpdateGoal(t.Context(), caller, id, open.ID, portfolio.GoalChange{TargetAmount: &lowered})
		must(t, err)
		equal(t, "the status", changed.Status, portfolio.Achieved)
		r.wantEvents("portfolio.goal.achieved", 2)
	})
}

func TestAGoalThatHasEnoughOnceAnotherIsDeletedIsAchievedByThat(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		caller := r.user("1000")
		id := r.primary(caller).ID
		nearer := goalOf("6000")
		nearer.TargetDate = today.AddDate(0, 1, 0)
		first, err := r.CreateGoal(t.Context(), caller, id, nearer)
		must(t, err)
		left, err := r.CreateGoal(t.Context(), caller, id, goalOf("600"))
		must(t, err)
		equal(t, "what the nearer one leaves", left.CurrentAmount, money.Zero)
		watcher := r.NewGoalWatcher()
		must(t, watcher.Watch(t.Context()))
		r.wantEvents("portfolio.goal.achieved", 0)
		must(t, r.DeleteGoal(t.Context(), caller, id, first.ID))
		r.wantEvents("portfolio.goal.achieved", 1)
		must(t, watcher.Watch(t.Context())) // skipped: nothing has happened on the account
		goals, err := r.Goals(t.Context(), caller, id)
		must(t, err)
		equal(t, "goals", len(goals), 1)
		equal(t, "the status", goals[0].Status, portfolio.Achieved)
		must(t, r.DeleteGoal(t.Context(), caller, id, left.ID))
		r.wantEvents("portfolio.goal.achieved", 1)
	})
}

// Two goals are deleted concurrently: neither deletion still counts the other goal.
func TestGoalsThatAreDeletedAtOnceLeaveTheirPartsToTheLast(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		caller := r.user("1000")
		id := r.primary(caller).ID
		var before []uuid.UUID
		for range 6 {
			nearer := goalOf("5000")
			nearer.TargetDate, nearer.Share = today.AddDate(0, 1, 0), usd("0.1")
			goal, err := r.CreateGoal(t.Context(), caller, id, nearer)
			must(t, err)
			before = append(before, goal.ID)
		}
		_, err := r.CreateGoal(t.Context(), caller, id, goalOf("1000"))
		must(t, err)
		must(t, errors.Join(testkit.InParallel(len(before), func(i int) error {
			return r.DeleteGoal(t.Context(), caller, id, before[i])
		})...))
		r.wantEvents("portfolio.goal.achieved", 1)
	})
}

func TestTheWatcherAsksOnceForAllUsersAndPassesOverThoseThatFail(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		broken := r.user("1000")
		_, err := r.CreateGoal(t.Context(), broken, r.primary(broken).ID, goalOf("2000"))
		must(t, err)
		for range 4 {
			caller := r.user("1000")
			whole := r.primary(caller)
			own, err := r.Create(t.Context(), caller, portfolio.NewPortfolio{
				Name: "Own", RiskProfile: portfolio.Moderate, AccountIDs: whole.AccountIDs,
			})
			must(t, err)
			r.addAccount(caller, portfolio.Account{Cash: usd("1000")})
			for _, id := range []uuid.UUID{whole.ID, own.ID} { // the second account is not in the second portfolio
				_, err := r.CreateGoal(t.Context(), caller, id, goalOf("2500"))
				must(t, err)
				_, err = r.CreateGoal(t.Context(), caller, id, goalOf("99999"))
				must(t, err)
			}
			r.setCash(caller, "2000")
		}
		r.setCash(broken, "2000")
		r.desk.fails[broken.UserID] = errors.New("no price")
		r.desk.reads = 0
		must(t, r.WatchGoals(t.Context()))
		equal(t, "reads", r.desk.reads, 6) // one for all together, and then one for each of five
		r.wantEvents("portfolio.goal.achieved", 4)
		delete(r.desk.fails, broken.UserID)
		r.desk.reads = 0
		must(t, r.WatchGoals(t.Context()))
		equal(t, "reads", r.desk.reads, 1)
		r.wantEvents("portfolio.goal.achieved", 5)
	})
}

// Only PostgreSQL locks rows.
func TestAGoalThatSomebodyHoldsDoesNotKeepTheOthersFromBeingAchieved(t *testing.T) {
	t.Parallel()
	db := databasetest.Open(t, database.Postgres)
	r := newRig(t, db)
	reach := func() *portfolio.Goal {
		caller := r.user("1000")
		goal, err := r.CreateGoal(t.Context(), caller, r.primary(caller).ID, goalOf("2000"))
		must(t, err)
		r.setCash(caller, "2000")
		return goal
	}
	held := reach()
	reach()
	reach()
	release := databasetest.Hold(t, db, `SELECT id FROM portfolio_goals WHERE id = $1 FOR UPDATE`, held.ID)
	watcher := r.NewGoalWatcher()
	must(t, watcher.Watch(t.Context()))
	r.wantEvents("portfolio.goal.achieved", 2)
	release()
	r.clock.Advance(time.Hour)
	must(t, watcher.Watch(t.Context()))
	r.wantEvents("portfolio.goal.achieved", 3)
	must(t, watcher.Watch(t.Context()))
	r.wantEvents("portfolio.goal.achieved", 3)
}

func TestAPortfolioHasAHundredGoalsAtMost(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		caller := r.user("1000")
		id := r.primary(caller).ID
		for range 99 {
			r.exec(`INSERT INTO portfolio_goals (id, portfolio_id, name, target_amount, target_date, monthly_contribution, created_at, updated_at)
				VALUES ($1, $2, 'x', 900000000000000, 0, 0, 0, 0)`, uuid.New(), id)
		}
		_, err := r.CreateGoal(t.Context(), caller, id, goalOf("5000"))
		must(t, err)
		_, err = r.CreateGoal(t.Context(), caller, id, goalOf("5000"))
		testkit.WantFault(t, err, fault.Conflict, "")
	})
}

func TestTheWatcherLooksAtOnceAndEndsWithItsContext(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		caller := r.user("1000")
		_, err := r.CreateGoal(t.Context(), caller, r.primary(caller).ID, goalOf("5000"))
		must(t, err)
		r.setCash(caller, "6000")
		watcher := r.SharedWorkers()[0]
		equal(t, "the name", watcher.Name(), "goal-watcher")
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error)
		go func() { ended <- watcher.Run(ctx) }()
		for told := ""; told != "portfolio.goal.achieved"; {
			told = <-r.told
		}
		stop()
		must(t, <-ended)
	})
}
