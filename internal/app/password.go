package app

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"
)

// readPassword reads a line of the standard input. A person is prompted, and the input is not shown.
func readPassword(ctx context.Context, terminal console) (password string, err error) {
	if file, isFile := terminal.in.(*os.File); isFile && isTerminal(file) {
		password, err = readUnseen(ctx, terminal, int(file.Fd()))
	} else {
		password, err = bufio.NewReader(terminal.in).ReadString('\n')
		password = strings.TrimRight(password, "\r\n")
	}
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return "", badSetting("password", "could not be read: %w", err)
	}
	if password == "" {
		return "", badSetting("password", "is missing: set BOURSE_PASSWORD, or give it on the standard input")
	}
	return password, nil
}

// readUnseen prompts at a terminal. If interrupted, it restores the terminal to show what is typed.
func readUnseen(ctx context.Context, terminal console, descriptor int) (string, error) {
	before, err := term.GetState(descriptor)
	if err != nil {
		return "", err
	}
	fmt.Fprint(terminal.err, "Password: ")
	defer fmt.Fprintln(terminal.err) // the typed one is not shown either
	type answer struct {
		text []byte
		err  error
	}
	read := make(chan answer, 1)
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	go func() { // until there is a line: an interrupted command ends without it
		text, err := term.ReadPassword(descriptor)
		read <- answer{text, err}
	}()
	select {
	case given := <-read:
		return string(given.text), given.err
	case <-ctx.Done():
		return "", term.Restore(descriptor, before)
	}
}
