package app

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"path/filepath"
	"strings"
	"time"

	"bourse/internal/database"
	"bourse/internal/httpapi"
	"bourse/internal/identity"
	"bourse/internal/webhook"
	"bourse/internal/webhook/egress"
)

// The settings: each has its flag, environment variable (BOURSE_ and the flag's name in capitals), default and help
// text in one place.

// storageSettings configure where the platform stores data. Every command that touches data has them.
type storageSettings struct {
	DataDir     string `help:"Folder of the SQLite database, the key file and the outbox; ${default} by default." default:"${data_dir}" placeholder:"DIR"`
	DatabaseURL string `help:"postgres://… for PostgreSQL, or the path of a SQLite file. The default is bourse.db in the data folder." placeholder:"URL"`
	// DatabasePooler and DatabaseListenURL are the same for every process of an installation.
	DatabasePooler    string `help:"Pooler between Bourse and PostgreSQL: transaction (in that mode, such as PgBouncer), off (none) or auto (found out at the start)." enum:"auto,off,transaction" default:"auto"`
	DatabaseListenURL string `help:"postgres://… of the same database without the pooler, for migrations and for hearing what other replicas commit. Needed only behind a pooler." placeholder:"URL"`
	KeyFile           string `help:"Key file. All replicas need the same one. The default is keys.json in the data folder." placeholder:"FILE"`
}

func (s storageSettings) databaseURL() string {
	return cmp.Or(s.DatabaseURL, filepath.Join(s.DataDir, "bourse.db"))
}

// database is the options with which every command opens the database.
func (s storageSettings) database(logger *slog.Logger) database.Options {
	return database.Options{
		URL: s.databaseURL(), Pooler: database.Pooler(s.DatabasePooler), ListenURL: s.DatabaseListenURL, Logger: logger,
	}
}

// databaseError names the wrong setting when the database cannot be opened.
func databaseError(err error) error {
	if listening := (*database.ListenURLError)(nil); errors.As(err, &listening) {
		return &settingError{"database-listen-url", err}
	}
	if reading := (*database.ReadURLError)(nil); errors.As(err, &reading) {
		return &settingError{"database-read-url", err}
	}
	return &settingError{"database-url", err}
}

func (s storageSettings) keyFile() string {
	return cmp.Or(s.KeyFile, filepath.Join(s.DataDir, "keys.json"))
}

// serverSettings are shared by serve and demo.
type serverSettings struct {
	storageSettings `embed:""`

	Listen              string         `help:"Address to serve on." default:"127.0.0.1:8080"`
	MetricsListen       string         `help:"Address to serve /metrics on, for the operator's network only; none by default." placeholder:"ADDRESS"`
	DatabaseConnections int            `help:"Connections to the database at most; 0 chooses." default:"0"`
	DatabaseLimits      databaseLimits `embed:"" prefix:"database-"`
	DatabaseReadURL     string         `help:"postgres://… of a streaming replica of the database: what may be a second old, such as candles and the catalogue of bots, is read there." placeholder:"URL"`
	DatabaseReadMaxLag  time.Duration  `help:"How old what is read there may be; beyond it the database itself is read." default:"1s"`
	AppURL              string         `help:"Where the front end is: links in mails lead there. The default is the console, at --public-url or the listening address." placeholder:"URL"`
	Console             string         `help:"The web console at /: on or off." enum:"on,off" default:"on"`
	ProductName         string         `help:"What mails and authenticator apps call the platform." default:"Bourse"`
	Issuer              string         `help:"Issuer of access tokens." default:"bourse"`
	Audience            string         `help:"Audience of access tokens." default:"bourse-api"`
	AccessTokenLifetime time.Duration  `help:"How long an access token is valid." default:"15m"`
	RateLimit           string         `help:"Rate limits: on or off. Off is for load tests." enum:"on,off" default:"on"`
	TrustedProxies      []string       `help:"Networks (CIDR) of proxies whose X-Forwarded-For is believed." placeholder:"CIDR"`
	CORSOrigins         []string       `name:"cors-origins" help:"Origins whose pages may call the API, https://host:* for every port; none by default, those of this machine in the demo." default:"${cors_origins}" placeholder:"ORIGIN"`
	DrainDelay          time.Duration  `help:"How long /readyz answers 503 before a stop refuses connections, so that load balancers notice first." default:"${drain_delay}"`
	DrainTimeout        time.Duration  `help:"How long a stop waits for requests in flight." default:"10s"`
	WorkerPatience      time.Duration  `help:"How long a background job may make no progress before /readyz answers 503." default:"1m"`
	LogLevel            string         `help:"debug, info, warn or error." enum:"debug,info,warn,error" default:"${log_level}"`
	LogFormat           string         `help:"json or text." enum:"json,text" default:"json"`

	Mail    mailSettings    `embed:"" prefix:"mail-"`
	SMS     smsSettings     `embed:"" prefix:"sms-"`
	Webhook webhookSettings `embed:"" prefix:"webhook-"`
	Market  marketSettings  `embed:"" prefix:"market-"`
	Trading tradingSettings `embed:"" prefix:"trading-"`
	KYC     string          `name:"kyc" help:"Who approves KYC: manual (an administrator), auto (everybody who hands it in) or http (a provider that is asked, and an administrator)." enum:"manual,auto,http" default:"manual"`
	Broker  brokerSettings  `embed:"" prefix:"broker-"`

	KYCCases kycSettings `embed:"" prefix:"kyc-"`

	Investment investmentSettings `embed:"" prefix:"investment-"`

	PublicURL string           `help:"Address at which clients reach this server. Links in mails (unless --app-url is set), the sandbox's payment page and the KYC provider's callback lead there. The default is the listening address, of which a KYC provider is not told." placeholder:"URL"`
	Payments  paymentsSettings `embed:"" prefix:"payments-"`

	ML mlSettings `embed:"" prefix:"ml-"`

	Tracing tracingSettings `embed:"" prefix:"tracing-"`

	Retention retentionSettings `embed:"" prefix:"retention-"`

	// AgentsSince is when the house agents were created, if they should look older than the installation: the demo's
	// have a track record. Zero means now.
	AgentsSince time.Time `kong:"-"`
	// DemoAccounts are offered at the log-in: the demo's users.
	DemoAccounts []httpapi.DemoAccount `kong:"-"`
	// Observe receives every statement sent to the database: tests examine how the workers find what they remove.
	Observe func(statement string) `kong:"-"`
}

