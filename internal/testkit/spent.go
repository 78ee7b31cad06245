package testkit

import (
	"fmt"
	"os"
)

// SpentVariable names the environment variable with the file in which test/run wants processor times recorded.
const SpentVariable = "TEST_SPENT"

// What processor time is spent on besides the tests' own code.
const (
	SpentByServers  = "servers"
	SpentByPostgres = "postgres"
	SpentByBrowsers = "browsers" // and Node
	SpentByGo       = "go"       // the compiler, and go test with all that it runs
)

// Spent records the processor time of a process that has ended, with that of all the children it waited for, if
// test/run wants to know. A record that cannot be written is missing in a summary and fails no test.
func Spent(by string, ended *os.ProcessState) {
	name := os.Getenv(SpentVariable)
	if name == "" || ended == nil {
		return
	}
	file, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return
	}
	defer file.Close()
	_, _ = fmt.Fprintf(file, "%s %d\n", by, ended.UserTime()+ended.SystemTime())
}
