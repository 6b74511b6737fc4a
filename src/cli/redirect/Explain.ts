/** `gatefold redirect explain`: which rule trusts or refuses a URL. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as AdminProject from "../../admin/Project.ts"
import { isLoopback } from "../../domain/url/Loopback.ts"
import type { Trust } from "../../emulator/projects/TrustedUrl.ts"
import { alreadyReported, refused } from "../CommandError.ts"
import type { InputOf } from "../LazyCommand.ts"
import * as Output from "../output/Output.ts"
import { toJsonLine, toPlainLine } from "../output/TerminalText.ts"
import * as Apps from "../target/Apps.ts"
import * as Target from "../target/Target.ts"
import type { explainFlags } from "./RedirectCommand.ts"
import { type Explanation, explainTarget, explainUrl, formatExplanation } from "./Rules.ts"

type ExplainInput = InputOf<typeof explainFlags>

/** The trust settings from the flags or from the project. Reading those of the project requires the admin key. */
const readTrust = Effect.fnUntraced(function* ({ allowLocalhost, target, trustedDomain }: ExplainInput) {
  if (trustedDomain.length > 0 || Option.isSome(allowLocalhost)) {
    const trust: Trust = { domains: trustedDomain, allowLocalhost: Option.getOrElse(allowLocalhost, () => false) }
    return { trust, of: "the flags" }
  }
  const { projectId, apiUrl } = yield* Target.find(target)
  const { config } = yield* AdminProject.get.pipe(
    Effect.provide(Apps.layerAdmin(target)),
    Effect.mapError((error) =>
      error._tag === "CommandError"
        ? error
        : refused(`Cannot read the settings of project ${projectId} at ${apiUrl}: ${toPlainLine(error.message)}`)
    )
  )
  const trust: Trust = {
    domains: config.domains.map(({ domain }) => domain),
    allowLocalhost: config.allowLocalhost,
    hostedProjectId: projectId,
    // The vendor's service has its pages elsewhere, also for an app on this machine.
    isEmulator: isLoopback(new URL(apiUrl).hostname)
  }
  return { trust, of: `project ${projectId} at ${apiUrl}` }
})

const explainInput = Effect.fnUntraced(function* (input: ExplainInput) {
  if (Option.isSome(input.page)) {
    const page = input.page.value
    return { explanation: explainTarget(new URL(page), input.url), of: `the page ${page}` }
  }
  const { of, trust } = yield* readTrust(input)
  return { explanation: explainUrl(trust, input.url), of }
})

const formatJson = ({ check, ...explanation }: Explanation, of: string) =>
  toJsonLine({ ...explanation, by: of, docs: `docs/protocol/redirects.md#${check}` })

/** Prints the verdict, its steps, and what to change. Fails without a message if the redirect is refused. */
export const explain = Effect.fnUntraced(function* (input: ExplainInput) {
  const { explanation, of } = yield* explainInput(input)
  const lines = input.json
    ? [formatJson(explanation, of)]
    : [...formatExplanation(explanation), "", `By ${toPlainLine(of)}.`]
  yield* Output.print(lines.join("\n"))
  if (!explanation.isTrusted) return yield* alreadyReported
})