// appURL is the front end's address. Browsers support no passkeys on a bare address, so the loopback is called by its
// name.
func (s *serverSettings) appURL() string {
	host, port, err := net.SplitHostPort(s.Listen)
	if address, failed := netip.ParseAddr(host); err == nil && (host == "" || failed == nil && (address.IsLoopback() || address.IsUnspecified())) {
		host = "localhost"
	}
	return cmp.Or(s.AppURL, s.PublicURL, "http://"+net.JoinHostPort(host, port))
}

// databaseLimits are set in PostgreSQL on every connection.
type databaseLimits struct {
	StatementTimeout       time.Duration `help:"How long PostgreSQL lets a statement run." default:"15s"`
	LockTimeout            time.Duration `help:"How long PostgreSQL lets a statement wait for a lock." default:"5s"`
	IdleTransactionTimeout time.Duration `help:"How long PostgreSQL lets a transaction do nothing, as that of a stopped process does." default:"8s"`
}

func (s databaseLimits) check() error {
	for _, one := range []struct {
		flag  string
		limit time.Duration
	}{
		{"database-statement-timeout", s.StatementTimeout}, {"database-lock-timeout", s.LockTimeout},
		{"database-idle-transaction-timeout", s.IdleTransactionTimeout},
	} {
		if one.limit < 100*time.Millisecond || one.limit > 10*time.Minute {
			return badSetting(one.flag, "must be between 100ms and 10m")
		}
	}
	return nil
}

// checkMaxLag refuses a bound that no standby meets, and one that is too large to be useful.
func (s *serverSettings) checkMaxLag() error {
	if s.DatabaseReadMaxLag < 100*time.Millisecond || s.DatabaseReadMaxLag > time.Minute {
		return badSetting("database-read-max-lag", "must be between 100ms and 1m")
	}
	return nil
}

func (s databaseLimits) limits() database.Limits {
	return database.Limits{Statement: s.StatementTimeout, Lock: s.LockTimeout, IdleInTransaction: s.IdleTransactionTimeout}
}

type mailSettings struct {
	Sender       string `help:"log writes mails to outbox.jsonl in the data folder; smtp sends them." enum:"log,smtp" default:"log"`
	From         string `help:"Sender of mails." default:"Bourse <no-reply@localhost.localdomain>"`
	SMTPHost     string `name:"smtp-host" help:"Mail server."`
	SMTPPort     int    `name:"smtp-port" help:"Port of the mail server." default:"587"`
	SMTPUsername string `name:"smtp-username" help:"Log-in at the mail server."`
	SMTPPassword string `name:"smtp-password" help:"Password at the mail server; better in the environment."`
	SMTPTLS      string `name:"smtp-tls" help:"starttls, tls or none." enum:"starttls,tls,none" default:"starttls"`
}

type smsSettings struct {
	Sender           string `help:"log writes text messages to outbox.jsonl in the data folder; twilio and http send them." enum:"log,twilio,http" default:"log"`
	TwilioAccountSID string `name:"twilio-account-sid" help:"Twilio account."`
	TwilioAuthToken  string `name:"twilio-auth-token" help:"Twilio auth token; better in the environment."`
	TwilioFrom       string `name:"twilio-from" help:"Phone number, sender name or messaging service (MG…)."`
	TwilioURL        string `name:"twilio-url" help:"Twilio's API." default:"https://api.twilio.com"`
	HTTPURL          string `name:"http-url" help:"Gateway of your own: gets a POST of {to, text, kind}."`
	HTTPToken        string `name:"http-token" help:"Bearer token for the gateway; better in the environment."`
	PerNumber        int    `help:"Text messages to one number within a day, at most." default:"10"`
	PerUser          int    `help:"Text messages that one user may ask for within a day, at most." default:"10"`
	PerNetwork       int    `help:"Text messages that one network (/24 of IPv4, /64 of IPv6) may ask for within a day, at most." default:"100"`
	PerCountry       int    `help:"Text messages to one country's calling code within a day, at most." default:"1000"`
}

