/** The pages of the error reference: one for each error, and their index. */
import { operations } from "../../catalog/operations.ts"
import { listPromiseMethods } from "../../catalog/promiseMethods.ts"
import { apps, inputs } from "./calls.ts"
import { type Declarations, type Declared, read } from "./declared.ts"
import { areas, notes } from "./notes/index.ts"
import type { Note } from "./notes/Note.ts"

/** Errors without a page: those that a user's own layers fail with, and those that stay inside. */
const withoutPage = /^(HttpFailure|BotChallengeUnsolved|FleetUnavailable|HandlerFailed|NotConnected|NoAnswer|NoRow)$/

/** A comment as Markdown: without the code in front, and with its links. */
const formatProse = (text: string): string =>
  text
    .replace(/^`[A-Z_]+`: /, "")
    .replaceAll(/\s*\n\s*/g, " ")
    .replaceAll(/\{@link (\w+)\}/g, "`$1`")
    .replaceAll(/ ?\(docs\/([\w/-]+\.md)(#[\w-]+)?\)/g, "")
    .replaceAll(/ ?\(decision (\d{4})\)/g, "")

const formatType = (type: string): string =>
  type
    .replaceAll(/import\("[^"]*"(?:, \{ with: \{[^}]*\} \})?\)\./g, "")
    .replaceAll(/\bRedacted(?:\.Redacted)?<string>/g, "Redacted<string>")
    .replaceAll(/readonly OpenEnum<([^>]*)>\[\]/g, "ReadonlyArray<$1>")
    .replaceAll(/OpenEnum<([^>]*)>/g, "$1, or another string")
    .replace(/^RestrictedReason$/, "{ type: string }")
    .replace(/^readonly Json\[\]$/, "ReadonlyArray<Json>")

const formatCell = (text: string) => text.replaceAll("|", "\\|")

const printFields = (declared: Declared): ReadonlyArray<string> => [
  "| field | type | |",
  "|---|---|---|",
  ...declared.fields.map(({ name, text, type }) => {
    const isOptional = name.endsWith("?")
    const shown = name === "reason" && declared.reasons.length > 0 ? "one of the errors below" : undefined
    const plain = formatType(isOptional ? type.replace(/ \| undefined$/, "") : type)
    return `| \`${name}\` | ${shown ?? `\`${formatCell(plain)}\``} | ${formatCell(formatProse(text))} |`
  })
]

/** The errors that have this one as their reason. */
const findHolder = (tag: string, { errors }: Declarations): Declared | undefined =>
  [...errors.values()].find(({ reasons }) => reasons.includes(tag))

/* --------------------------------------------------------------- the example */

const methodsByOperation = new Map(
  [...listPromiseMethods()].map(([operation, method]) => [
    operation,
    method.replace(/^createPayments\(app\)/, "payments")
  ])
)

const printExample = (
  declared: Declared,
  note: Note,
  holder: Declared | undefined,
  declarations: Declarations
): string => {
  if (note.example !== undefined) return note.example
  const tag = declared.tag
  const found = note.call === undefined ? undefined : [...methodsByOperation].find(([, method]) => method === note.call)
  const call = note.call ?? "app.currentUser.get"
  const name = operations.find(({ data }) => data.name === found?.[0])?.exportedAs
  const failures = declarations.failures.get(name ?? "") ?? []
  const isPlatform = ["InvalidOption", "NotInBrowser", "Interrupted"].includes(tag)
  if (note.call !== undefined && !isPlatform && !failures.includes(holder?.tag ?? tag)) {
    throw new Error(`The example of ${tag} calls ${call}, which cannot fail with it`)
  }
  const [kind = ""] = call.split(".")
  const isDeclared = note.call !== undefined
  const [path, guard] = !isDeclared
    ? ["result.error", `result.error._tag === "RequestRefused"`]
    : holder === undefined
      ? ["result.error", `result.error._tag === "${tag}"`]
      : ["result.error.reason", `result.error._tag === "${holder.tag}" && result.error.reason._tag === "${tag}"`]
  const handle = isDeclared
    ? (note.handle ?? "console.log($.message)").replaceAll(/\$(?=\.)/g, path)
    : `const { reason } = result.error
  if (reason._tag === "UnsupportedError" && reason.details.originalErrorCode === "${declared.code}") {
    console.log(reason.message)
  }`
  return `${apps[kind]}

const result = await ${call.replace(kind, kind === "payments" ? kind : "app")}.result(${inputs[call] ?? ""})
if (!result.ok && ${guard}) {
  ${handle}
}`
}

const withEffect = (declared: Declared, note: Note, holder: Declared | undefined): string | undefined => {
  if (note.call === undefined || declared.tag === "Interrupted") return undefined
  return holder === undefined
    ? `Effect.catchTag("${declared.tag}", (error) => …)`
    : `Effect.catchReason("${holder.tag}", "${declared.tag}", (reason) => …)`
}

/* ------------------------------------------------------------------ the page */

/** More than this are not listed one by one. */
const manyOperations = 60

const operationList = (
  tag: string,
  holder: Declared | undefined,
  declarations: Declarations
): ReadonlyArray<string> => {
  if (holder !== undefined) {
    return [`All operations that can fail with ${formatLink(holder.tag)}. This error is its \`reason\`.`]
  }
  const failing = operations
    .filter(({ exportedAs }) => declarations.failures.get(exportedAs)?.includes(tag) === true)
    .toSorted((a, b) => a.exportedAs.localeCompare(b.exportedAs, "en"))
  if (failing.length > manyOperations) {
    return [`${failing.length} of ${operations.length} operations can fail with it. Their types say which.`]
  }
  return failing.map(({ data, exportedAs }) => {
    const method = methodsByOperation.get(data.name)
    return `- \`${exportedAs}\`${method === undefined ? "" : `, \`${method}\``}`
  })
}

/** When an error comes, in a sentence. */
const summarize = (tag: string) => notes.get(tag)?.when.split(/(?<=[.])\s/)[0] ?? ""

const formatLink = (tag: string) => `[${tag}](${tag}.md)`

const printSection = (title: string, lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.length === 0 ? [] : [`## ${title}`, "", ...lines, ""]

const printPage = (declared: Declared, note: Note, declarations: Declarations): string => {
  const { code, reasons, status, tag } = declared
  const holder = findHolder(tag, declarations)
  const isReason = holder !== undefined
  const effect = withEffect(declared, note, holder)
  const facts = [
    code === undefined ? undefined : `Wire code \`${code}\``,
    status === undefined ? undefined : `HTTP status ${status}`,
    isReason ? `reported as \`reason\` of ${formatLink(holder.tag)}` : undefined
  ].filter((fact) => fact !== undefined)
  return [
    `# ${tag}`,
    "",
    note.when,
    "",
    ...(facts.length === 0 ? [] : [facts.join(" · ").replace(/^r/, "R"), ""]),
    ...printSection("How to fix it", [note.todo]),
    ...printSection(
      code === undefined ? "Fields" : "Details",
      declared.fields.length === 0 ? [] : printFields(declared)
    ),
    ...printSection("Example", [
      "```ts",
      printExample(declared, note, holder, declarations),
      "```",
      ...(effect === undefined ? [] : ["", `With Effect: \`${effect}\`.`])
    ]),
    ...printSection(
      "Reasons",
      reasons.map((reason) => `- ${formatLink(reason)}: ${summarize(reason)}`)
    ),
    ...printSection("Operations", operationList(tag, holder, declarations))
  ].join("\n")
}

const printIndex = (declarations: Declarations): string =>
  [
    "# Errors",
    "",
    "Find an error by its `_tag`, or by the wire code in the service's answer. Its page says when you get it, how to fix it,",
    "how to handle it, and which operations fail with it. [Errors and time limits](../guides/errors.md) explains the kinds of",
    "errors and how to handle them with promises, React and Effect.",
    "",
    ...areas.flatMap(([title, area]) => [
      `## ${title}`,
      "",
      "| `_tag` | wire code | |",
      "|---|---|---|",
      ...Object.keys(area).map((tag) => {
        const { code } = declarations.errors.get(tag)!
        return `| ${formatLink(tag)} | ${code === undefined ? "" : `\`${code}\``} | ${formatCell(summarize(tag))} |`
      }),
      ""
    ])
  ].join("\n")

/** All pages, by the names of their files. */
export const make = (): ReadonlyMap<string, string> => {
  const declarations = read()
  const { errors } = declarations
  const missing = [...errors.keys()].filter((tag) => !notes.has(tag) && !withoutPage.test(tag))
  const gone = [...notes.keys()].filter((tag) => !errors.has(tag))
  if (missing.length > 0) throw new Error(`Nothing is said about these errors: ${missing.join(", ")}`)
  if (gone.length > 0) throw new Error(`There are no such errors: ${gone.join(", ")}`)
  return new Map([
    ["README.md", printIndex(declarations)],
    ...[...notes].map(([tag, note]) => [`${tag}.md`, printPage(errors.get(tag)!, note, declarations)] as const)
  ])
}
