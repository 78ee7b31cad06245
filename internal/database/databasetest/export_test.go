package databasetest

// MemoryFolder is where a cluster for tests keeps its data; empty for where everybody else does.
var MemoryFolder = memoryFolder
