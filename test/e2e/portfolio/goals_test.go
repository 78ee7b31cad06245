package portfolio_test

import (
	"net/http"
	"testing"
	"time"

	"bourse/test/e2e/kit"
)

// goalOf is a goal of next year.
func goalOf(name string, amount float64) kit.Body {
	return kit.Body{"name": name, "targetAmount": amount, "targetDate": inDays(365)}
}

func inDays(days int) string { return time.Now().UTC().AddDate(0, 0, days).Format(time.DateOnly) }

func newGoal(t *testing.T, m *kit.Member, portfolio string, content kit.Body) map[string]any {
	t.Helper()
	return m.Post(t, portfolioAt(portfolio, "/goals"), content).Ok(t, 201).Object(t, shapeOfGoal)
}

func goalsAreKept(t *testing.T, v *kit.Venue) {
	m := v.Register(t)
	id := paper(t, m)
	later := kit.Body{"name": "A house", "targetAmount": 400_000, "targetDate": inDays(3650), "monthlyContribution": 250.5}
	house := newGoal(t, m, id, later)
	kit.WantFields(t, house, later)
	kit.WantFields(t, house, kit.Body{"portfolioId": id, "currentAmount": 100_000, "progressPercent": 25, "status": "at_risk", "share": 0})
	if house["projectedValue"].(float64) <= 100_000 || house["requiredMonthly"].(float64) <= 250.5 {
		t.Errorf("the goal is %v", house)
	}
	boat := newGoal(t, m, id, goalOf("A boat", 101_000)) // the assumed return is 5 percent
	kit.WantFields(t, boat, kit.Body{"status": "on_track", "monthlyContribution": 0, "requiredMonthly": 0, "progressPercent": 99})
	goals := m.Get(t, portfolioAt(id, "/goals")).Ok(t, 200).List(t, shapeOfGoal, nil)
	if len(goals) != 2 || goals[0]["id"] != boat["id"] || goals[1]["id"] != house["id"] {
		t.Errorf("the goals are %v, want the nearest first", goals)
	}
	path := portfolioAt(id, "/goals/"+house["id"].(string))
	changed := m.Call(t, http.MethodPatch, path, kit.Body{"name": "A flat", "targetAmount": 200_000}).Ok(t, 200).Object(t, shapeOfGoal)
	// The boat comes first, and gets everything.
	kit.WantFields(t, changed, kit.Body{"id": house["id"], "name": "A flat", "targetAmount": 200_000, "progressPercent": 0, "monthlyContribution": 250.5})
	m.Call(t, http.MethodDelete, path, nil).Done(t, 200)
	m.Call(t, http.MethodDelete, path, nil).Failed(t, 404, "NOT_FOUND", "")
	m.Call(t, http.MethodPatch, path, kit.Body{"name": "Gone"}).Failed(t, 404, "NOT_FOUND", "")
	if goals := m.Get(t, portfolioAt(id, "/goals")).Ok(t, 200).List(t, shapeOfGoal, nil); len(goals) != 1 {
		t.Errorf("the goals are %v after one was removed", goals)
	}
}

func goalIsAchieved(t *testing.T, v *kit.Venue) {
	admin := v.TenantAdmin(t)
	id := primary(t, admin)
	goal := newGoal(t, admin, id, goalOf("A bike", 150))
	kit.WantFields(t, goal, kit.Body{"status": "at_risk"})
	admin.Invest(t, 200)
	for _, a := range kit.AtOnce(10, func(int) *kit.Answer { return admin.Get(t, portfolioAt(id, "/goals")) }) {
		goals := a.Ok(t, 200).List(t, shapeOfGoal, nil)
		kit.WantFields(t, goals[0], kit.Body{"status": "achieved", "progressPercent": 100, "requiredMonthly": 0, "currentAmount": 200})
	}
	told := admin.Events(t, "portfolio.goal.achieved")
	if len(told) != 1 {
		t.Fatalf("%d events tell of the goal, want 1", len(told))
	}
	kit.WantFields(t, told[0], kit.Body{"goalId": goal["id"], "portfolioId": id, "userId": admin.ID})
	kit.WantFields(t, newGoal(t, admin, id, goalOf("Little", 1)), kit.Body{"status": "achieved"})
}
