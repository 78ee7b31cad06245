package bourse

// Browser is the program that opens pages, as Debian names it and its package.
const Browser = "chromium"

// HeadlessBrowser is the same engine without what draws windows, as Debian names it and its package. Who opens hundreds of pages
// takes it where it is there: it needs a third less of the processor.
const HeadlessBrowser = "chromium-headless-shell"
