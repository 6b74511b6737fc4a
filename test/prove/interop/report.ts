/** What `npm run prove -- interop` writes. */
import { type Call, type Circumstances, unknown } from "./Call.ts"
import type { Outcome } from "./run.ts"

/** What came of a call in one place. */
export interface Line extends Circumstances {
  readonly call: Call
  readonly outcome: Outcome
}

const cells = { Passed: "yes", Excused: "–", Failed: "**no**" } as const

const row = (texts: ReadonlyArray<string>): string => `| ${texts.join(" | ")} |`

const readReason = ({ outcome }: Line): string =>
  outcome._tag === "Passed" ? "" : outcome._tag === "Excused" ? outcome.reason : outcome.message

/**
 * A column for every place that a version was tried in, in the order of the lines; without calls that it does not know.
 */
export const printTable = (lines: ReadonlyArray<Line>): string => {
  const nameColumn = ({ platform, service }: Circumstances) => `${service}, ${platform}`
  const columns = [...new Set(lines.map(nameColumn))]
  const known = lines.filter((line) => readReason(line) !== unknown)
  const calls = [...new Set(known.map(({ call }) => call))]
  const rows = calls.map((call) => {
    const own = lines.filter((line) => line.call === call)
    const marks = columns.map((column) => {
      const line = own.find((line) => nameColumn(line) === column)
      return line === undefined ? "" : cells[line.outcome._tag]
    })
    const reasons = new Set(own.map(readReason).filter((reason) => reason !== ""))
    return row([call.area.name, `\`${call.name}\``, ...marks, [...reasons].join("; ")])
  })
  const head = ["Area", "Call", ...columns, "Reason"]
  const sums = columns.map((column) => {
    const own = known.filter((line) => nameColumn(line) === column)
    return `${own.filter(({ outcome }) => outcome._tag === "Passed").length} of ${calls.length}`
  })
  return [row(head), row(head.map(() => "---")), ...rows, row(["", "", ...sums, ""])].join("\n")
}

const intro = `# Interop

This page shows whether the vendor's SDK works with Gatefold's emulator. \`npm run prove -- interop\` generates it: it runs the published \`@stackframe/js\` against the emulator, with only a base URL and keys. \`test/prove/interop/calls/\` checks the result of each call, and \`npm run test:all\` includes a few of them.

- **Node** runs the CommonJS build of the SDK. **Chromium** runs the bundler build, in a page on another origin than the emulator (CORS). Calls with server and admin keys come from an origin that the emulator trusts. The service allows them from every page.
- Each version runs against the generation of the service that it was made for (the emulator's \`service\`), and against an emulator that supports both.
- A call with "–" can't pass, and the last column says why. If the emulator doesn't have the endpoint yet, the run still makes the call, so that it counts as soon as the endpoint exists.
- Version 2.8.108 automatically sends events of every page to \`/analytics/events/batch\`. The emulator doesn't have that endpoint, and nothing depends on it.
- Version 2.8.3 is the registry's last one before June 2025. The run installs it below \`.cache/\` for itself only.
`

/** The whole page. */
export const printPage = (lines: ReadonlyArray<Line>): string => {
  const versions = [...new Set(lines.map(({ version }) => version))]
  const sections = versions.map((version) => {
    const own = lines.filter((line) => line.version === version)
    return `## ${version}\n\n${printTable(own)}\n`
  })
  return [intro, ...sections].join("\n")
}
