package payments

// NormalDestination is a destination as it is stored.
func NormalDestination(d Destination) (Destination, error) { return d.normal() }
