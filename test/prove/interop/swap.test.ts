/** The published SDKs of the vendor and Gatefold take the place of each other, and nobody is signed out by it. */
import { execFile } from "node:child_process"
import * as path from "node:path"
import { promisify } from "node:util"
import { describe, expect, it } from "vitest"
import { slowMillis } from "../../support/patience.ts"
import { currentVersions, install } from "./Sdk.ts"

const program = path.join(import.meta.dirname, "swap.ts")

/** The lines that the program writes; the SDKs write others. */
const run = async (version: string, protocol: string): Promise<ReadonlyArray<Readonly<Record<string, unknown>>>> => {
  const args = ["-C", "gatefold-source", program, version, protocol]
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: slowMillis })
  return stdout
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line))
}

const everybody = ["Gatefold's server", "vendor's server", "Gatefold's page", "vendor's page", "Gatefold's page again"]
const all = (email: string) => Object.fromEntries(everybody.map((who) => [who, email]))
const ann = all("ann@example.org")
const bob = all("bob@example.org")

await Promise.all(currentVersions.map(install))

describe.each(currentVersions)("the SDK %s", (version) => {
  it.each(["http:", "https:"])("and Gatefold have the same session on %s", async (protocol) => {
    const isBefore202511 = version === "2.8.41"
    const steps = await run(version, protocol)
    expect(steps.slice(0, -1)).toStrictEqual([
      { step: "the vendor's client signs ann up", seen: ann },
      { step: "Gatefold signs out", seen: {} },
      { step: "Gatefold signs bob up", seen: bob },
      {
        step: "the vendor's client signs ann in",
        // It knows no cookies with `__Host-`, and bob has not been signed out.
        seen:
          isBefore202511 && protocol === "https:"
            ? { ...bob, "vendor's server": "ann@example.org", "vendor's page": "ann@example.org" }
            : ann
      },
      { step: "Gatefold signs bob in", seen: bob }
    ])
    const names =
      protocol === "http:"
        ? ["stack-access", "stack-refresh-P"]
        : ["__Host-stack-access", "__Host-stack-refresh-P--default", "stack-is-https", "stack-refresh-P"]
    // The vendor's page that is still open writes its own again when it is told of bob.
    expect(steps.at(-1)?.["names"]).toStrictEqual(expect.arrayContaining(names))
  })
})
