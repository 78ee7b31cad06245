package secret

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Load reads the key file. It fails with an error that is fs.ErrNotExist when there is none, and with an error that
// names the file when anybody but its owner has access to it or it contains no valid keys.
func Load(path string) (*Keyring, error) {
	_, ring, err := read(path)
	return ring, err
}

// LoadOrCreate reads the key file, or creates it, with its folder, when there is none. Processes that start at the same
// time all get the same keys, and created is true for one of them. If it is true although the database is not new, the
// key file has been lost. It fails as Load does, and when the folder cannot be written.
func LoadOrCreate(path string) (ring *Keyring, created bool, err error) {
	ring, err = Load(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return ring, false, err
	}
	fresh, err := generateKeys()
	if err != nil {
		return nil, false, err
	}
	switch err := create(path, fresh); {
	case errors.Is(err, fs.ErrExist):
		ring, err = Load(path)
		return ring, false, err
	case err != nil:
		return nil, false, fmt.Errorf("create key file %s: %w", path, err)
	}
	ring, err = fresh.ring()
	return ring, err == nil, err
}

// Rotate adds a new key to both sets, for everything that is sealed and looked up from now on, and keeps the old ones
// for reading. Readers of the file see it as before or after the rotation, never in between. It fails as Load does,
// when the folder cannot be written, and when another rotation is in progress.
func Rotate(path string) error {
	// The file behind a symbolic link is the one to replace; replacing the link would leave it unchanged.
	resolved, err := filepath.EvalSymlinks(path)
	if err != nil {
		return fmt.Errorf("key file %s: %w", path, err)
	}
	if err := rotate(resolved); err != nil {
		return fmt.Errorf("rotate keys: %w", err)
	}
	return nil
}

// rotate uses the new file as its lock: only one process can create it, and reads the old keys after that. Otherwise
// two rotations at once would lose the key of one, with everything sealed in between.
func rotate(path string) (err error) {
	next, err := os.OpenFile(path+".new", os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("another rotation is under way; if it is not, it was interrupted: remove %s.new and try again", path)
	}
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(next.Name()))
		}
	}()
	current, _, err := read(path)
	if err != nil {
		return errors.Join(err, next.Close())
	}
	rotated, err := current.rotated()
	if err != nil {
		return errors.Join(err, next.Close())
	}
	if err := write(next, rotated); err != nil {
		return err
	}
	if err := keepOwner(path, next.Name()); err != nil {
		return err
	}
	if err := os.Rename(next.Name(), path); err != nil {
		return err
	}
	// From here on the new file is in place, so there is nothing to remove.
	_ = syncFolder(filepath.Dir(path))
	return nil
}

// create writes a key file that is not visible before it is complete. It fails with fs.ErrExist when there is one
// already: a link, unlike a rename, never replaces a file.
func create(path string, content keys) error {
	folder := filepath.Dir(path)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	draft, err := os.CreateTemp(folder, filepath.Base(path)+".*.new")
	if err != nil {
		return err
	}
	defer os.Remove(draft.Name())
	if err := write(draft, content); err != nil {
		return err
	}
	if err := os.Link(draft.Name(), path); err != nil {
		return err
	}
	return syncFolder(folder)
}

// write writes the keys to the file, syncs it to disk, and closes it.
func write(file *os.File, content keys) error {
	text, err := content.marshal()
	if err != nil {
		return errors.Join(err, file.Close())
	}
	_, err = file.Write(text)
	if err == nil {
		err = file.Sync()
	}
	return errors.Join(err, file.Close())
}

// read checks the permissions of the opened file, not of whatever the path named a moment before.
func read(path string) (keys, *Keyring, error) {
	file, err := os.Open(path)
	if err != nil {
		return keys{}, nil, fmt.Errorf("key file: %w", err)
	}
	defer file.Close()
	if err := checkPrivate(file); err != nil {
		return keys{}, nil, err
	}
	content, err := io.ReadAll(file)
	if err != nil {
		return keys{}, nil, fmt.Errorf("key file: %w", err)
	}
	parsed, err := parseKeys(content)
	if err != nil {
		return keys{}, nil, fmt.Errorf("key file %s: %w", path, err)
	}
	ring, err := parsed.ring()
	if err != nil {
		return keys{}, nil, fmt.Errorf("key file %s: %w", path, err)
	}
	return parsed, ring, nil
}
