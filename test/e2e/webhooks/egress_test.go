package webhooks_test

import (
	"net/http"
	"strings"
	"testing"

	"bourse/test/e2e/kit"
)

func TestWebhooksGoOnlyToPublicAddressesUnlessTheOperatorSaysOtherwise(t *testing.T) {
	t.Parallel()
	kit.OnEachServer(t, kit.Scenarios{
		"a forbidden URL is refused when it is saved": forbiddenURLsAreRefused,
		"a forbidden token URL is refused too":        forbiddenTokenURLsAreRefused,
		"a public one is taken":                       publicURLsAreTaken,
	})
}

var forbiddenURLs = []string{
	"https://127.0.0.1/", "https://127.8.9.10:8443/hook", "https://[::1]/", "https://0.0.0.0/", "https://[::]/",
	"https://10.0.0.1/", "https://10.255.255.255/", "https://172.16.0.1/", "https://172.31.255.1/", "https://192.168.1.1/",
	"https://169.254.169.254/latest/meta-data/", "https://[fd00:ec2::254]/", "https://100.64.0.1/", "https://224.0.0.1/",
	"https://[fc00::1]/", "https://[fd12:3456::1]/", "https://[fe80::1]/", "https://[fe80::1%25eth0]/", "https://[ff02::1]/",
	"https://[::ffff:127.0.0.1]/", "https://[::ffff:10.0.0.1]/", "https://[::ffff:7f00:1]/", "https://[64:ff9b::7f00:1]/", "https://[2002:7f00:1::]/",
	"https://2130706433/", "https://0x7f000001/", "https://0177.0.0.1/", "https://0x7f.0.0.1/", "https://127.1/", "https://127.0.0.1./",
	"https://localhost/", "https://LOCALHOST:8080/", "https://localhost./", "https://back.localhost/",
	"https://①②⑦.⓪.⓪.①/", "http://example.com/", "http://127.0.0.1/",
}

func forbiddenURLsAreRefused(t *testing.T, s *kit.Server) {
	admin := s.TenantAdmin(t)
	kept := admin.Endpoint(t, "https://kept.example.com/", nil)
	for _, url := range forbiddenURLs {
		for _, a := range []*kit.Answer{
			admin.Post(t, kit.EndpointsPath, kit.Body{"name": "Inside", "url": url}),
			admin.Call(t, http.MethodPatch, endpointAt(kept, ""), kit.Body{"url": url}),
		} {
			failure, _ := a.Envelope["error"].(map[string]any)
			refused := a.Status == 422 && failure["code"] == "URL_NOT_ALLOWED" || a.Status == 400 && failure["code"] == "VALIDATION_ERROR"
			if !refused || failure["field"] != "url" {
				t.Errorf("%s: %s answered %d %s", url, a.Call, a.Status, a.Text)
			}
		}
	}
	if now := readEndpoint(t, admin, kept); now["url"] != kept["url"] {
		t.Errorf("the endpoint's URL is %v now", now["url"])
	}
}

func forbiddenTokenURLsAreRefused(t *testing.T, s *kit.Server) {
	admin := s.TenantAdmin(t)
	for _, url := range []string{"https://127.0.0.1/token", "https://169.254.169.254/token", "http://id.example.com/token", "https://localhost/"} {
		admin.Post(t, kit.EndpointsPath, kit.Body{
			"name": "Token from inside", "url": "https://office.example.com/", "authType": "oauth2",
			"authConfig": kit.Body{"tokenUrl": url, "clientId": "id", "clientSecret": "secret"},
		}).Failed(t, 422, "URL_NOT_ALLOWED", "authConfig.tokenUrl")
	}
}

func publicURLsAreTaken(t *testing.T, s *kit.Server) {
	admin := s.TenantAdmin(t)
	for _, url := range []string{"https://example.com/hook?a=b", "https://8.8.8.8/", "https://[2606:4700::1111]:8443/", "https://bücher.example/"} {
		admin.Endpoint(t, url, nil)
	}
}

// TestALoopbackReceiverIsNotReachedOnceTheOperatorForbidsIt shows that an endpoint saved under another policy is
// shown as broken, and that nothing is sent to it.
func TestALoopbackReceiverIsNotReachedOnceTheOperatorForbidsIt(t *testing.T) {
	t.Parallel()
	kit.OnEachEngine(t, func(t *testing.T, place *kit.Installation) {
		office := kit.NewReceiver(t, nil)
		s := place.Serve(t, kit.LocalReceivers...)
		admin := s.TenantAdmin(t)
		endpoint := admin.Endpoint(t, office.URL+"/a-secret", kit.Body{"retryEnabled": false})
		s.MustStop(t)
		s = place.Serve(t)
		strict := admin.Login(t, s)
		if reason, _ := readEndpoint(t, strict, endpoint)["broken"].(string); !strings.Contains(reason, "url") || strings.Contains(reason, "a-secret") {
			t.Errorf("the endpoint is shown as %q", reason)
		}
		strict.Publish(t, "custom.thing.happened", kit.Body{})
		awaitDelivery(t, strict, onlyDelivery(t, strict, endpoint), "skipped")
		strict.Post(t, endpointAt(endpoint, "/test"), nil).Failed(t, 409, "CONFLICT", "")
		strict.Post(t, endpointAt(endpoint, "/verify"), nil).Failed(t, 409, "CONFLICT", "")
		if got := office.All(); len(got) != 0 {
			t.Errorf("the receiver got %d requests", len(got))
		}
	})
}
