package brand

// Check reports why a tenant may not use an override; nil when it may.
func (o Override) Check(of Brand, kind Kind) error {
	_, err := o.check(of, kind)
	return err
}

// Write renders a mail in a tenant's own wording, which may break every rule but the grammar.
func (o Override) Write(of Brand, kind Kind, values Values) (Letter, error) {
	parsed, err := o.parse()
	if err != nil {
		return Letter{}, err
	}
	return parsed.write(of, kind, values)
}

// Variables are the values of a kind.
func Variables(kind Kind) []string { return standardMails[kind].variables }

// Samples are values for a kind.
func (b Brand) Samples(kind Kind) Values { return b.samples(Variables(kind)) }
