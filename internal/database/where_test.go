package database_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
)

func TestWithoutABoundThereIsNoCondition(t *testing.T) {
	t.Parallel()
	arguments := database.Arguments{"tenant"}
	if got := arguments.Below("id", uuid.Nil); got != "" || len(arguments) != 1 {
		t.Errorf("the condition is %q with %d arguments, want none", got, len(arguments))
	}
	if got := arguments.Below("id", uuid.New()); got != " AND id < $2" || len(arguments) != 2 {
		t.Errorf("the condition is %q with %d arguments", got, len(arguments))
	}
	if got := arguments.Add(20); got != "$3" {
		t.Errorf("the place is %s, want $3", got)
	}
}

func TestAListOfValuesIsNumberedWhereverItStands(t *testing.T) {
	t.Parallel()
	var first database.Arguments
	if list, more := database.AddAll(&first, []int{7, 8}), first.Add(9); list != "($1, $2)" || more != "$3" {
		t.Errorf("the list is %s and what comes behind it %s", list, more)
	}
	if list := database.AddAll(&first, []string{"a", "b"}); list != "($4, $5)" {
		t.Errorf("the list is %s, want ($4, $5)", list)
	}
	if diff := cmp.Diff(database.Arguments{7, 8, 9, "a", "b"}, first); diff != "" {
		t.Errorf("the arguments (-want +got):\n%s", diff)
	}
}

func TestOnlyWhatIsAskedForIsACondition(t *testing.T) {
	t.Parallel()
	var where database.Where
	if where.String() != "" {
		t.Errorf("nothing was asked for: %q", where.String())
	}
	bound := uuid.New()
	where.Equal("tenant_id", "a")
	where.EqualIf(false, "status", "open")
	where.EqualIf(true, "level", "expert")
	where.EqualBeside("owner", "b")
	where.Between("created_at", 1, 2)
	where.Behind("id", database.Cursor{})
	where.Behind("id", database.Cursor{Before: bound})
	where.And("(price = 0) = " + where.Add(true))
	database.In(&where, "kind", []string{"x", "y"})
	database.In(&where, "kind", []string{})
	statement := "SELECT 1 FROM courses" + where.String() + " ORDER BY id" + where.Page(database.Page{Number: 3, Limit: 20})
	want := "SELECT 1 FROM courses WHERE tenant_id = $1 AND level = $2 AND (owner = $3) IS TRUE AND created_at >= $4 AND created_at < $5 AND id < $6" +
		" AND (price = 0) = $7 AND kind IN ($8, $9) AND 1 = 0 ORDER BY id LIMIT $10 OFFSET $11"
	if statement != want {
		t.Errorf("the statement is\n%s, want\n%s", statement, want)
	}
	if diff := cmp.Diff(database.Arguments{"a", "expert", "b", 1, 2, bound, true, "x", "y", 20, 40}, where.Arguments); diff != "" {
		t.Errorf("the arguments (-want +got):\n%s", diff)
	}
}

func TestRowsAreFoundByTheConditionThatLeadsToFewer(t *testing.T) {
	t.Parallel()
	db := databasetest.Open(t, database.SQLite)
	for _, test := range []struct{ table, found, index, order string }{
		{"payments", "user_id", "payments_by_user", "id DESC"}, {"withdrawals", "user_id", "withdrawals_by_user", "id DESC"},
		{"audit_log", "actor_id", "audit_log_by_actor_and_time", "created_at DESC, id DESC"},
		{"audit_log", "user_id", "audit_log_by_user", "created_at DESC, id DESC"},
	} {
		var where database.Where
		where.Equal(test.found, "somebody")
		where.EqualBeside("tenant_id", "a tenant")
		query := "EXPLAIN QUERY PLAN SELECT id FROM " + test.table + where.String() + " ORDER BY " + test.order + where.Page(database.Page{Number: 1, Limit: 20})
		rows, err := db.Query(t.Context(), query, where.Arguments...)
		plan, err := database.Collect(rows, err, func(row database.Row) (detail string, err error) {
			var a, b, c any
			err = row.Scan(&a, &b, &c, &detail)
			return detail, err
		})
		if all := strings.Join(plan, "; "); err != nil || !strings.Contains(all, "INDEX "+test.index+" ") || strings.Contains(all, "TEMP B-TREE") {
			t.Errorf("%s by %s is read by %s (%v)", test.table, test.found, all, err)
		}
	}
}

func TestIdentifiersSortByTheirTime(t *testing.T) {
	t.Parallel()
	at := time.UnixMicro(1_700_000_000_123_456)
	earlier, later := database.NewIDAt(at), database.NewIDAt(at.Add(time.Microsecond))
	if earlier.String() >= later.String() || earlier.Version() != 7 || earlier.Variant() != uuid.RFC4122 {
		t.Errorf("%s does not sort before %s", earlier, later)
	}
	if seconds, nanoseconds := earlier.Time().UnixTime(); seconds != 1_700_000_000 || nanoseconds/1_000_000 != 123 {
		t.Errorf("the identifier names %d s, %d ns", seconds, nanoseconds)
	}
	if first, second := database.NewID(), database.NewID(); first.String() >= second.String() {
		t.Errorf("%s does not sort before %s", first, second)
	}
}
