#!/usr/bin/env node
/**
 * The `gatefold` command, with Node's compile cache.
 */
import * as module from "node:module"

const peer = "@effect/platform-node"

const isMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND" && error.message.includes(peer)

module.enableCompileCache()
try {
  // loaded here, because only the command needs this peer dependency
  const { run } = await import("./Run.ts")
  const { gatefold } = await import("./Gatefold.ts")
  run(gatefold)
} catch (error) {
  if (!isMissing(error)) throw error
  process.stderr.write(`The gatefold command needs ${peer}. To install it: npm install --save-dev ${peer}\n`)
  process.exitCode = 1
}
