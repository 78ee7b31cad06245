package brand

// Check tells whether a tenant may write a mail so.
func (o Override) Check(of Brand, kind Kind) error {
	_, err := o.check(of, kind)
	return err
}

// Write is the mail in words of a tenant's own, which may break every rule but the grammar.
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
