package bourse

import (
	"bytes"
	"regexp"
	"strings"
	"sync"
)

// output keeps a process's output and notifies waiting goroutines of more.
type output struct {
	mutex sync.Mutex
	said  bytes.Buffer
	more  chan struct{} // closed and replaced when there is more
}

func newOutput() *output { return &output{more: make(chan struct{})} }

// Write receives the process's output.
func (o *output) Write(piece []byte) (int, error) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	close(o.more)
	o.more = make(chan struct{})
	return o.said.Write(piece)
}

// String is all output so far.
func (o *output) String() string {
	text, _ := o.read()
	return text
}

// read returns all output so far and a channel that is closed when there is more.
func (o *output) read() (string, <-chan struct{}) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	return o.said.String(), o.more
}

// announcement matches how serve reports its address in the log, and demo to the person who started it.
var announcement = regexp.MustCompile(`"msg":"listening","address":"([^"]+)"|Bourse is running at http://(\S+)`)

// address finds the address that the process serves on; empty if it has not been reported yet.
func address(said string) string {
	match := announcement.FindStringSubmatch(said)
	if match == nil {
		return ""
	}
	return strings.Join(match[1:], "")
}
