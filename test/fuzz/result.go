package main

import (
	"bufio"
	"encoding/json"
	"os"

	"bourse/test/e2e/hostile"
)

// readResults sums what every campaign has left in the file. It fails when there is nothing.
func readResults(path string) (*hostile.Report, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	all := &hostile.Report{}
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var one hostile.Report
		if err := json.Unmarshal(lines.Bytes(), &one); err != nil {
			return nil, err
		}
		all.Add(&one)
	}
	return all, lines.Err()
}
