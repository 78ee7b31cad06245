package brand_test

import (
	"bytes"
	"context"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"bourse/internal/brand"
	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/testkit"
	"bourse/internal/worker"
)

// office is the service on one database, and its tenants.
type office struct {
	*brand.Service
	t   *testing.T
	db  *database.DB
	log *bytes.Buffer
}

func newOffice(t *testing.T, db *database.DB) *office {
	t.Helper()
	o := &office{t: t, db: db, log: &bytes.Buffer{}}
	o.Service = brand.New(brand.Options{
		Database: db, Default: brand.Brand{ProductName: "Bourse", AppURL: "https://bourse.test", SupportAddress: "help@bourse.test"},
		Logger: slog.New(slog.NewTextHandler(o.log, nil)),
	})
	return o
}

// open adds a tenant.
func (o *office) open(slug, name string) uuid.UUID {
	o.t.Helper()
	id := uuid.New()
	o.inTx(func(tx *database.Tx) error {
		_, err := tx.Exec(o.t.Context(), `INSERT INTO tenants (id, slug, name, created_at) VALUES ($1, $2, $3, 0)`, id, slug, name)
		return err
	})
	return id
}

func (o *office) inTx(work func(tx *database.Tx) error) {
	o.t.Helper()
	if err := o.db.InTx(o.t.Context(), work); err != nil {
		o.t.Fatal(err)
	}
}

// save does what an administrator does.
func (o *office) save(tenant uuid.UUID, settings brand.Settings) error {
	return o.db.InTx(o.t.Context(), func(tx *database.Tx) error {
		if _, err := o.Lock(o.t.Context(), tx, tenant); err != nil {
			return err
		}
		return o.Save(o.t.Context(), tx, tenant, settings)
	})
}

func (o *office) of(tenant uuid.UUID) brand.Brand {
	o.t.Helper()
	found, err := o.Of(o.t.Context(), o.db, tenant)
	if err != nil {
		o.t.Fatal(err)
	}
	return found
}

func (o *office) wantTenant(host string, want uuid.UUID) {
	o.t.Helper()
	got, found, err := o.TenantOf(o.t.Context(), o.db, host)
	if err != nil || got != want || found != (want != uuid.Nil) {
		o.t.Errorf("%q is %s's (%t, %v), want %s's", host, got, found, err, want)
	}
}

// listen receives notifications from other replicas until the test ends. It returns once that works.
func (o *office) listen() {
	o.t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		worker.RunAll(ctx, slog.New(slog.DiscardHandler), func(string) {}, o.db.Listener())
	}()
	o.t.Cleanup(func() { stop(); <-ended })
	testkit.Until(o.t, "the listener works", o.db.Live)
}

func TestATenantLooksAsItHasSaidAndElseAsTheInstallation(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		o := newOffice(t, db)
		home, north := o.open("default", "Default"), o.open("northwind", "Northwind Invest")
		if got := o.of(home); got.ProductName != "Bourse" || got.AppURL != "https://bourse.test" || got.Slug != "default" || got.MailSender.Name != "" || got.PrimaryColor == "" {
			t.Errorf("the installation's brand is %+v", got)
		}
		if got := o.of(north); got.ProductName != "Northwind Invest" || got.AppURL != "https://bourse.test" || got.SupportAddress != "help@bourse.test" || got.MailSender.Name != "Northwind Invest" {
			t.Errorf("a tenant that has said nothing is %+v", got)
		}
		if got := o.of(uuid.New()); got.ProductName != "Bourse" {
			t.Errorf("a tenant that nobody knows is %+v", got)
		}
		settings := brand.Settings{
			ProductName: "Northwind", AppURL: "https://app.northwind.test", SupportAddress: "help@northwind.test", MailSenderName: "N", MailSenderAddress: "n@northwind.test",
			PrimaryColor: "#111111", AccentColor: "#222222", LogoURL: "https://cdn.test/l.png", Domains: []string{"app.northwind.test", "northwind.localhost:8080"},
		}
		if err := o.save(north, settings); err != nil {
			t.Fatal(err)
		}
		got := o.of(north) // at once, although it was cached
		if got.ProductName != "Northwind" || got.AppURL != settings.AppURL || got.MailSender.Address != "n@northwind.test" || got.LogoURL != settings.LogoURL ||
			got.PrimaryColor != "#111111" || got.AccentColor != "#222222" || !slices.Equal(got.Domains, settings.Domains) {
			t.Errorf("the brand is %+v", got)
		}
		testkit.WantFault(t, o.save(uuid.New(), settings), fault.NotFound)
	})
}

