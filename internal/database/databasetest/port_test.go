package databasetest_test

import (
	"fmt"
	"net"
	"testing"

	"bourse/internal/database/databasetest"
)

// Not parallel: a process that another test starts inherits our sockets between fork and exec, and a port that was
// probed meanwhile stays occupied for as long.
func TestAFreePortIsNoneThatTheSystemHandsOut(t *testing.T) {
	for range 100 {
		port, err := databasetest.FreePort()
		if err != nil {
			t.Fatal(err)
		}
		if port < 10_000 || port >= 32_768 {
			t.Fatalf("port %d may be handed out to anybody", port)
		}
		listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
		if err != nil {
			t.Fatal(err)
		}
		listener.Close()
	}
}
