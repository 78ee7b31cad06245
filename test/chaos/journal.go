package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"sync"
	"time"
)

// The phases of an operation, in order. Sent, lost and dropped may occur several times.
const (
	intended     = "intended"     // what will be requested
	sent         = "sent"         // a request is on its way
	lost         = "lost"         // no answer, or one that does not show what was done
	dropped      = "dropped"      // an answer that the client throws away, as if it had been lost
	acknowledged = "acknowledged" // it was done, with this result
	doneUnseen   = "done unseen"  // it was done, and its result is not repeated
	refused      = "refused"      // it was not done
	unanswered   = "unanswered"   // the outcome is unknown
)

// line is one line of the journal.
type line struct {
	Operation int64             `json:"operation"`
	At        time.Time         `json:"at"`
	Phase     string            `json:"phase"`
	Area      string            `json:"area,omitempty"`
	Name      string            `json:"name,omitempty"`
	Owner     string            `json:"owner,omitempty"` // who will own the result
	Key       string            `json:"key,omitempty"`
	Call      string            `json:"call,omitempty"`
	Body      any               `json:"body,omitempty"`
	Server    string            `json:"server,omitempty"`
	Status    int               `json:"status,omitempty"`
	Code      string            `json:"code,omitempty"`
	Error     string            `json:"error,omitempty"`
	Makes     string            `json:"makes,omitempty"`    // the kind of thing that it creates
	IsReplay  bool              `json:"isReplay,omitempty"` // the answer was a stored one
	Facts     []fact            `json:"facts,omitempty"`
	Moves     map[string]string `json:"moves,omitempty"` // what it adds to the cash of accounts
}

// fact is something that the platform has stated.
type fact struct {
	Kind   string            `json:"kind"`
	Owner  string            `json:"owner"`
	ID     string            `json:"id"`
	IsGone bool              `json:"isGone,omitempty"` // it no longer exists
	Values map[string]string `json:"values,omitempty"`
}

// journal records what users were told, whatever happens to the platform.
type journal struct {
	mutex sync.Mutex
	file  *os.File
}

func newJournal(path string) (*journal, error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY|os.O_EXCL, 0o600)
	return &journal{file: file}, err
}

// write adds a line and returns when it is on the disk. If it cannot be written the program ends: the rest could not
// be judged.
func (j *journal) write(added line) {
	added.At = time.Now().UTC()
	encoded, err := json.Marshal(added)
	j.mutex.Lock()
	defer j.mutex.Unlock()
	if err == nil {
		_, err = j.file.Write(append(encoded, '\n'))
	}
	// That a request was sent also follows from its result; everything else must survive a crash of this program.
	if err == nil && added.Phase != sent {
		err = j.file.Sync()
	}
	if err != nil {
		panic(fmt.Sprintf("the journal cannot be written: %v", err))
	}
}

func (j *journal) close() error { return j.file.Close() }

// readJournal reads all lines.
func readJournal(path string) (lines []line, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	scanner := bufio.NewScanner(file)
	scanner.Buffer(nil, 1<<20)
	for scanner.Scan() {
		var read line
		if err := json.Unmarshal(scanner.Bytes(), &read); err != nil {
			return nil, fmt.Errorf("line %d of the journal: %w", len(lines)+1, err)
		}
		lines = append(lines, read)
	}
	return lines, scanner.Err()
}
