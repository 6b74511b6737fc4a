/** The page of supported endpoints and errors. */
import { generations } from "../../../src/domain/Generation.ts"
import { reasons } from "./reasons.ts"
import type { ErrorRow, Group } from "./rows.ts"

const mark = (value: boolean) => (value ? "yes" : "")

const formatCode = (text: string | null) =>
  text === null
    ? ""
    : text
        .split(", ")
        .map((one) => `\`${one}\``)
        .join(", ")

const formatShare = (rows: ReadonlyArray<unknown>, all: ReadonlyArray<unknown>) => `${rows.length} of ${all.length}`

export const printPage = (groups: ReadonlyArray<Group>, errors: ReadonlyArray<ErrorRow>): string => {
  const rows = groups.flatMap((group) => group.rows)
  const printTable = ({ rows, title }: Group) =>
    [
      `### ${title}`,
      "",
      "| method | path | levels | operation | promise | emulator | 2025-06 | current |",
      "|---|---|---|---|---|---|---|---|",
      ...rows.map(
        (row) =>
          `| ${row.method} | \`${row.path}\` | ${row.levels.join(", ")} | ${formatCode(row.operation)} | ${formatCode(row.promise)} ` +
          `| ${mark(row.emulator)} | ${mark(row.tested["2025-06"])} | ${mark(row.tested.current)} |`
      ),
      ""
    ].join("\n")
  return [
    "# What is supported",
    "",
    "This page lists the endpoints and errors that Gatefold supports. `npm run generate -- supported` generates it from the contract,",
    "the source, the emulator's routes and a run of the conformance tests against the emulator in each",
    "[generation of the service](guides/which-service.md). If an endpoint's shape depends on the level, each shape has a row.",
    "",
    "| | |",
    "|---|---|",
    `| endpoints in the contract | ${rows.length} |`,
    `| with an operation | ${formatShare(
      rows.filter((row) => row.operation !== null),
      rows
    )} |`,
    `| supported by the emulator | ${formatShare(
      rows.filter((row) => row.emulator),
      rows
    )} |`,
    ...generations.map(
      (generation) =>
        `| called successfully by a test, ${generation} | ${formatShare(
          rows.filter((row) => row.tested[generation]),
          rows
        )} |`
    ),
    `| errors that an endpoint declares | ${formatShare(
      errors.filter((error) => error.declared),
      errors
    )} |`,
    ...generations.map(
      (generation) =>
        `| errors that a test provokes, ${generation} | ${formatShare(
          errors.filter((error) => error.provoked[generation]),
          errors
        )} |`
    ),
    "",
    "## Endpoints",
    "",
    "- **levels**: the access levels that may call it. `public` needs no key.",
    "- **operation**, **promise**: the functions that call it. `server/Users.stream` and `app.users.stream` stream the pages",
    "  of `server/Users.page`.",
    "- **emulator**: the emulator supports it.",
    "- **2025-06**, **current**: a conformance test calls it successfully in this generation of the service.",
    "",
    ...groups.map(printTable),
    "## Errors",
    "",
    "- **declared**: an endpoint of the contract lists it, so operations have it in their types.",
    "- **2025-06**, **current**: a conformance test gets it in this generation of the service. If none can in either, the",
    "  table says why.",
    "",
    "| code | declared | 2025-06 | current | |",
    "|---|---|---|---|---|",
    ...errors.map(
      ({ code, declared, provoked }) =>
        `| \`${code}\` | ${mark(declared)} | ${mark(provoked["2025-06"])} | ${mark(provoked.current)} ` +
        `| ${reasons[code] ?? ""} |`
    ),
    ""
  ].join("\n")
}
