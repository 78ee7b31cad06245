package privacy

// TablesOf are the tables that the list names: those that hold something of a person, and the others.
func TablesOf() (personal, others []string) {
	for _, h := range holdings {
		personal = append(personal, h.table)
	}
	return personal, impersonal
}

// WithoutPerson is withoutPerson.
var WithoutPerson = withoutPerson
