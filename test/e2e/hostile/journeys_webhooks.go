package hostile

import (
	"time"

	"bourse/test/e2e/kit"
)

func (j *journey) url(kind string) string {
	return j.campaign.Outside.URL + "/" + kind + "/" + digits(j.worker, 12)
}

func webhooks(j *journey) {
	admin := j.fresh("admin")
	wanted := kit.Body{"name": "Back office", "url": j.url("takes"), "subscribedEvents": []string{"trading.*", "custom.*"}}
	id := text(j.call(admin, "createWebhookEndpoint", wanted), "id")
	at := []string{"endpointId", id}
	j.list(admin, "listWebhookEndpoints")
	j.call(admin, "getWebhookEndpoint", nil, at...)
	j.call(admin, "updateWebhookEndpoint", kit.Body{"name": "Back office, second floor"}, at...)
	j.call(admin, "verifyWebhookEndpoint", nil, at...)
	j.call(admin, "testWebhookEndpoint", nil, at...)
	j.call(admin, "rotateWebhookSecret", nil, at...)
	since := time.Now().UTC().Add(-time.Hour).Format(time.RFC3339)
	recovery := text(j.call(admin, "recoverWebhookEndpoint", kit.Body{"since": since}, at...), "id")
	j.call(admin, "getWebhookRecovery", nil, append(at, "recoveryId", recovery)...)
	j.call(admin, "publishWebhookEvent", kit.Body{"type": "custom.order.shipped", "data": kit.Body{"orderNumber": 4711}})
	batch := []kit.Body{{"type": "custom.order.packed", "data": kit.Body{"orderNumber": 4711}}, {"type": "custom.order.sent", "data": kit.Body{}}}
	j.call(admin, "publishWebhookEvents", kit.Body{"events": batch})
	j.list(admin, "listWebhookEvents", "limit", "2")
	j.list(admin, "listWebhookEventTypes")
	j.call(admin, "deleteWebhookEndpoint", nil, at...)
}

// deliveries uses an endpoint that accepts nothing, and its remedies.
func deliveries(j *journey) {
	admin := j.fresh("stranger_admin")
	wanted := kit.Body{"name": "Deaf", "url": j.url("refuses"), "retryEnabled": false, "subscribedEvents": []string{"custom.order.lost"}}
	id := text(j.call(admin, "createWebhookEndpoint", wanted), "id")
	j.call(admin, "publishWebhookEvent", kit.Body{"type": "custom.order.lost", "data": kit.Body{"orderNumber": 4712}})
	delivery := ""
	for range 200 {
		if given := j.list(admin, "listWebhookDeliveries", "endpointId", id, "status", "exhausted"); len(given) > 0 {
			delivery = text(given[0], "id")
		}
		if delivery != "" || j.isBroken {
			break
		}
		j.pause()
	}
	j.list(admin, "listAllWebhookDeliveries", "eventType", "custom.order.lost")
	j.call(admin, "getWebhookEndpointStats", nil, "endpointId", id)
	j.call(admin, "getWebhookDelivery", nil, "deliveryId", delivery)
	j.call(admin, "retryWebhookDelivery", nil, "deliveryId", delivery)
	j.call(admin, "deleteWebhookEndpoint", nil, "endpointId", id)
}
