#!/usr/bin/env node
/**
 * The first file of the `gatefold` command: it says so where Node is too old for the others, so it is written in the
 * syntax of Node 12.
 */
const { engines } = require("../../package.json")
const needed = engines.node.replace(">=", "")
const present = process.versions.node

/** Whether a version is the other one or a later one. */
const isAtLeast = (version: string, other: string): boolean => {
  const [mine, its] = [version, other].map((text) => text.split(".").map(Number)) as [Array<number>, Array<number>]
  const different = mine.findIndex((part, index) => part !== its[index])
  return different === -1 || mine[different]! > its[different]!
}

if (isAtLeast(present, needed)) {
  require("node:module").enableCompileCache()
  import("./Program.ts")
} else {
  console.error("gatefold needs Node " + needed + " or later, and this is Node " + present + ".")
  process.exitCode = 1
}
