// Package app is the command line: settings, wiring and commands.
//
// The wiring is plain Go, top to bottom (platform.go): open the database, create each service with its constructor
// and dependencies, build the handler, list the workers. Only main imports this package.
package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"

	"bourse/internal/database"
)

// commands is the command line.
type commands struct {
	Demo    demoCommand    `cmd:"" help:"Run a complete platform with sample data: nothing to set up."`
	Serve   serveCommand   `cmd:"" help:"Run the platform: the API, the console and the background jobs."`
	Migrate migrateCommand `cmd:"" help:"Bring the schema of the database up to date."`
	Backup  backupCommand  `cmd:"" help:"Copy the SQLite database, also of a running server, as it is at one moment. (PostgreSQL: use pg_dump.)"`
	Verify  verifyCommand  `cmd:"" help:"Recompute what must be true of the books and of everything beside them. Exit status 0: all holds; 1, with a list: something does not; 2: it could not look."`
	Doctor  doctorCommand  `cmd:"" help:"Check settings, keys, schema, database and machine, and whether configured services can be reached. Changes nothing."`
	User    userCommand    `cmd:"" help:"Manage users."`
	Tenant  tenantCommand  `cmd:"" help:"Manage tenants, the brands that share the installation."`
	Keys    keysCommand    `cmd:"" help:"Manage the keys of the installation."`
	OpenAPI openapiCommand `cmd:"" name:"openapi" help:"Print the API's contract."`
	Version versionCommand `cmd:"" help:"Print the version."`
}

// console is where commands read and write.
type console struct {
	in       io.Reader
	out, err io.Writer
}

// Main runs the command line and returns the exit status: 0 on success, 1 when the command failed, was interrupted or
// may succeed when retried, 2 when a setting is wrong. SIGINT and SIGTERM end the command in order. A second one ends
// it at once, except a server, which then skips what it waits for (see drain).
func Main(args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	go func() { // lives as long as the process
		<-ctx.Done()
		stop() // from now on a signal has its default effect
	}()
	return run(ctx, console{os.Stdin, os.Stdout, os.Stderr}, args)
}

func run(ctx context.Context, terminal console, args []string) int {
	var all commands
	exited := -1
	parser, err := kong.New(&all,
		kong.Name("bourse"),
		kong.Description("The backend of a retail trading, investing and learning platform."),
		kong.DefaultEnvars("BOURSE"),
		defaultsFor(args),
		kong.UsageOnError(),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.Writers(terminal.out, terminal.err),
		kong.Exit(func(status int) { exited = status }), // after --help
	)
	if err != nil {
		fmt.Fprintln(terminal.err, "bourse:", err)
		return 1
	}
	selected, err := parser.Parse(args)
	if exited >= 0 {
		return exited
	}
	if err != nil {
		fmt.Fprintln(terminal.err, "bourse:", err)
		if wrong := (*settingError)(nil); !errors.As(err, &wrong) { // the parser has already said what to correct
			fmt.Fprintln(terminal.err, `Run "bourse --help" for the commands and "bourse COMMAND --help" for their settings.`)
		}
		return 2
	}
	if err := checkEnvironment(os.Environ(), environmentNames(parser.Model.Node)); err != nil {
		fmt.Fprintln(terminal.err, "bourse:", err)
		return 2
	}
	selected.BindTo(ctx, (*context.Context)(nil))
	if err := selected.Run(terminal); err != nil {
		if ctx.Err() != nil && errors.Is(err, context.Canceled) {
			return interrupted(terminal, selected.Command())
		}
		fmt.Fprintln(terminal.err, "bourse:", err)
		return failed(selected.Command(), err)
	}
	return 0
}

// failed is the exit status of a command that has failed. A condition that may be over in a moment, such as a
// database that is away or a port in use, is not a setting to correct: the process manager restarts the process.
func failed(command string, err error) int {
	var wrong *settingError
	isPassing := errors.Is(err, syscall.EADDRINUSE) || errors.Is(err, syscall.EADDRNOTAVAIL) || database.IsAway(err) && command != "verify" // whose 1 means that a rule is broken
	if errors.As(err, &wrong) && !isPassing {
		return 2
	}
	return 1
}

// interrupted is the exit status of a command that was told to stop before it was done: a caller must not take it for
// done. A server that was told to stop before it was up has done as told.
func interrupted(terminal console, command string) int {
	if command == "serve" || command == "demo" {
		return 0
	}
	fmt.Fprintln(terminal.err, "bourse: interrupted before it was done")
	if command == "verify" {
		return 2 // 1 would mean that a rule is broken
	}
	return 1
}

// defaultsFor gives the demo its own data folder, a quieter log and the sandbox.
func defaultsFor(args []string) kong.Vars {
	if len(args) > 0 && args[0] == "demo" {
		return kong.Vars{"data_dir": "./data/demo", "log_level": "warn", "drain_delay": "0s", "webhook_local": "true", "minute_history": "72h", "daily_history": "8784h", "payments_provider": "sandbox",
			"cors_origins": "http://localhost:*,http://127.0.0.1:*"}
	}
	return kong.Vars{"data_dir": "./data", "log_level": "info", "drain_delay": "5s", "webhook_local": "false", "minute_history": "24h", "daily_history": "720h", "payments_provider": "none", "cors_origins": ""}
}
