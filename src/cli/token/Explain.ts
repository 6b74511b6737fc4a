/** `gatefold token`: decodes a token, and checks whether it is genuine. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { alreadyReported, refused } from "../CommandError.ts"
import type { InputOf } from "../LazyCommand.ts"
import * as Output from "../output/Output.ts"
import { checkMark, escapeControls } from "../output/TerminalText.ts"
import * as Target from "../target/Target.ts"
import * as Decoded from "./Decoded.ts"
import { recognize } from "./Kinds.ts"
import type { flags } from "./TokenCommand.ts"
import * as Verification from "./Verification.ts"

type ExplainInput = InputOf<typeof flags>

const maxBytes = 131_072

/** Reads standard input, up to the length of the longest token. */
const readInput = Effect.tryPromise({
  try: async () => {
    if (process.stdin.isTTY) process.stderr.write("Paste the token, then press Enter and Ctrl-D.\n")
    let text = ""
    for await (const chunk of process.stdin) {
      text += String(chunk)
      if (text.length > maxBytes) break
    }
    return text
  },
  catch: () => refused("Cannot read standard input.")
})

/** The token without the header that it may have been copied with. */
const findToken = (text: string): string =>
  text
    .trim()
    .replace(/^authorization:\s*/i, "")
    .replace(/^bearer\s+/i, "")

/** The generation of the claims, by their spelling (docs/protocol/tokens.md#access-tokens). */
const detectGeneration = ({ claims }: Decoded.Decoded): string | undefined => {
  if (claims?.["refresh_token_id"] !== undefined) return "the current service"
  return claims?.["refreshTokenId"] === undefined ? undefined : "the service of 2025-06"
}

const formatVerdict = ({ advice, isVerified, kind, steps }: Verification.Verification): ReadonlyArray<string> => [
  isVerified ? "Verified." : "Not verified.",
  ...steps.map(({ found, holds, name }) => `  ${checkMark(holds)} ${name.padEnd(9)}  ${escapeControls(found)}`),
  ...(advice === undefined ? [] : [`  ${escapeControls(advice)}`]),
  ...(isVerified && kind !== "normal"
    ? [`  A verifier accepts ${kind} tokens only with the option allow: ["${kind}"].`]
    : [])
]

export const explain = Effect.fnUntraced(function* (input: ExplainInput) {
  const text = findToken(Option.isSome(input.token) ? input.token.value : yield* readInput)
  if (text === "") {
    return yield* refused("No token. Pass it as an argument, or write it to standard input: gatefold token < token.txt")
  }
  const kind = recognize(text)
  if (kind.name === "other") {
    const { advice, title } = kind
    yield* Output.printResult(input, { kind: title, verified: null, advice }, `This is ${title}.\n${advice}`)
    return yield* alreadyReported
  }
  const decoded = Decoded.decode(text)
  const now = yield* Clock.currentTimeMillis
  const target = yield* Effect.result(
    Target.find({ ...input, secretServerKey: Option.none(), superSecretAdminKey: Option.none() })
  )
  const verification = Result.isSuccess(target)
    ? yield* Verification.verify({ text, decoded, target: target.success, leewaySeconds: input.leeway })
    : undefined
  const problem = Result.isFailure(target) ? target.failure.message : undefined
  const { advice, isVerified = false, steps } = verification ?? {}
  const generation = detectGeneration(decoded)
  yield* Output.printResult(
    input,
    {
      kind: "access token",
      of: verification?.kind,
      verified: isVerified,
      generation,
      ...decoded,
      steps,
      advice,
      problem
    },
    [
      `A signed token${generation === undefined ? "" : ` of ${generation}`}. Now it is ${new Date(now).toISOString()} here.`,
      "",
      "Header",
      ...Decoded.formatMembers(decoded.header, now),
      "Claims",
      ...Decoded.formatMembers(decoded.claims, now),
      "",
      ...(verification === undefined
        ? ["Not verified.", `  ${escapeControls(problem ?? "")}`]
        : formatVerdict(verification))
    ].join("\n")
  )
  if (!isVerified) return yield* alreadyReported
})
