package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"bourse/internal/testkit"
)

// keyboard is a terminal of a test: writing to it types, reading from it returns what is shown.
type keyboard struct {
	*os.File
	terminal *os.File // a command's standard input
}

func newKeyboard(t *testing.T) keyboard {
	t.Helper()
	typed, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := unix.IoctlSetPointerInt(int(typed.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	number, err := unix.IoctlGetInt(int(typed.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	terminal, err := os.OpenFile(fmt.Sprint("/dev/pts/", number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { terminal.Close() })
	return keyboard{typed, terminal}
}

// shows reports whether the terminal shows what is typed.
func (k keyboard) shows(t *testing.T) bool {
	t.Helper()
	state, err := unix.IoctlGetTermios(int(k.terminal.Fd()), unix.TCGETS)
	if err != nil {
		t.Fatal(err)
	}
	return state.Lflag&unix.ECHO != 0
}

func TestAPasswordThatIsTypedIsNotShown(t *testing.T) {
	t.Parallel()
	k := newKeyboard(t)
	var asked strings.Builder
	type answer struct {
		password string
		err      error
	}
	answered := make(chan answer, 1)
	go func() {
		password, err := readPassword(t.Context(), console{in: k.terminal, err: &asked})
		answered <- answer{password, err}
	}()
	testkit.Until(t, "the terminal shows nothing", func() bool { return !k.shows(t) })
	if _, err := k.WriteString("a long password\n"); err != nil {
		t.Fatal(err)
	}
	got := <-answered
	if got.err != nil || got.password != "a long password" || asked.String() != "Password: \n" {
		t.Errorf("%q was read, %v, and %q was said", got.password, got.err, &asked)
	}
	if !k.shows(t) {
		t.Error("the terminal shows nothing afterwards")
	}
	k.terminal.Close() // so that reading its output ends
	if shown, _ := io.ReadAll(k); strings.Contains(string(shown), "password") {
		t.Errorf("the terminal showed %q", shown)
	}
	k.Close()
}

func TestWhoInterruptsTheQuestionForAPasswordSeesAgainWhatIsTyped(t *testing.T) {
	t.Parallel()
	k := newKeyboard(t)
	ctx, interrupt := context.WithCancel(t.Context())
	answered := make(chan error, 1)
	go func() {
		_, err := readPassword(ctx, console{in: k.terminal, err: io.Discard})
		answered <- err
	}()
	testkit.Until(t, "the terminal shows nothing", func() bool { return !k.shows(t) })
	interrupt()
	if err := <-answered; !errors.Is(err, context.Canceled) {
		t.Errorf("it ended with %v", err)
	}
	if !k.shows(t) {
		t.Error("the terminal shows nothing afterwards")
	}
	k.Close() // ends the reading
}
