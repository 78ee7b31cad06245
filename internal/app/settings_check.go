package app

import (
	"net"
	"net/url"
	"time"

	"bourse/internal/httpapi/edge"
	"bourse/internal/telemetry"
)

// Validate is called by the parser: a bad setting stops the start, and the doctor, with a sentence that names it,
// before anything is opened or migrated.
func (s *serverSettings) Validate() error {
	for _, check := range []func() error{
		s.checkTexts, s.checkAddresses, s.checkLinks, s.checkTimes,
		func() error { _, err := s.SMS.limits(); return err },
		func() error { _, err := newRemoteSenders(*s); return err },
		s.checkMaxLag, s.DatabaseLimits.check,
		func() error { _, err := s.Webhook.policy(); return err },
		func() error { _, err := s.Webhook.limits(); return err },
		s.Market.check,
		func() error { return s.Retention.check(s.Market.MinuteHistory) },
		func() error { _, err := s.Trading.terms(); return err },
		s.ML.check,
		func() error { return s.Payments.check(s.Market.Feed) },
		func() error { return s.Investment.check(s.Payments.Provider) },
		func() error { _, err := s.kycProvider(); return err },
		func() error { _, err := s.trustedProxies(); return err },
		s.Tracing.check,
	} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

func (s *serverSettings) checkTexts() error {
	for _, text := range []struct{ flag, value string }{
		{"issuer", s.Issuer}, {"audience", s.Audience}, {"product-name", s.ProductName},
	} {
		if text.value == "" {
			return badSetting(text.flag, "must not be empty")
		}
	}
	return nil
}

// checkAddresses checks where to listen and which pages may call. Whether a port is free is found out by taking it.
func (s *serverSettings) checkAddresses() error {
	for _, address := range []struct{ flag, value string }{{"listen", s.Listen}, {"metrics-listen", s.MetricsListen}} {
		if address.value == "" && address.flag == "metrics-listen" {
			continue
		}
		_, port, err := net.SplitHostPort(address.value)
		if err == nil {
			_, err = net.LookupPort("tcp", port)
		}
		if err != nil {
			return badSetting(address.flag, "must be host:port, such as 127.0.0.1:8080: %w", err)
		}
	}
	if areOneAddress(s.Listen, s.MetricsListen) {
		return badSetting("metrics-listen", "must be another port than that of --listen")
	}
	if err := edge.CheckOrigins(s.CORSOrigins); err != nil {
		return &settingError{"cors-origins", err}
	}
	return nil
}

// areOneAddress reports whether listening on one address prevents listening on the other.
func areOneAddress(a, b string) bool {
	hostA, portA, _ := net.SplitHostPort(a)
	hostB, portB, _ := net.SplitHostPort(b)
	isAny := func(host string) bool { return host == "" || net.ParseIP(host).IsUnspecified() }
	return portA == portB && portA != "0" && (hostA == hostB || isAny(hostA) || isAny(hostB))
}

// checkLinks checks the URLs. Its errors do not repeat them: they may contain a password.
func (s *serverSettings) checkLinks() error {
	for _, one := range []struct{ flag, value string }{
		{"public-url", s.PublicURL}, {"app-url", s.AppURL}, {"listen", s.appURL()}, // which is the default of the others
	} {
		if link, err := url.Parse(one.value); one.value != "" && (err != nil || link.Host == "" || (link.Scheme != "http" && link.Scheme != "https")) {
			return badSetting(one.flag, "must be an http or https URL")
		}
	}
	if link, err := url.Parse(s.KYCCases.URL); err == nil && link.User != nil {
		return badSetting("kyc-url", "must not hold a user name or password: the provider knows us by the signature (--kyc-secret)")
	}
	return nil
}

func (s *serverSettings) checkTimes() error {
	if s.AccessTokenLifetime < time.Second || s.AccessTokenLifetime > 24*time.Hour {
		return badSetting("access-token-lifetime", "must be between one second and one day")
	}
	if s.DrainTimeout <= 0 {
		return badSetting("drain-timeout", "must be more than nothing")
	}
	if s.DrainDelay < 0 || s.DrainDelay > 10*time.Minute {
		return badSetting("drain-delay", "must be between nothing and ten minutes")
	}
	if s.WorkerPatience < 100*time.Millisecond || s.WorkerPatience > time.Hour {
		return badSetting("worker-patience", "must be between 100ms and one hour")
	}
	if s.DatabaseConnections < 0 {
		return badSetting("database-connections", "must not be negative")
	}
	return nil
}

func (s tracingSettings) check() error {
	if !(s.SampleRatio >= 0 && s.SampleRatio <= 1) { // written so that NaN is refused too
		return badSetting("tracing-sample-ratio", "must be between 0 and 1")
	}
	if err := telemetry.CheckCollector(s.Endpoint); err != nil {
		return &settingError{"tracing-endpoint", err}
	}
	return nil
}