func TestADomainIsOneTenants(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		o := newOffice(t, db)
		north, lumen := o.open("northwind", "Northwind"), o.open("lumen", "Lumen")
		o.wantTenant("app.northwind.test", uuid.Nil)
		results := testkit.InParallel(8, func(i int) error {
			return o.save([]uuid.UUID{north, lumen}[i%2], brand.Settings{Domains: []string{"app.northwind.test"}})
		})
		winner, loser := north, lumen
		if results[0] != nil {
			winner, loser = lumen, north
		}
		for i, err := range results {
			if isWinner := (i%2 == 0) == (winner == north); isWinner && err != nil {
				t.Errorf("the %dth is refused: %v", i, err)
			} else if !isWinner {
				testkit.WantFault(t, err, fault.Conflict, "domains")
			}
		}
		for _, host := range []string{"app.northwind.test", "APP.Northwind.test", "app.northwind.test:8443", "app.northwind.test.", "https://app.northwind.test", "https://app.northwind.test:443", "http://app.northwind.test:9"} {
			o.wantTenant(host, winner)
		}
		for _, host := range []string{"", "northwind.test", "app.northwind.test.evil.test", "null", "[::1]:80", "app.northwind.test@evil.test", "file://app.northwind.test", "app.northwind.test:0x1"} {
			o.wantTenant(host, uuid.Nil)
		}
		if err := o.save(winner, brand.Settings{}); err != nil {
			t.Fatal(err)
		}
		o.wantTenant("app.northwind.test", uuid.Nil)
		if err := o.save(loser, brand.Settings{Domains: []string{"app.northwind.test"}}); err != nil {
			t.Fatal(err)
		}
		o.wantTenant("app.northwind.test", loser)
	})
}

func TestPagesOfTheBrandsMayCallAndOnlyThey(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		o := newOffice(t, db)
		north := o.open("northwind", "Northwind")
		if err := o.save(north, brand.Settings{AppURL: "https://elsewhere.test", Domains: []string{"app.northwind.test", "localhost:5173", "n.localhost"}}); err != nil {
			t.Fatal(err)
		}
		for origin, want := range map[string]bool{
			"https://app.northwind.test": true, "HTTPS://APP.northwind.test": true, "http://localhost:5173": true, "https://localhost:5173": true, "http://n.localhost": true,
			"http://app.northwind.test": false, "https://app.northwind.test:8443": false, "https://northwind.test": false, "https://app.northwind.test.evil.test": false, "null": false,
			"": false, "http://localhost": false, "https://app.northwind.test/": false, "https://elsewhere.test": false, "ftp://app.northwind.test": false, "https://x@app.northwind.test": false,
		} {
			if got := o.AllowsOrigin(t.Context(), origin); got != want {
				t.Errorf("pages of %q may call: %t", origin, got)
			}
		}
	})
}

func TestPeopleAreSentBackIntoTheirBrandOnly(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		o := newOffice(t, db)
		north := o.open("northwind", "Northwind")
		lumen := o.open("lumen", "Lumen")
		if err := o.save(north, brand.Settings{AppURL: "https://northwind.test/app", Domains: []string{"shop.northwind.test", "localhost:5173"}}); err != nil {
			t.Fatal(err)
		}
		if err := o.save(lumen, brand.Settings{Domains: []string{"lumen.test"}}); err != nil {
			t.Fatal(err)
		}
		for wanted, want := range map[string]string{
			"": "https://northwind.test/app", "https://northwind.test/thanks?x=1": "https://northwind.test/thanks?x=1", "https://shop.northwind.test/": "https://shop.northwind.test/",
			"http://localhost:5173/x": "http://localhost:5173/x", "https://lumen.test/": "", "http://shop.northwind.test/": "", "http://northwind.test/": "", "https://northwind.test.evil.test": "",
			"javascript:alert(1)": "", "//shop.northwind.test": "", "https://shop.northwind.test@evil.test/": "", "https://evil.test\\@shop.northwind.test/": "", "/thanks": "",
		} {
			got, err := o.ReturnURL(t.Context(), db, north, wanted)
			if want == "" {
				testkit.WantFault(t, err, fault.URLNotAllowed, "returnUrl")
			} else if err != nil || got != want {
				t.Errorf("%q leads to %q (%v), want %q", wanted, got, err, want)
			}
		}
	})
}

