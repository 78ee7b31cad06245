package databasetest_test

import (
	"os"
	"os/exec"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
)

func TestDatabasesOfDeadProcessesAreDroppedAndThoseOfLivingOnesKept(t *testing.T) {
	t.Parallel()
	cluster := start(t)
	config, err := pgx.ParseConfig(cluster.URL())
	if err != nil {
		t.Fatal(err)
	}
	// This is the connection of a live test process with the token "living".
	config.RuntimeParams["application_name"] = "bourse_test_living"
	connection, err := pgx.ConnectConfig(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close(t.Context())
	for _, name := range []string{"bourse_test_living_1", "bourse_test_dead_1", "bourse_test_dead_template", "precious"} {
		if _, err := connection.Exec(t.Context(), "CREATE DATABASE "+name); err != nil {
			t.Fatal(err)
		}
	}
	// Another test process connects to the server, uses a database and exits.
	process := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestANewURLHasNoSchema$")
	process.Env = append(os.Environ(), "TEST_POSTGRES_URL="+cluster.URL())
	if output, err := process.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	rows, err := connection.Query(t.Context(),
		"SELECT datname FROM pg_database WHERE NOT datistemplate AND datname <> 'postgres' ORDER BY datname")
	if err != nil {
		t.Fatal(err)
	}
	got, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"bourse_test_living_1", "precious"}, got); diff != "" {
		t.Errorf("what is left (-want +got):\n%s", diff)
	}
}
