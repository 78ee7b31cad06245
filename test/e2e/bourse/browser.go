package bourse

// Browser is the program that opens pages, by Debian's name, which is also its package's.
const Browser = "chromium"

// HeadlessBrowser is the same engine without windows, by Debian's name. Tests that open hundreds of pages use it if
// it is installed: it needs a third less processor time.
const HeadlessBrowser = "chromium-headless-shell"
