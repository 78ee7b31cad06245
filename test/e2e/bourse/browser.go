package bourse

// Browser is the program that opens pages, as Debian names it and its package.
const Browser = "chromium"
