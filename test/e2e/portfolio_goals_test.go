package e2e_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
)

// goalOf is a goal of next year.
func goalOf(name string, amount float64) body {
	return body{"name": name, "targetAmount": amount, "targetDate": inDays(365)}
}

func inDays(days int) string { return time.Now().UTC().AddDate(0, 0, days).Format(time.DateOnly) }

func (m *member) newGoal(t *testing.T, portfolio string, content body) map[string]any {
	t.Helper()
	return m.post(t, portfolioAt(portfolio, "/goals"), content).ok(t, 201).object(t, shapeOfGoal)
}

func goalsAreKept(t *testing.T, v *venue) {
	m := v.register(t)
	id := m.paper(t)
	later := body{"name": "A house", "targetAmount": 400_000, "targetDate": inDays(3650), "monthlyContribution": 250.5}
	house := m.newGoal(t, id, later)
	wantFields(t, house, later)
	wantFields(t, house, body{"portfolioId": id, "currentAmount": 100_000, "progressPercent": 25, "status": "at_risk", "share": 0})
	if house["projectedValue"].(float64) <= 100_000 || house["requiredMonthly"].(float64) <= 250.5 {
		t.Errorf("the goal is %v", house)
	}
	boat := m.newGoal(t, id, goalOf("A boat", 101_000)) // 5 percent are expected
	wantFields(t, boat, body{"status": "on_track", "monthlyContribution": 0, "requiredMonthly": 0, "progressPercent": 99})
	goals := m.get(t, portfolioAt(id, "/goals")).ok(t, 200).list(t, shapeOfGoal, nil)
	if len(goals) != 2 || goals[0]["id"] != boat["id"] || goals[1]["id"] != house["id"] {
		t.Errorf("the goals are %v, want the nearest first", goals)
	}
	path := portfolioAt(id, "/goals/"+house["id"].(string))
	changed := m.call(t, http.MethodPatch, path, body{"name": "A flat", "targetAmount": 200_000}).ok(t, 200).object(t, shapeOfGoal)
	// The boat comes first, and it has everything.
	wantFields(t, changed, body{"id": house["id"], "name": "A flat", "targetAmount": 200_000, "progressPercent": 0, "monthlyContribution": 250.5})
	m.call(t, http.MethodDelete, path, nil).done(t, 200)
	m.call(t, http.MethodDelete, path, nil).failed(t, 404, "NOT_FOUND", "")
	m.call(t, http.MethodPatch, path, body{"name": "Gone"}).failed(t, 404, "NOT_FOUND", "")
	if goals := m.get(t, portfolioAt(id, "/goals")).ok(t, 200).list(t, shapeOfGoal, nil); len(goals) != 1 {
		t.Errorf("the goals are %v after one was removed", goals)
	}
}

func goalIsAchieved(t *testing.T, v *venue) {
	admin := v.tenantAdmin(t)
	id := admin.primary(t)
	goal := admin.newGoal(t, id, goalOf("A bike", 150))
	wantFields(t, goal, body{"status": "at_risk"})
	admin.invest(t, 200)
	for _, a := range atOnce(10, func(int) *answer { return admin.get(t, portfolioAt(id, "/goals")) }) {
		goals := a.ok(t, 200).list(t, shapeOfGoal, nil)
		wantFields(t, goals[0], body{"status": "achieved", "progressPercent": 100, "requiredMonthly": 0, "currentAmount": 200})
	}
	told := admin.events(t, "portfolio.goal.achieved")
	if len(told) != 1 {
		t.Fatalf("%d events tell of the goal, want 1", len(told))
	}
	wantFields(t, told[0], body{"goalId": goal["id"], "portfolioId": id, "userId": admin.id})
	wantFields(t, admin.newGoal(t, id, goalOf("Little", 1)), body{"status": "achieved"})
}

func badGoals(t *testing.T, v *venue) {
	m := v.register(t)
	id := m.primary(t)
	goal := portfolioAt(id, "/goals/"+m.newGoal(t, id, goalOf("Good", 1_000_000))["id"].(string))
	for _, bad := range []struct {
		field string
		value any
	}{
		{"name", nil}, {"name", ""}, {"name", strings.Repeat("n", 201)}, {"targetAmount", nil}, {"targetAmount", 0},
		{"targetAmount", -5}, {"targetAmount", "much"}, {"targetDate", nil}, {"targetDate", inDays(0)}, {"targetDate", inDays(-1)},
		{"targetDate", "soon"}, {"targetDate", "2999-01-01"}, {"monthlyContribution", -1}, {"status", "achieved"},
		{"share", -0.1}, {"share", 1.01}, {"share", 0.00001}, {"share", "half"},
	} {
		content := goalOf("Bad", 1000)
		content[bad.field] = bad.value
		if bad.value == nil {
			delete(content, bad.field)
		}
		m.post(t, portfolioAt(id, "/goals"), content).failed(t, 400, "VALIDATION_ERROR", bad.field)
		if bad.value != nil {
			m.call(t, http.MethodPatch, goal, body{bad.field: bad.value}).failed(t, 400, "VALIDATION_ERROR", bad.field)
		}
	}
	m.call(t, http.MethodDelete, portfolioAt(id, "/goals/mine"), nil).failed(t, 400, "VALIDATION_ERROR", "goalId")
	m.call(t, http.MethodDelete, portfolioAt(id, "/goals/"+uuid.NewString()), nil).failed(t, 404, "NOT_FOUND", "")
	if goals := m.get(t, portfolioAt(id, "/goals")).ok(t, 200).list(t, shapeOfGoal, nil); len(goals) != 1 {
		t.Errorf("the goals are %v after the refusals", goals)
	}
}
