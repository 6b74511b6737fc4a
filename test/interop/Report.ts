/** What `npm run interop` writes. */
import { type Call, type Circumstances, unknown } from "./Call.ts"
import type { Outcome } from "./Run.ts"

/** What came of a call in one place. */
export interface Line extends Circumstances {
  readonly call: Call
  readonly outcome: Outcome
}

const cells = { Passed: "yes", Excused: "–", Failed: "**no**" } as const

const row = (texts: ReadonlyArray<string>): string => `| ${texts.join(" | ")} |`

const reasonOf = ({ outcome }: Line): string =>
  outcome._tag === "Passed" ? "" : outcome._tag === "Excused" ? outcome.reason : outcome.message

/** A column for every place that a version was tried in, in the order of the lines; without calls that it does not know. */
export const tableOf = (lines: ReadonlyArray<Line>): string => {
  const columnOf = ({ platform, service }: Circumstances) => `${service}, ${platform}`
  const columns = [...new Set(lines.map(columnOf))]
  const known = lines.filter((line) => reasonOf(line) !== unknown)
  const calls = [...new Set(known.map(({ call }) => call))]
  const rows = calls.map((call) => {
    const own = lines.filter((line) => line.call === call)
    const marks = columns.map((column) => {
      const line = own.find((line) => columnOf(line) === column)
      return line === undefined ? "" : cells[line.outcome._tag]
    })
    const reasons = new Set(own.map(reasonOf).filter((reason) => reason !== ""))
    return row([call.area.name, `\`${call.name}\``, ...marks, [...reasons].join("; ")])
  })
  const head = ["About", "Call", ...columns, "Why not"]
  const sums = columns.map((column) => {
    const own = known.filter((line) => columnOf(line) === column)
    return `${own.filter(({ outcome }) => outcome._tag === "Passed").length} of ${calls.length}`
  })
  return [row(head), row(head.map(() => "---")), ...rows, row(["", "", ...sums, ""])].join("\n")
}

const intro = `# Interop

Written by \`npm run interop\`. It runs the vendor's SDK \`@stackframe/js\`, as it is published, against the emulator: with a base URL and keys and nothing else. Every call stands for what must come of it, which \`test/interop/calls/\` checks; a few of them are also part of \`npm run test:all\`.

- **Node** has the CommonJS form of the SDK, **Chromium** the one that bundlers take, in a page of another origin than the emulator (CORS). Calls with the keys of servers and admins come from an origin that the emulator is told to trust; the service allows them to every page.
- Each version is tried against the generation of the service that it is made for (\`service\` of the emulator), and against an emulator that is both.
- A call with "–" cannot pass, and the last column says why. Where the emulator has no endpoint yet, the call is made all the same: it counts as soon as the endpoint is there.
- Version 2.8.108 sends events of every page to \`/analytics/events/batch\` by itself. The emulator has no such endpoint; nothing depends on it.
- Version 2.8.3 is the last one before June 2025 that the registry has. It is installed below \`.cache/\` for this run only.
`

/** The whole page. */
export const pageOf = (lines: ReadonlyArray<Line>): string => {
  const versions = [...new Set(lines.map(({ version }) => version))]
  const sections = versions.map((version) => {
    const own = lines.filter((line) => line.version === version)
    return `## ${version}\n\n${tableOf(own)}\n`
  })
  return [intro, ...sections].join("\n")
}
