package notify

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
	"unicode"
)

// Outbox is the sender for machines that must not send anything: it writes the messages to a file, one JSON object per
// line, for developers to read. They contain codes in clear, so they go to a separate file that only its owner can
// read, and never to the log.
type Outbox struct {
	path     string
	rotation Rotation

	writing sync.Mutex
	echo    io.Writer
}

// NewOutbox returns a sender that appends to the file at path, which it creates together with its folder. If echo is
// not nil, every message is also printed to it as one readable line. It fails when the file cannot be written.
func NewOutbox(path string, rotation Rotation, echo io.Writer) (*Outbox, error) {
	if path == "" {
		return nil, errors.New("outbox path: must not be empty")
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("outbox path: %w", err)
	}
	outbox := &Outbox{path: path, rotation: rotation.orDefault(), echo: echo}
	if err := outbox.append(nil); err != nil {
		return nil, fmt.Errorf("outbox path: %w", err)
	}
	return outbox, nil
}

// letter is a message as written to the file.
type letter struct {
	ID        string    `json:"id"`
	Channel   Channel   `json:"channel"`
	Kind      string    `json:"kind"`
	Recipient string    `json:"recipient"`
	From      string    `json:"from,omitempty"`
	Subject   string    `json:"subject,omitempty"`
	Text      string    `json:"text"`
	HTML      string    `json:"html,omitempty"`
	ExpiresAt time.Time `json:"expiresAt"`
}

// Send appends the message to the file. It fails when the file cannot be written.
func (o *Outbox) Send(_ context.Context, message Message) error {
	line, err := json.Marshal(letter{
		message.ID.String(), message.Channel, message.Kind, message.Recipient,
		message.From.String(), message.Subject, message.Text, message.HTML, message.ExpiresAt,
	})
	if err != nil {
		return &Failure{Reason: "outbox: the message cannot be written as JSON", Permanent: true}
	}
	o.writing.Lock()
	defer o.writing.Unlock()
	if err := o.append(append(line, '\n')); err != nil {
		return &Failure{Reason: "outbox: " + describe(err)}
	}
	if o.echo != nil {
		// The message is in the file: a closed terminal is no reason to resend it.
		_, _ = io.WriteString(o.echo, readable(message))
	}
	return nil
}

// append reopens the file each time, so that it may be moved or deleted while the process runs. If the line would make
// it too large, it is rotated first.
func (o *Outbox) append(line []byte) error {
	file, err := o.openLocked()
	if err != nil {
		return err
	}
	info, err := file.Stat()
	if err == nil && info.Size() > 0 && info.Size()+int64(len(line)) > o.rotation.MaxBytes {
		// The lock on the old file is held until it is renamed: a process that waits for it then opens the new file.
		if err = o.rotation.rotate(o.path); err == nil {
			old := file
			file, err = o.openLocked()
			err = errors.Join(err, old.Close())
		}
	}
	if err == nil {
		_, err = file.Write(line)
	}
	if file == nil {
		return err
	}
	return errors.Join(err, file.Close())
}

// readable formats the message as one line for a terminal.
func readable(message Message) string {
	said := message.Text
	if message.Subject != "" {
		said = message.Subject + ": " + said
	}
	return oneLine(fmt.Sprintf("[%s] to %s: %s", message.Channel, message.Recipient, said)) + "\n"
}

// oneLine replaces runs of white space by one space and drops control characters, which could move a terminal's cursor
// or end a mail header.
func oneLine(text string) string {
	return strings.Map(func(letter rune) rune {
		if unicode.IsControl(letter) {
			return -1
		}
		return letter
	}, strings.Join(strings.Fields(text), " "))
}