// limits bound the cost of text messages.
func (s smsSettings) limits() (identity.TextLimits, error) {
	for _, limit := range []struct {
		flag  string
		value int
	}{
		{"sms-per-number", s.PerNumber}, {"sms-per-user", s.PerUser}, {"sms-per-network", s.PerNetwork}, {"sms-per-country", s.PerCountry},
	} {
		if limit.value < 1 {
			return identity.TextLimits{}, badSetting(limit.flag, "must be at least 1")
		}
	}
	return identity.TextLimits{
		PerNumber: s.PerNumber, PerUser: s.PerUser, PerNetwork: s.PerNetwork, PerCountry: s.PerCountry,
	}, nil
}

// webhookSettings relax where webhooks may be sent: by default only to public addresses, by https.
type webhookSettings struct {
	AllowHTTP       bool     `name:"allow-http" help:"Let webhooks use http." default:"${webhook_local}"`
	AllowLoopback   bool     `help:"Let webhooks go to this machine." default:"${webhook_local}"`
	AllowPrivate    bool     `help:"Let webhooks go to private networks."`
	AllowedNetworks []string `help:"Further networks (CIDR) that webhooks may go to." placeholder:"CIDR"`
	MaxEndpoints    int      `help:"Endpoints that a tenant may have." default:"1000"`
	MaxInFlight     int      `help:"Webhook requests of this process on the wire at a time, shared fairly between tenants and their endpoints." default:"1024"`
	MaxQueuedBytes  int64    `help:"Bytes of webhooks that this process keeps in memory; more wait in the database. 0 chooses: an eighth of the memory limit, at most 64 MiB." default:"0"`
}

const (
	// leastQueuedBytes lets the largest event into memory even when others share it.
	leastQueuedBytes = 1 << 20
	mostQueuedBytes  = 64 << 20 // unless the setting says otherwise
)

// limits bounds the resources of tenants.
func (s webhookSettings) limits() (webhook.Limits, error) {
	switch {
	case s.MaxEndpoints < 1:
		return webhook.Limits{}, badSetting("webhook-max-endpoints", "must be at least 1")
	case s.MaxInFlight < 1:
		return webhook.Limits{}, badSetting("webhook-max-in-flight", "must be at least 1")
	case s.MaxQueuedBytes != 0 && s.MaxQueuedBytes < leastQueuedBytes:
		return webhook.Limits{}, badSetting("webhook-max-queued-bytes", "must be 0 or at least %d", leastQueuedBytes)
	}
	return webhook.Limits{Endpoints: s.MaxEndpoints, InFlight: s.MaxInFlight, QueuedBytes: s.MaxQueuedBytes}, nil
}

func (s webhookSettings) policy() (egress.Policy, error) {
	allowed, err := networks("webhook-allowed-networks", s.AllowedNetworks)
	return egress.Policy{
		AllowHTTP: s.AllowHTTP, AllowLoopback: s.AllowLoopback, AllowPrivate: s.AllowPrivate, Allowed: allowed,
	}, err
}

type tracingSettings struct {
	Endpoint    string  `help:"OTLP/HTTP collector for traces; none by default." placeholder:"URL"`
	SampleRatio float64 `help:"Share of traces to record." default:"1"`
}

// settingError is a setting that cannot be used. Its text names the flag, on one line whatever the reason: a database
// driver reports every address that it has tried on a line of its own.
type settingError struct {
	flag   string
	reason error
}

func (e *settingError) Error() string {
	return "--" + e.flag + ": " + strings.Join(strings.Fields(e.reason.Error()), " ")
}

func (e *settingError) Unwrap() error { return e.reason }

func badSetting(flag, format string, args ...any) error {
	return &settingError{flag, fmt.Errorf(format, args...)}
}

func (s *serverSettings) trustedProxies() ([]netip.Prefix, error) {
	return networks("trusted-proxies", s.TrustedProxies)
}

// networks parses CIDRs and single addresses.
func networks(flag string, texts []string) ([]netip.Prefix, error) {
	var all []netip.Prefix
	for _, text := range texts {
		network, err := netip.ParsePrefix(text)
		if err != nil {
			address, addressErr := netip.ParseAddr(text)
			if addressErr != nil {
				return nil, badSetting(flag, "%q is not a network such as 10.0.0.0/8", text)
			}
			network = netip.PrefixFrom(address, address.BitLen())
		}
		all = append(all, network.Masked())
	}
	return all, nil
}

var errSQLiteHasOneProcess = errors.New("must be all with SQLite, which one process has to itself; replicas share PostgreSQL")
