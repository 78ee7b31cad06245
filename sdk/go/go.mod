module bourse/sdk/go

go 1.25.0
