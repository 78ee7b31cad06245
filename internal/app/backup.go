package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"bourse/internal/database"
)

type backupCommand struct {
	storageSettings `embed:""`

	File     string `arg:"" help:"Where the copy goes: a new file."`
	WithKeys bool   `help:"Copy the key file beside it, as FILE.keys.json. Whoever has both can read everything." env:"-"`
}

// Run copies the database while it is in use. It fails with a wrong setting on PostgreSQL, which has better tools of
// its own, when the file exists already, when the disk has no room, and without the database's own key file: that a
// backup is unreadable must not be discovered when it is needed.
func (c *backupCommand) Run(ctx context.Context, terminal console) (err error) {
	engine, err := database.EngineAt(c.databaseURL())
	if err != nil {
		return &settingError{"database-url", err}
	}
	if engine == database.Postgres {
		return badSetting("database-url", "%w: pg_dump --format=custom --file=FILE makes a copy of one moment, pg_basebackup with WAL archiving one of any moment; %s belongs to either", database.ErrServerBackup, c.keyFile())
	}
	db, err := c.openToRead(ctx, database.PatientLimits)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	progress := progressWriter{out: terminal.err}
	if err := db.BackUp(ctx, c.File, progress.show); err != nil {
		if errors.Is(err, fs.ErrExist) || errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) || errors.Is(err, database.ErrNoRoom) {
			return fmt.Errorf("FILE: %w", err)
		}
		return err
	}
	say(terminal.out, "copied %s to %s (%s), checked", db.Place(), c.File, mebibytes(progress.total))
	return c.tellKeys(terminal.out)
}

// tellKeys copies the key file if requested, and otherwise says that it belongs to the backup.
func (c *backupCommand) tellKeys(out io.Writer) error {
	if !c.WithKeys {
		say(out, "the key file %s belongs to the backup and is not in it: without it nobody can log in to what is restored. Keep it apart from the copy (--with-keys puts it beside it).", c.keyFile())
		return nil
	}
	target := c.File + ".keys.json"
	if err := copyPrivately(c.keyFile(), target); err != nil {
		return fmt.Errorf("copy the key file: %w", err)
	}
	say(out, "copied %s to %s, readable by you alone: whoever has both files can read everything", c.keyFile(), target)
	return nil
}

// copyPrivately copies a small file to a new one that only its owner can read.
func copyPrivately(from, to string) (err error) {
	content, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	file, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if _, err = file.Write(content); err == nil {
		err = file.Sync()
	}
	return errors.Join(err, file.Close())
}

// progressWriter reports the progress of a copy, one line for every tenth.
type progressWriter struct {
	out         io.Writer
	tenths      int64
	done, total int64
}

func (w *progressWriter) show(done, total int64) {
	w.done, w.total = done, total
	if total == 0 || done*10/total == w.tenths {
		return
	}
	w.tenths = done * 10 / total
	say(w.out, "%3d %%  %s of %s", w.tenths*10, mebibytes(done), mebibytes(total))
}

func mebibytes(bytes int64) string { return fmt.Sprintf("%.1f MiB", float64(bytes)/(1<<20)) }
