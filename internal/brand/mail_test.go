package brand_test

import (
	"strings"
	"testing"

	"bourse/internal/brand"
)

func TestAMailSpeaksInTheNameOfItsBrand(t *testing.T) {
	t.Parallel()
	northwind := brand.Brand{ProductName: "Northwind"}
	letter, err := northwind.Compose("verify_email", brand.Values{"link": "https://northwind.test/verify-email?token=t"})
	if err != nil {
		t.Fatal(err)
	}
	if want := "Confirm your email for Northwind"; letter.Subject != want {
		t.Errorf("the subject is %q, want %q", letter.Subject, want)
	}
	if !strings.Contains(letter.Text, "Welcome to Northwind.\n") || !strings.Contains(letter.Text, "https://northwind.test/verify-email?token=t\n") {
		t.Errorf("the text is %q", letter.Text)
	}
}

func TestAMailWithoutAValueThatItTellsIsNotWritten(t *testing.T) {
	t.Parallel()
	if letter, err := (brand.Brand{}).Compose("verify_email", brand.Values{}); err == nil {
		t.Errorf("it was written: %q", letter.Text)
	}
}
