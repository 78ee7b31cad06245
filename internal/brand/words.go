package brand

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// words are a tenant's own wordings of its mails.
type words struct {
	tenant uuid.UUID
	mails  map[Kind]*mail
	logger *slog.Logger
}

// parseWords parses what is stored, as far as it is usable. The rest uses the platform's wording.
func (s *Service) parseWords(tenant uuid.UUID, stored []storedOverride) *words {
	if len(stored) == 0 {
		return nil
	}
	own := &words{tenant: tenant, mails: make(map[Kind]*mail, len(stored)), logger: s.logger}
	for _, o := range stored {
		standard, isKnown := standardMails[o.kind]
		if !isKnown {
			continue
		}
		parsed, problem := o.override.parseUsable(standard.variables)
		switch {
		case parsed == nil:
			own.tellFailure(o.kind, problem)
			continue
		case problem != nil:
			s.logger.Error("the HTML of a tenant's mail template cannot be used; it is made from the template's text", "tenant", tenant, "kind", o.kind, "error", problem)
		}
		own.mails[o.kind] = parsed
	}
	return own
}

func (w *words) of(kind Kind) *mail {
	if w == nil {
		return nil
	}
	return w.mails[kind]
}

func (w *words) tellFailure(kind Kind, err error) {
	w.logger.Error("a tenant's mail template cannot be used; the mail is written as the platform does", "tenant", w.tenant, "kind", kind, "error", err)
}

// MailTemplate is a kind of mail in the platform's wording and in a tenant's.
type MailTemplate struct {
	Kind      Kind
	Variables []string // the names of its values
	Default   Override
	Override  *Override // nil when the tenant uses the platform's wording
	UpdatedAt time.Time // of the override
	Problem   string    // why the override is not used as it is; empty when it is
}

// MailTemplates returns all kinds of mail for a tenant, sorted. It fails when the database does.
func (s *Service) MailTemplates(ctx context.Context, from database.Querier, tenant uuid.UUID) ([]MailTemplate, error) {
	stored, err := readOverrides(ctx, from, tenant)
	if err != nil {
		return nil, err
	}
	templates := make([]MailTemplate, 0, len(standardMails))
	for _, kind := range Kinds() {
		templates = append(templates, mailTemplate(kind, stored))
	}
	return templates, nil
}

func mailTemplate(kind Kind, stored []storedOverride) MailTemplate {
	standard := standardMails[kind]
	template := MailTemplate{Kind: kind, Variables: slices.Clone(standard.variables), Default: standard.source}
	if at := slices.IndexFunc(stored, func(o storedOverride) bool { return o.kind == kind }); at >= 0 {
		template.Override, template.UpdatedAt = &stored[at].override, stored[at].updatedAt
		if _, problem := template.Override.parseUsable(standard.variables); problem != nil {
			template.Problem = problem.Error()
		}
	}
	return template
}

// SetMail gives a mail of a tenant, which is held, the tenant's own wording from the commit on, and returns it before
// and after. It fails with NOT_FOUND when there is no such kind, and with VALIDATION_ERROR on the field that breaks a
// rule.
func (s *Service) SetMail(ctx context.Context, tx *database.Tx, tenant uuid.UUID, kind Kind, override Override) (before, after MailTemplate, err error) {
	face, err := s.Face(ctx, tx, tenant)
	if err != nil {
		return before, after, err
	}
	if _, err = override.check(face, kind); err != nil {
		return before, after, err
	}
	stored, err := readOverrides(ctx, tx, tenant)
	if err != nil {
		return before, after, err
	}
	written := storedOverride{tenantID: tenant, kind: kind, override: override, updatedAt: s.now()}
	if err := writeOverride(ctx, tx, &written); err != nil {
		return before, after, err
	}
	tx.NotifyAtCommit(topic, tenant.String())
	return mailTemplate(kind, stored), mailTemplate(kind, []storedOverride{written}), nil
}

// ResetMail restores the platform's wording of a mail of a tenant, which is held, and returns it as it was before. It
// fails with NOT_FOUND when there is no such kind.
func (s *Service) ResetMail(ctx context.Context, tx *database.Tx, tenant uuid.UUID, kind Kind) (before MailTemplate, err error) {
	if _, isKnown := standardMails[kind]; !isKnown {
		return before, errUnknownKind
	}
	stored, err := readOverrides(ctx, tx, tenant)
	if err != nil {
		return before, err
	}
	if err := deleteOverride(ctx, tx, tenant, kind); err != nil {
		return before, err
	}
	tx.NotifyAtCommit(topic, tenant.String())
	return mailTemplate(kind, stored), nil
}

// Preview renders a mail with sample values, in the given wording or in the one that the tenant uses. It fails as
// SetMail does.
func (s *Service) Preview(ctx context.Context, from database.Querier, tenant uuid.UUID, kind Kind, override *Override) (Letter, error) {
	face, err := s.Face(ctx, from, tenant)
	if err != nil {
		return Letter{}, err
	}
	standard, isKnown := standardMails[kind]
	if !isKnown {
		return Letter{}, errUnknownKind
	}
	samples := face.samples(standard.variables)
	if override == nil {
		return face.Compose(kind, samples)
	}
	parsed, err := override.check(face, kind)
	if err != nil {
		return Letter{}, err
	}
	return parsed.write(face, kind, samples)
}
