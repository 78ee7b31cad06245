package kyc_test

import (
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/language"

	"bourse/internal/fault"
	"bourse/internal/kyc"
	"bourse/internal/testkit"
)

func TestASubmissionNeedsEveryDetailAndAnAdult(t *testing.T) {
	t.Parallel()
	day := func(year int, month time.Month, day int) time.Time {
		return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
	}
	document := func(d kyc.Document) func(*kyc.Submission) {
		return func(s *kyc.Submission) { s.Documents = []kyc.Document{{Type: kyc.Selfie, Reference: "fine"}, d} }
	}
	for name, test := range map[string]struct {
		change func(*kyc.Submission)
		field  string
	}{
		"no name":             {func(d *kyc.Submission) { d.FullName = " " }, "fullName"},
		"too long a name":     {func(d *kyc.Submission) { d.FullName = strings.Repeat("x", 201) }, "fullName"},
		"no country":          {func(d *kyc.Submission) { d.Country = "" }, "country"},
		"a country's name":    {func(d *kyc.Submission) { d.Country = "Gb" }, "country"},
		"no date of birth":    {func(d *kyc.Submission) { d.DateOfBirth = time.Time{} }, "dateOfBirth"},
		"18 tomorrow":         {func(d *kyc.Submission) { d.DateOfBirth = day(2012, 5, 18) }, "dateOfBirth"},
		"not born yet":        {func(d *kyc.Submission) { d.DateOfBirth = day(2031, 1, 1) }, "dateOfBirth"},
		"born too long ago":   {func(d *kyc.Submission) { d.DateOfBirth = day(1899, 1, 1) }, "dateOfBirth"},
		"the day before 1900": {func(d *kyc.Submission) { d.DateOfBirth = day(1899, 12, 31) }, "dateOfBirth"},
		"no letters":          {func(d *kyc.Submission) { d.FullName = "4711 -" }, "fullName"},
		"no such country":     {func(d *kyc.Submission) { d.Country = "XX" }, "country"},
		"a reserved code":     {func(d *kyc.Submission) { d.Country = "UK" }, "country"},
		"a former country":    {func(d *kyc.Submission) { d.Country = "SU" }, "country"},
		"a union":             {func(d *kyc.Submission) { d.Country = "EU" }, "country"},
		"a library card":      {func(d *kyc.Submission) { d.DocumentType = "library_card" }, "documentType"},
		"two characters":      {func(d *kyc.Submission) { d.DocumentNumber = "A1" }, "documentNumber"},
		"too long a number":   {func(d *kyc.Submission) { d.DocumentNumber = strings.Repeat("1", 51) }, "documentNumber"},
		"a hyphen at its end": {func(d *kyc.Submission) { d.DocumentNumber = "A1234-" }, "documentNumber"},
		"markup in it":        {func(d *kyc.Submission) { d.DocumentNumber = "A<b>1234" }, "documentNumber"},
		"no document number":  {func(d *kyc.Submission) { d.DocumentNumber = "" }, "documentNumber"},
		"a broken line in it": {func(d *kyc.Submission) { d.DocumentNumber = "a\nb" }, "documentNumber"},
		"a selfie's number":   {func(d *kyc.Submission) { d.DocumentType = kyc.Selfie }, "documentType"},
		"eleven documents":    {func(d *kyc.Submission) { d.Documents = make([]kyc.Document, 11) }, "documents"},
		"no kind":             {document(kyc.Document{Reference: "x"}), "documents[1].type"},
		"no reference":        {document(kyc.Document{Type: kyc.Passport}), "documents[1].reference"},
		"words":               {document(kyc.Document{Type: kyc.Passport, Reference: "my passport"}), "documents[1].reference"},
		"plain http":          {document(kyc.Document{Type: kyc.Passport, Reference: "http://store.example/1"}), "documents[1].reference"},
		"a script":            {document(kyc.Document{Type: kyc.Passport, Reference: "javascript://alert(1)"}), "documents[1].reference"},
		"a password":          {document(kyc.Document{Type: kyc.Passport, Reference: "https://a:b@store.example/1"}), "documents[1].reference"},
		"no host":             {document(kyc.Document{Type: kyc.Passport, Reference: "https:///1"}), "documents[1].reference"},
		"a long reference":    {document(kyc.Document{Type: kyc.Passport, Reference: strings.Repeat("x", 1001)}), "documents[1].reference"},
		"a long authority":    {document(kyc.Document{Type: kyc.Passport, Reference: "x", IssuedBy: strings.Repeat("x", 101)}), "documents[1].issuedBy"},
		"expired yesterday":   {document(kyc.Document{Type: kyc.Passport, Reference: "x", ExpiresOn: day(2030, 5, 16)}), "documents[1].expiresOn"},
	} {
		given := submission()
		test.change(&given)
		t.Run(name, func(t *testing.T) { testkit.WantFault(t, given.Check(start), fault.ValidationError, test.field) })
	}
	given := submission()
	given.DateOfBirth = day(2012, 5, 17) // 18 today
	given.Documents = []kyc.Document{
		{Type: kyc.Passport, Reference: "https://store.example/documents/17?version=2", IssuedBy: "HM Passport Office", ExpiresOn: day(2030, 5, 17)},
		{Type: kyc.ProofOfAddress, Reference: "bucket/2030/05:utility_bill.pdf"}, {Type: kyc.OtherDocument, Reference: "x"},
	}
	must(t, given.Check(start))
}

func TestTheCountriesAreThoseOfTheStandard(t *testing.T) {
	t.Parallel()
	count := 0
	for first := 'A'; first <= 'Z'; first++ {
		for second := 'A'; second <= 'Z'; second++ {
			code := string([]rune{first, second})
			if !kyc.IsCountry(code) {
				continue
			}
			count++
			// Every code of the standard is a region that other standards know under the same code.
			if region, err := language.ParseRegion(code); err != nil || region.String() != code || !region.IsCountry() {
				t.Errorf("%s is not known elsewhere: %v, %v", code, region, err)
			}
		}
	}
	if count != 249 {
		t.Errorf("%d codes are assigned, want 249", count)
	}
}

func TestASubmissionPrintsAsNothing(t *testing.T) {
	t.Parallel()
	var log strings.Builder
	slog.New(slog.NewJSONHandler(&log, nil)).Info("handed in", "submission", submission())
	for _, text := range []string{fmt.Sprint(submission()), fmt.Sprintf("%+v %#v %s", submission(), submission(), submission()), log.String()} {
		if strings.Contains(text, "Lovelace") || strings.Contains(text, "4711") {
			t.Errorf("printed as %s", text)
		}
	}
}
