/** The first file of the command, on versions of Node that are too old for the rest. */
import { spawnSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import * as esbuild from "esbuild"
import { describe, expect, it } from "vitest"
import packageJson from "../../package.json" with { type: "json" }

const main = path.resolve(import.meta.dirname, "../../dist/cli/main.cjs")

/** Says that Node is another one. */
const disguise = path.resolve(import.meta.dirname, "../fixtures/cli/node-version.cjs")

const on = (node: string) => {
  const { status, stderr, stdout } = spawnSync(process.execPath, ["--require", disguise, main, "--version"], {
    encoding: "utf8",
    env: { ...process.env, NODE_VERSION_TO_SAY: node }
  })
  return { status, stderr, stdout }
}

const { engines, version } = packageJson
const needed = engines.node.replace(">=", "")

describe("the command", () => {
  it.each(["12.22.12", "20.20.2", "22.18.9", "22.9.100"])("says on Node %s in one line which one it needs", (node) => {
    expect(on(node)).toStrictEqual({
      status: 1,
      stderr: `gatefold needs Node ${needed} or later, and this is Node ${node}.\n`,
      stdout: ""
    })
  })

  it.each([needed, "22.19.1", "22.100.0", "24.0.0", "100.0.0"])("runs on Node %s", (node) => {
    expect(on(node)).toStrictEqual({ status: 0, stderr: "", stdout: `gatefold v${version}\n` })
  })

  it("begins in the syntax of Node 12", () => {
    const [old, now] = ["node12", "esnext"].map(
      (target) =>
        esbuild.transformSync(fs.readFileSync(main, "utf8"), { target, supported: { "dynamic-import": true } }).code
    )
    expect(old).toBe(now)
  })
})
