#!/usr/bin/env node
/**
 * The `gatefold` command. Node keeps what it compiles for the next time.
 */
import * as module from "node:module"

const peer = "@effect/platform-node"

const isMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND" && error.message.includes(peer)

module.enableCompileCache()
try {
  // loaded here, because those who do not use the command need not have the peer that it stands on
  const { run } = await import("./Run.ts")
  const { gatefold } = await import("./Gatefold.ts")
  run(gatefold)
} catch (error) {
  if (!isMissing(error)) throw error
  process.stderr.write(`The gatefold command needs ${peer}. To install it: npm install --save-dev ${peer}\n`)
  process.exitCode = 1
}
