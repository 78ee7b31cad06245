package testkit

import "sync"

// InParallel calls work n times at the same moment and returns what came of each call.
func InParallel(n int, work func(i int) error) []error {
	results := make([]error, n)
	begin := make(chan struct{})
	var ready, running sync.WaitGroup
	ready.Add(n)
	for i := range n {
		running.Go(func() {
			ready.Done()
			<-begin
			results[i] = work(i)
		})
	}
	ready.Wait()
	close(begin)
	running.Wait()
	return results
}

// Succeeded is how many of the results are no errors.
func Succeeded(results []error) (n int) {
	for _, err := range results {
		if err == nil {
			n++
		}
	}
	return n
}
