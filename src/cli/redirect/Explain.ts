/** `gatefold redirect explain`: which rule trusts or refuses a URL. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Output from "../Output.ts"
import * as AdminProject from "../../admin/Project.ts"
import type { Trust } from "../../emulator/projects/TrustedUrl.ts"
import { refused, told } from "../CommandError.ts"
import { jsonLine, plainLine } from "../Plain.ts"
import * as Target from "../project/Target.ts"
import type { TargetInput } from "../project/TargetFlags.ts"
import { type Explanation, explainTarget, explainUrl, linesOf } from "./Rules.ts"

interface ExplainInput {
  readonly url: string
  readonly trustedDomain: ReadonlyArray<string>
  readonly allowLocalhost: Option.Option<boolean>
  readonly page: Option.Option<string>
  readonly target: TargetInput
  readonly json: boolean
}

/** What the flags say, or what the project says; its settings are for admins to read. */
const trustOf = Effect.fnUntraced(function* ({ allowLocalhost, target, trustedDomain }: ExplainInput) {
  if (trustedDomain.length > 0 || Option.isSome(allowLocalhost)) {
    const trust: Trust = { domains: trustedDomain, allowLocalhost: Option.getOrElse(allowLocalhost, () => false) }
    return { trust, of: "the flags" }
  }
  const { projectId, apiUrl } = yield* Target.find(target)
  const { config } = yield* AdminProject.get.pipe(
    Effect.provide(Target.asAdmin(target)),
    Effect.mapError((error) =>
      error._tag === "CommandError"
        ? error
        : refused(`The settings of project ${projectId} at ${apiUrl} cannot be read: ${plainLine(error.message)}`)
    )
  )
  const trust: Trust = {
    domains: config.domains.map(({ domain }) => domain),
    allowLocalhost: config.allowLocalhost
  }
  return { trust, of: `project ${projectId} at ${apiUrl}` }
})

const explanationOf = Effect.fnUntraced(function* (input: ExplainInput) {
  if (Option.isSome(input.page)) {
    const page = input.page.value
    if (!/^https?:\/\/[^/]/i.test(page) || !URL.canParse(page)) {
      return yield* refused(
        `${JSON.stringify(page)} is no page. Write its whole URL, such as https://app.example.com/.`
      )
    }
    return { explanation: explainTarget(new URL(page), input.url), of: `the page ${page}` }
  }
  const { of, trust } = yield* trustOf(input)
  return { explanation: explainUrl(trust, input.url), of }
})

const jsonOf = ({ check, ...explanation }: Explanation, of: string) =>
  jsonLine({ ...explanation, by: of, docs: `docs/protocol/redirects.md#${check}` })

/** Prints the verdict, the steps to it, and what to change. Fails, with nothing more to say, if it is refused. */
export const explain = Effect.fnUntraced(function* (input: ExplainInput) {
  const { explanation, of } = yield* explanationOf(input)
  const lines = input.json ? [jsonOf(explanation, of)] : [...linesOf(explanation), "", `By ${plainLine(of)}.`]
  yield* Output.text(lines.join("\n"))
  if (!explanation.isTrusted) return yield* told
})
