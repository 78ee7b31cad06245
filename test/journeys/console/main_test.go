package console_test

import (
	"os"
	"testing"

	"bourse/test/e2e/kit"
)

func TestMain(m *testing.M) { os.Exit(kit.Main(m)) }
