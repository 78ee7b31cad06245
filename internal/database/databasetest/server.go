package databasetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"bourse/internal/testkit"
)

// supervisor runs the server and ends it as its standard input says: on the line "halt" the server shuts down and keeps
// its data, on the line "crash" it stops at once and keeps them too; at the end of the input, which also comes when the
// process at the other end is killed, the server is killed with the given signal and its folder removed.
const supervisor = `
cut=$1; directory=$2; shift 2
exec 3<&0
"$@" </dev/null 3<&- &
server=$!
(
	read -r order <&3
	trap '' TERM # from here on the exit status counts
	if [ "$order" = halt ]; then kill -INT "$server"; exit 0; fi
	if [ "$order" = crash ]; then kill -QUIT "$server"; exit 0; fi
	kill "-$cut" "$server"
	exit 1
) &
watcher=$!
wait "$server"
kill "$watcher" 2>/dev/null # still waiting when the server ended by itself; the log then tells why
wait "$watcher"
if [ $? -eq 1 ]; then rm -rf "$directory"; fi
`

// server is one run of a server under its supervisor.
type server struct {
	orders io.WriteCloser
	exited chan struct{} // closed when the supervisor has ended, and the server with it
}

// supervise follows a supervisor until it ends.
func supervise(command *exec.Cmd, orders io.WriteCloser) *server {
	run := &server{orders: orders, exited: make(chan struct{})}
	go func() {
		defer close(run.exited)
		_ = command.Wait() // the log says how it ended
		testkit.Spent(testkit.SpentByPostgres, command.ProcessState)
	}()
	return run
}

// launch starts a supervisor and polls the server at the URL until it answers. If it does not, giveUp ends it, and the
// error contains its output, which is in the file log of its folder.
func launch(ctx context.Context, command *exec.Cmd, url string, giveUp func(run *server)) (*server, error) {
	logFile, err := os.Create(filepath.Join(command.Dir, "log"))
	if err != nil {
		return nil, err
	}
	defer logFile.Close()
	command.Stdout, command.Stderr = logFile, logFile // not this process's own: go test waits until nobody holds that open
	orders, err := command.StdinPipe()
	if err != nil {
		return nil, err
	}
	if err := command.Start(); err != nil {
		return nil, err
	}
	run := supervise(command, orders)
	if err := run.awaitReady(ctx, url); err != nil {
		log, _ := os.ReadFile(logFile.Name()) // without it the error must suffice
		giveUp(run)
		return nil, fmt.Errorf("%w: %s", err, bytes.TrimSpace(log))
	}
	return run, nil
}

// awaitReady polls the server until it answers.
func (s *server) awaitReady(ctx context.Context, url string) error {
	retry := time.NewTicker(10 * time.Millisecond)
	defer retry.Stop()
	for {
		trying, cancel := context.WithTimeout(ctx, 5*time.Second)
		connection, err := pgx.Connect(trying, url)
		cancel()
		if err == nil {
			return connection.Close(ctx)
		}
		select {
		case <-s.exited:
			return errors.New("it ended")
		case <-ctx.Done():
			return errors.Join(ctx.Err(), err)
		case <-retry.C:
		}
	}
}

// start runs the server and waits until it accepts connections. The supervisor outlives ctx.
func (c *Cluster) start(ctx context.Context) error {
	command := c.command(context.WithoutCancel(ctx), "/bin/sh", "-c", supervisor, "supervisor", "QUIT", c.directory,
		filepath.Join(c.binaries, "postgres"), "-D", c.dataDirectory(), "-p", strconv.Itoa(c.port))
	for _, setting := range slices.Concat(settings, c.settings) { // the last one counts
		command.Args = append(command.Args, "-c", setting)
	}
	run, err := launch(ctx, command, c.URL(), func(run *server) { _ = run.halt() }) // the failure to start is the one to return
	if err != nil {
		return fmt.Errorf("start PostgreSQL: %w", err)
	}
	c.running = run
	return nil
}

// settings give up durability across crashes of the machine, and nothing else: how transactions see and wait for each
// other stays as in production. Autovacuum would only get in the way of copying and dropping databases that live for a
// second.
var settings = []string{
	"listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=300",
	"fsync=off", "full_page_writes=off", "synchronous_commit=on",
	"wal_level=minimal", "max_wal_senders=0", "max_wal_size=4GB", "autovacuum=off",
}

// halt shuts the server down cleanly and waits for its end.
func (s *server) halt() error { return s.end("halt") }

// end gives the order to end and waits for the end.
func (s *server) end(order string) error {
	_, err := io.WriteString(s.orders, order+"\n")
	select {
	case <-s.exited: // even when it had ended before and nobody read the order
		return nil
	case <-time.After(time.Minute):
		s.abandon()
		return errors.Join(errors.New("PostgreSQL did not shut down within a minute"), err)
	}
}

// abandon kills the server and waits for its end.
func (s *server) abandon() {
	_ = s.orders.Close() // closing twice is harmless
	<-s.exited
}
