/**
 * Runs the published SDKs of the vendor against the emulator: `npm run prove -- interop`.
 *
 * `--version <version>`, `--service 2025-06|current|both`, `--platform Node|Chromium` and `--only <text>` leave things
 * out. A run that leaves nothing out writes docs/interop.md. Fails when a call fails without a reason.
 */
import { writeFileSync } from "node:fs"
import * as path from "node:path"
import { parseArgs } from "node:util"
import type { Browser } from "playwright-core"
import * as Chromium from "../../browser/Chromium.ts"
import type { Circumstances } from "./Call.ts"
import { calls } from "./calls.ts"
import * as inChromium from "./inChromium.ts"
import * as inNode from "./inNode.ts"
import { type Line, printPage, printTable } from "./report.ts"
import { runCall, type Platform } from "./run.ts"
import * as Sdk from "./Sdk.ts"
import * as Service from "./Service.ts"

const { values: flags } = parseArgs({
  options: {
    version: { type: "string" },
    service: { type: "string" },
    platform: { type: "string" },
    only: { type: "string" }
  }
})

const isWanted = (flag: keyof typeof flags, value: string) => (flags[flag] ?? value) === value

const isWhole = Object.keys(flags).length === 0

/** Runs the calls in one place, and says how it went. */
const runCalls = async (
  service: Service.Service,
  platform: Platform,
  circumstances: Circumstances
): Promise<ReadonlyArray<Line>> => {
  const lines: Array<Line> = []
  const start = performance.now()
  for (const call of calls) {
    if (!call.name.includes(flags.only ?? "")) continue
    lines.push({ ...circumstances, call, outcome: await runCall(call, platform, service, circumstances) })
  }
  const count = (tag: Line["outcome"]["_tag"]) => lines.filter(({ outcome }) => outcome._tag === tag).length
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  const { version, service: generation } = circumstances
  console.log(
    `${version} on ${generation} in ${platform.name}: ` +
      `${count("Passed")} passed, ${count("Excused")} excused, ${count("Failed")} failed (${seconds} s)`
  )
  for (const { call, outcome } of lines) {
    if (outcome._tag === "Failed") console.log(`  ${call.name}: ${outcome.message}`)
  }
  return lines
}

/** Runs the calls in all places at once: most of the time, the SDK waits between two reads of the same. */
const tryVersion = async (sdk: Sdk.Sdk, browser: Browser): Promise<ReadonlyArray<Line>> => {
  const { services, version } = sdk
  const site = await inChromium.serve(sdk)
  const places = services.flatMap((service) =>
    (["Node", "Chromium"] as const).map((platform) => ({ version, service, platform }))
  )
  const lines = await Promise.all(
    places
      .filter(({ platform, service }) => isWanted("service", service) && isWanted("platform", platform))
      .map(async (place) => {
        const service = await Service.start(place.service, site.trustedOrigin)
        const platform =
          place.platform === "Node" ? inNode.open(sdk, service) : await inChromium.open(browser, site, service)
        const own = await runCalls(service, platform, place)
        await platform.close()
        await service.close()
        return own
      })
  )
  await site.close()
  return lines.flat()
}

const versions = [...Sdk.currentVersions, Sdk.formerVersion].filter((version) => isWanted("version", version))
const sdks = await Promise.all(versions.map(Sdk.install))

const browser = await Chromium.launch()
const lines: Array<Line> = []
for (const sdk of sdks) lines.push(...(await tryVersion(sdk, browser)))
await browser.close()

if (isWhole) writeFileSync(path.resolve(import.meta.dirname, "../../../docs/interop.md"), printPage(lines))
else if (flags.only === undefined) console.log(printTable(lines))
// What the SDK has going on in this process has no end of its own.
process.exit(lines.some(({ outcome }) => outcome._tag === "Failed") ? 1 : 0)
