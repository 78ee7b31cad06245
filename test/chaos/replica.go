package main

import (
	"context"
	"fmt"
	"os"
	"sync"
	"time"

	"bourse/test/e2e/bourse"
)

// replica restarts a process of the platform whenever it has ended, as a service manager does.
type replica struct {
	name    string
	listen  string
	command bourse.Command
	proxy   *proxy // between it and PostgreSQL; nil on SQLite
	log     *os.File

	mutex   sync.Mutex
	process *bourse.Process // nil while there is none
	isDown  bool            // it must not be started
	starts  int
	ended   chan struct{} // closed when nobody restarts it any more
}

// keep starts the process, and restarts it when it has ended, until the context ends. It is then stopped in order.
func (r *replica) keep(ctx context.Context) {
	defer close(r.ended)
	for ctx.Err() == nil {
		if r.mayStart() {
			r.serveOnce(ctx)
		}
		pause(ctx, 100*time.Millisecond)
	}
}

func (r *replica) mayStart() bool {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return !r.isDown
}

// serveOnce starts the process and waits for its end.
func (r *replica) serveOnce(ctx context.Context) {
	starting, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Minute)
	defer cancel()
	process, err := r.command.Serve(starting)
	if err != nil {
		fmt.Fprintf(r.log, "--- did not start: %v\n", err)
		return
	}
	r.set(process)
	ended := make(chan int, 1)
	go func() {
		status, _ := process.Wait(context.WithoutCancel(ctx)) // others end it
		ended <- status
	}()
	select {
	case status := <-ended:
		fmt.Fprintf(r.log, "--- ended with status %d\n", status)
	case <-ctx.Done():
		stopping, cancel := context.WithTimeout(context.WithoutCancel(ctx), 40*time.Second)
		defer cancel()
		if err := process.Stop(stopping); err != nil {
			fmt.Fprintf(r.log, "--- did not stop in order: %v\n", err)
		}
	}
	r.set(nil)
	fmt.Fprint(r.log, process.Log())
}

func (r *replica) set(process *bourse.Process) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.process = process
	if process != nil {
		r.starts++
	}
}

// running is the process that is serving; nil if there is none.
func (r *replica) running() *bourse.Process {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return r.process
}

// started is how often the process has come up.
func (r *replica) started() int {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return r.starts
}

// hold keeps the process from being started, until it is called with false.
func (r *replica) hold(isDown bool) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.isDown = isDown
}

// isReady reports whether the process can do its work.
func (r *replica) isReady(ctx context.Context, w *world) bool {
	return w.probe(ctx, "http://"+r.listen+"/readyz")
}
