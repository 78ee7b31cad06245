package alerts

import (
	"time"

	"github.com/google/uuid"

	"bourse/internal/money"
	"bourse/internal/trading"
	"bourse/internal/webhook"
)

// The events of this package.
const (
	alertFired    = "trading.alert.fired"
	noticeCreated = "trading.notice.created"
)

// alertEvent is the data of trading.alert.fired: the alert as the API shows it, and its user.
type alertEvent struct {
	ID             uuid.UUID         `json:"id"`
	AlertID        uuid.UUID         `json:"alertId"`
	UserID         uuid.UUID         `json:"userId"`
	Symbol         string            `json:"symbol"`
	Kind           AlertKind         `json:"kind"`
	Price          money.Decimal     `json:"price"`
	Percent        money.Decimal     `json:"percent"`
	ReferencePrice money.Decimal     `json:"referencePrice"`
	Note           string            `json:"note"`
	Status         AlertStatus       `json:"status"`
	FiredPrice     money.Decimal     `json:"firedPrice"`
	FiredAt        webhook.Timestamp `json:"firedAt"`
	CreatedAt      webhook.Timestamp `json:"createdAt"`
}

func newAlertEvent(a *Alert) alertEvent {
	return alertEvent{
		ID: a.ID, AlertID: a.ID, UserID: a.UserID, Symbol: a.Symbol, Kind: a.Kind, Price: a.Price, Percent: a.Percent,
		ReferencePrice: a.ReferencePrice, Note: a.Note, Status: a.Status, FiredPrice: a.FiredPrice, FiredAt: webhook.At(a.FiredAt()),
		CreatedAt: webhook.At(a.CreatedAt),
	}
}

// noticeResource is a notice as the API shows it.
type noticeResource struct {
	ID        uuid.UUID         `json:"id"`
	Kind      Kind              `json:"kind"`
	SubjectID uuid.UUID         `json:"subjectId"`
	Symbol    string            `json:"symbol,omitzero"`
	Title     string            `json:"title"`
	Text      string            `json:"text"`
	CreatedAt webhook.Timestamp `json:"createdAt"`
}

func newNoticeResource(n *Notice) noticeResource {
	return noticeResource{
		ID: n.ID, Kind: n.Kind, SubjectID: n.Subject, Symbol: n.Symbol, Title: n.Title, Text: n.Text, CreatedAt: webhook.At(n.CreatedAt),
	}
}

// noticeEvent is the data of trading.notice.created: the notice as the API shows it, and its user.
type noticeEvent struct {
	noticeResource
	NoticeID uuid.UUID `json:"noticeId"`
	UserID   uuid.UUID `json:"userId"`
}

func newNoticeEvent(n *Notice) noticeEvent {
	return noticeEvent{noticeResource: newNoticeResource(n), NoticeID: n.ID, UserID: n.UserID}
}

// Events describes the events that this package publishes.
func Events() []webhook.EventType {
	alert := Alert{
		ID: trading.ExampleID(20), UserID: trading.ExampleID(2), Symbol: "BTCUSD", Kind: Above, Price: money.MustParse("65000"),
		ReferencePrice: money.MustParse("64200"), Note: "time to sell", Status: AlertWorking, CreatedAt: trading.ExampleTime,
	}
	alert.fire(money.MustParse("65010.5"), trading.ExampleTime.Add(2*time.Hour))
	notice := alertNotice(&alert)
	notice.ID = trading.ExampleID(21)
	return []webhook.EventType{
		webhook.NewEventType(alertFired, "A price has reached an alert of a user who is told by webhooks.", newAlertEvent(&alert)),
		webhook.NewEventType(noticeCreated, "A user who is told by webhooks was given a notice: of an order that was filled, a position that was closed at a level, a subscription that was stopped, or an alert.",
			newNoticeEvent(notice)),
	}
}
