package verify

import (
	"testing"

	"bourse/internal/testkit"
)

func TestMain(m *testing.M) { testkit.Main(m) }
