package broker_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"bourse/internal/fault"
	"bourse/internal/investment/broker"
)

func exchangeCredentials() broker.Credentials {
	return broker.Credentials{"apiKey": apiKey, "apiSecret": apiSecret}
}

func terminalCredentials() broker.Credentials {
	return broker.Credentials{"login": login, "password": password, "server": server}
}

// with returns a copy of the credentials with one value changed.
func with(credentials broker.Credentials, name, value string) broker.Credentials {
	credentials[name] = value
	return credentials
}

func TestCredentialsOfTheRightFormPass(t *testing.T) {
	t.Parallel()
	registry := newRegistry(t, broker.Settings{})
	for provider, credentials := range map[broker.Provider]broker.Credentials{
		broker.Binance: exchangeCredentials(), broker.MT4: terminalCredentials(), broker.MT5: terminalCredentials(),
	} {
		if err := registry.Check(provider, credentials); err != nil {
			t.Errorf("%s: %v", provider, err)
		}
	}
	if err := registry.Check(broker.MT5, with(terminalCredentials(), "password", "pässwörd with spaces ")); err != nil {
		t.Errorf("a password may hold any printable character: %v", err)
	}
}

func TestAFieldOfTheWrongFormIsNamedWithoutItsValue(t *testing.T) {
	t.Parallel()
	registry := newRegistry(t, broker.Settings{})
	for _, test := range []struct {
		name        string
		provider    broker.Provider
		credentials broker.Credentials
		field       string
	}{
		{"no credentials", broker.Binance, nil, "credentials.apiKey"},
		{"missing key", broker.Binance, broker.Credentials{"apiSecret": apiSecret}, "credentials.apiKey"},
		{"missing secret", broker.Binance, broker.Credentials{"apiKey": apiKey}, "credentials.apiSecret"},
		{"empty secret", broker.Binance, with(exchangeCredentials(), "apiSecret", ""), "credentials.apiSecret"},
		{"missing login", broker.MT4, broker.Credentials{"password": password, "server": server}, "credentials.login"},
		{"missing password", broker.MT5, broker.Credentials{"login": login, "server": server}, "credentials.password"},
		{"missing server", broker.MT5, broker.Credentials{"login": login, "password": password}, "credentials.server"},
		{"other provider's fields", broker.MT5, exchangeCredentials(), "credentials.login"},
		{"unknown field", broker.Binance, with(exchangeCredentials(), "passphrase", apiSecret), "credentials.passphrase"},
		{"secret as a name", broker.Binance, with(exchangeCredentials(), apiSecret+"x", ""), "credentials"},
		{"too long a key", broker.Binance, with(exchangeCredentials(), "apiKey", strings.Repeat(apiKey, 5)), "credentials.apiKey"},
		{"too long a password", broker.MT4, with(terminalCredentials(), "password", strings.Repeat(password, 20)), "credentials.password"},
		{"header injection", broker.Binance, with(exchangeCredentials(), "apiKey", apiKey+"\r\nX-Other: 1"), "credentials.apiKey"},
		{"space in a key", broker.Binance, with(exchangeCredentials(), "apiKey", apiKey+" "), "credentials.apiKey"},
		{"letters in a secret beyond ASCII", broker.Binance, with(exchangeCredentials(), "apiSecret", apiSecret+"é"), "credentials.apiSecret"},
		{"control character in a password", broker.MT5, with(terminalCredentials(), "password", password+"\x00"), "credentials.password"},
		{"broken text in a server", broker.MT5, with(terminalCredentials(), "server", server+"\xff"), "credentials.server"},
		{"login that is no number", broker.MT5, with(terminalCredentials(), "login", login+"a"), "credentials.login"},
		{"unknown provider", "kraken", exchangeCredentials(), "provider"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			err := registry.Check(test.provider, test.credentials)
			var problem *fault.Error
			if !errors.As(err, &problem) || problem.Code != fault.ValidationError || problem.Field != test.field {
				t.Fatalf("got %#v, want VALIDATION_ERROR about %s", err, test.field)
			}
			if found := secretIn(problem.Message + problem.Field + err.Error()); found != "" {
				t.Errorf("the error holds %s", found)
			}
			outcome := registry.Verify(t.Context(), test.provider, test.credentials)
			wantOutcome(t, outcome, broker.InvalidCredentials, 0)
		})
	}
}

func TestAHintIsTheEndOfTheIdentityAndNeverAllOfIt(t *testing.T) {
	t.Parallel()
	registry := newRegistry(t, broker.Settings{})
	for _, test := range []struct {
		provider    broker.Provider
		credentials broker.Credentials
		want        string
	}{
		{broker.Binance, exchangeCredentials(), "Eh8A"},
		{broker.MT4, terminalCredentials(), "4988"},
		{broker.MT5, broker.Credentials{"login": "12345"}, "2345"},
		{broker.MT5, broker.Credentials{"login": "1234"}, "234"},
		{broker.MT5, broker.Credentials{"login": "12"}, "2"},
		{broker.MT5, broker.Credentials{"login": "1"}, ""},
		{broker.MT5, nil, ""},
		{broker.Binance, broker.Credentials{"apiKey": "äöüßéèê"}, "ßéèê"},
		{"kraken", exchangeCredentials(), ""},
	} {
		if got := registry.Hint(test.provider, test.credentials); got != test.want {
			t.Errorf("%s: got %q, want %q", test.provider, got, test.want)
		}
	}
}

func TestCredentialsPrintAsNothingAndStoreAsTheyAre(t *testing.T) {
	t.Parallel()
	credentials := terminalCredentials()
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
		if text := fmt.Sprintf(verb, credentials); secretIn(text) != "" || strings.Contains(text, fmt.Sprintf("%x", password)) {
			t.Errorf("%s prints a secret", verb)
		}
	}
	if text := credentials.LogValue().String(); secretIn(text) != "" {
		t.Error("the log value holds a secret")
	}
	stored, err := json.Marshal(credentials)
	if err != nil || !strings.Contains(string(stored), password) {
		t.Errorf("stored as %d bytes, %v: the password is not among them", len(stored), err)
	}
}

func TestABadSettingIsNamedWithoutItsValue(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		settings broker.Settings
		name     string
	}{
		{broker.Settings{BinanceURL: "http://api.binance.com"}, "Binance URL"},
		{broker.Settings{BinanceURL: "api.binance.com"}, "Binance URL"},
		{broker.Settings{BinanceURL: "https://user:" + token + "@api.binance.com"}, "Binance URL"},
		{broker.Settings{MetaAPIURL: "https://bridge.example.com?auth=" + token}, "MetaApi URL"},
		{broker.Settings{MetaAPIClientURL: "ftp://bridge.example.com"}, "MetaApi client URL"},
		{broker.Settings{MetaAPIToken: token + "\n"}, "MetaApi token"},
		{broker.Settings{Timeout: -1}, "broker timeout"},
	} {
		_, err := broker.New(test.settings)
		if err == nil || !strings.HasPrefix(err.Error(), test.name) {
			t.Errorf("%s: got %v", test.name, err)
		} else if found := secretIn(err.Error()); found != "" {
			t.Errorf("%s: the error holds %s", test.name, found)
		}
	}
}
