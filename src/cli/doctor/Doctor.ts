/** `gatefold doctor`: runs all checks at once, and says what each has found. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { alreadyReported } from "../CommandError.ts"
import type { InputOf } from "../LazyCommand.ts"
import * as Output from "../output/Output.ts"
import { toJsonLine, escapeControls } from "../output/TerminalText.ts"
import { type Check, type Problem, skip, type Skipped } from "./Check.ts"
import * as Env from "./checks/Env.ts"
import * as Keys from "./checks/Keys.ts"
import * as Service from "./checks/Service.ts"
import * as Url from "./checks/Url.ts"
import * as Versions from "./checks/Versions.ts"
import * as Web from "./checks/Web.ts"
import type { doctorFlags } from "./DoctorCommand.ts"
import * as World from "./World.ts"

export const checks: ReadonlyArray<Check> = [
  ...Env.checks,
  ...Url.checks,
  ...Service.checks,
  ...Keys.checks,
  ...Web.checks,
  ...Versions.checks
]

type DoctorInput = InputOf<typeof doctorFlags>

interface Result extends Pick<Check, "id" | "title" | "level" | "why" | "docs"> {
  readonly outcome: Problem | Skipped | undefined
}

const limit = "15 seconds"

const runCheck = ({ run, ...check }: Check, world: World.World): Effect.Effect<Result> =>
  Effect.suspend(() => {
    const verdict = run(world)
    return Effect.isEffect(verdict) ? verdict : Effect.succeed(verdict)
  }).pipe(
    Effect.timeoutOrElse({ duration: limit, orElse: () => Effect.succeed(skip("it took too long")) }),
    // A check that breaks does not hide the others.
    Effect.catchCause(() => Effect.succeed(skip("it could not be looked at"))),
    Effect.map((outcome) => ({ ...check, outcome }))
  )

/** Masks secrets in a text, because responses and files can contain any text. */
const maskSecrets = (text: string): string =>
  escapeControls(text)
    .replaceAll(/\b(s[as]k_)[\w-]+/g, "$1…")
    .replaceAll(/\/\/[^/\s@]{1,500}@/g, "//…@")

const toStatus = ({ level, outcome }: Result): "passed" | "skipped" | "error" | "warning" => {
  if (outcome === undefined) return "passed"
  return "skipped" in outcome ? "skipped" : (level ?? "error")
}

const toJson = (result: Result) => {
  const { docs, id, outcome, title, why } = result
  return {
    id,
    status: toStatus(result),
    title,
    ...(outcome !== undefined && "skipped" in outcome && { reason: outcome.skipped }),
    ...(outcome !== undefined &&
      "seen" in outcome && { why, seen: maskSecrets(outcome.seen), fix: maskSecrets(outcome.fix) }),
    docs: `docs/${docs}`
  }
}

const marks = { passed: "✓", skipped: "·", warning: "!", error: "✗" } as const

const formatLines = (result: Result): ReadonlyArray<string> => {
  const { docs, id, outcome, title, why } = result
  const head = `${marks[toStatus(result)]} ${id.padEnd(24)}`
  if (outcome === undefined) return [`${head} ${title}`]
  if ("skipped" in outcome) return [`${head} not checked: ${outcome.skipped}`]
  return [
    `${head} ${maskSecrets(outcome.seen)}`,
    `    Why it matters:  ${why}`,
    `    What to type:    ${maskSecrets(outcome.fix)}`,
    `    More:            gatefold docs ${docs.replace(/\.md(#.*)?$/, "")}`
  ]
}

/** Checks the app in this folder. Fails without a message if there are errors. */
export const doctor = Effect.fnUntraced(function* (input: DoctorInput) {
  const { appUrl, url } = input
  const world = yield* World.read(process.cwd(), {
    ...(Option.isSome(url) && { apiUrl: url.value }),
    ...(Option.isSome(appUrl) && { appUrl: appUrl.value })
  })
  const results = yield* Effect.forEach(checks, (check) => runCheck(check, world), { concurrency: "unbounded" })
  const count = (status: string): number => results.filter((result) => toStatus(result) === status).length
  const lines = input.json
    ? results.map((result) => toJsonLine(toJson(result)))
    : [
        ...results.flatMap(formatLines),
        "",
        `${Output.formatCount(count("error"), "error")}, ${Output.formatCount(count("warning"), "warning")}, ${count("passed")} passed, ${count("skipped")} not checked`
      ]
  yield* Output.print(lines.join("\n"))
  if (count("error") > 0) return yield* alreadyReported
})