func TestABrandThatChangesIsNewOnEveryReplica(t *testing.T) {
	t.Parallel()
	url := databasetest.MigratedURL(t, database.Postgres)
	first, second := newOffice(t, databasetest.OpenURL(t, url)), newOffice(t, databasetest.OpenURL(t, url))
	north := first.open("northwind", "Northwind")
	look := func() string {
		allowed := "refused"
		if second.AllowsOrigin(t.Context(), "https://n.test") {
			allowed = "allowed"
		}
		return second.of(north).ProductName + " " + allowed
	}
	if got := look(); got != "Northwind refused" { // nobody listens yet, so nothing is cached
		t.Errorf("got %q", got)
	}
	if err := first.save(north, brand.Settings{ProductName: "One"}); err != nil {
		t.Fatal(err)
	}
	if got := look(); got != "One refused" {
		t.Errorf("while nobody listens it is %q", got)
	}
	second.listen()
	look() // cached from now on
	if err := first.save(north, brand.Settings{ProductName: "Two", Domains: []string{"n.test"}}); err != nil {
		t.Fatal(err)
	}
	testkit.Until(t, "the other replica has heard", func() bool { return look() == "Two allowed" })
	if err := first.save(north, brand.Settings{ProductName: "Three"}); err != nil {
		t.Fatal(err)
	}
	testkit.Until(t, "the other replica has heard", func() bool { return look() == "Three refused" })
}

func TestATenantWritesItsMailsInItsOwnWords(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		o := newOffice(t, db)
		north, lumen := o.open("northwind", "Northwind"), o.open("lumen", "Lumen")
		compose := func(tenant uuid.UUID) brand.Letter {
			t.Helper()
			letter, err := o.of(tenant).Compose("verify_email", brand.Values{"link": "https://bourse.test/v?token=t"})
			if err != nil {
				t.Fatal(err)
			}
			return letter
		}
		set := func(override brand.Override) error {
			return db.InTx(t.Context(), func(tx *database.Tx) error {
				_, _, err := o.SetMail(t.Context(), tx, north, "verify_email", override)
				return err
			})
		}
		compose(north)
		if err := set(fitting); err != nil {
			t.Fatal(err)
		}
		letter := compose(north)
		if letter.Subject != "Your Northwind account" || letter.Text != "Ahoi, ask help@bourse.test.\n\nhttps://bourse.test/v?token=t\n" ||
			!strings.Contains(letter.HTML, `<a class="x" href="https://bourse.test/v?token=t">Go</a>`) || !strings.Contains(letter.HTML, "<title>Your Northwind account</title>") {
			t.Errorf("the mail is %+v", letter)
		}
		if got := compose(lumen).Subject; got != "Confirm your email for Lumen" {
			t.Errorf("another tenant's mail is %q", got)
		}
		testkit.WantFault(t, set(brand.Override{Subject: "x", Text: "{{.Values.code}}"}), fault.ValidationError, "text")
		templates, err := o.MailTemplates(t.Context(), db, north)
		if err != nil || len(templates) != len(brand.Kinds()) {
			t.Fatalf("%d templates (%v)", len(templates), err)
		}
		at := slices.IndexFunc(templates, func(m brand.MailTemplate) bool { return m.Kind == "verify_email" })
		if got := templates[at]; got.Override == nil || *got.Override != fitting || got.UpdatedAt.IsZero() || !slices.Equal(got.Variables, []string{"link"}) || !strings.HasPrefix(got.Default.Subject, "Confirm") {
			t.Errorf("the template is %+v", got)
		}
		// No mail is lost because of an override that became useless, for example because a version gives the mail
		// other values.
		o.inTx(func(tx *database.Tx) error {
			tx.NotifyAtCommit("brand", north.String())
			_, err := tx.Exec(t.Context(), `UPDATE mail_templates SET text = '{{.Values.gone}}'`)
			return err
		})
		if got := compose(north); got.Subject != "Confirm your email for Northwind" || !strings.Contains(o.log.String(), "cannot be used") {
			t.Errorf("the mail is %q, and the log tells %q", got.Subject, o.log)
		}
		o.inTx(func(tx *database.Tx) error {
			before, err := o.ResetMail(t.Context(), tx, north, "verify_email")
			if before.Override == nil {
				t.Error("it was not told how the mail was written")
			}
			return err
		})
		if got := compose(north).Subject; got != "Confirm your email for Northwind" {
			t.Errorf("the mail is %q", got)
		}
	})
}
