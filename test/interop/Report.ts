/** What `npm run interop` writes. */
import type { Call, Circumstances } from "./Call.ts"
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

/** A column for every place that a version was tried in, in the order of the lines. */
export const tableOf = (lines: ReadonlyArray<Line>): string => {
  const columnOf = ({ platform, service }: Circumstances) => `${service}, ${platform}`
  const columns = [...new Set(lines.map(columnOf))]
  const calls = [...new Set(lines.map(({ call }) => call))]
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
  return [row(head), row(head.map(() => "---")), ...rows].join("\n")
}

const intro = `# Interop

Written by \`npm run interop\`. It runs the vendor's SDK \`@stackframe/js\`, as it is published, against the emulator: with a base URL and keys and nothing else. Every call stands for what must come of it, which \`test/interop/calls/\` checks; a few of them are also part of \`npm test\`.

- **Node** has the CommonJS form of the SDK, **Chromium** the one that bundlers take, in a page of another origin than the emulator (CORS). Calls with the keys of servers and admins come from an origin that the emulator is told to trust; the service allows them to every page.
- Each version is tried against the generation of the service that it is made for (\`service\` of the emulator), and against an emulator that is both.
- A call with "–" cannot pass, and says why. The emulator lacks endpoints of the current service that are not about identity, or that nothing in Gatefold uses yet; a call of them passes as soon as they are there.
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
