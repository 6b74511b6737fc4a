/** The verification of an access token, step by step, with the parts of the product's verifier. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as AccessTokenVerifier from "../../backend/verify/AccessTokenVerifier.ts"
import * as ExpectedClaims from "../../backend/verify/ExpectedClaims.ts"
import * as KeysByKind from "../../backend/verify/KeysByKind.ts"
import * as Signature from "../../backend/verify/Signature.ts"
import * as UnverifiedToken from "../../backend/verify/UnverifiedToken.ts"
import * as VerifiedClaims from "../../backend/verify/VerifiedClaims.ts"
import { isNumericDate, maxTokenLength } from "../../domain/AccessTokenClaims.ts"
import { parseAudience, type TokenKind, tokenKinds } from "../../domain/TokenKind.ts"
import type { Target } from "../target/Target.ts"
import { formatDistance, type Decoded } from "./Decoded.ts"

/** A step of the verification, and what it has found. Steps that were not reached are not listed. */
export interface Step {
  readonly name: "form" | "audience" | "keys" | "signature" | "issuer" | "claims" | "time"
  readonly holds: boolean
  readonly found: string
}

interface Input {
  readonly text: string
  readonly decoded: Decoded
  readonly target: Pick<Target, "apiUrl" | "projectId" | "from">
  readonly leewaySeconds: number
}

const formatClaim = (value: unknown): string =>
  typeof value === "string" ? JSON.stringify(value.slice(0, 200)) : "missing"

const passStep = (name: Step["name"], found: string): Step => ({ name, holds: true, found })

const failStep = (name: Step["name"], found: string): Step => ({ name, holds: false, found })

/** The token if its form is accepted, or why it is not. */
const parseForm = (text: string, { header }: Decoded): Result.Result<UnverifiedToken.UnverifiedToken, string> => {
  const algorithm = header?.["alg"]
  if (text.length > maxTokenLength) {
    return Result.fail(`it has ${text.length} characters, and ${maxTokenLength.toLocaleString("en-US")} are accepted`)
  }
  if (algorithm !== "ES256") {
    return Result.fail(`the algorithm is ${formatClaim(algorithm)}, and only ES256 is accepted`)
  }
  return Result.fromNullishOr(UnverifiedToken.parse(text), () =>
    UnverifiedToken.readKid(text) === undefined
      ? "the header has no key id, or what is not accepted"
      : "the signature is not 64 bytes of base64url; was all of it copied?"
  )
}

const checkSignature = Effect.fnUntraced(function* (
  { kid, parts }: UnverifiedToken.UnverifiedToken,
  { apiUrl, projectId }: Input["target"],
  kind: TokenKind
) {
  const keys = yield* KeysByKind.make(`${apiUrl}/api/v1/projects/${projectId}/.well-known/jwks.json`)
  const found = yield* Effect.result(keys[kind].find(kid))
  if (Result.isFailure(found)) return [failStep("keys", found.failure.problem)]
  const key = found.success
  const named = `${formatClaim(kid)} for ${kind} tokens`
  if (key === undefined) return [failStep("keys", `the service answers, and publishes no key ${named}`)]
  const isGenuine = yield* Effect.promise(() => Signature.verify(parts, key).catch(() => false))
  return [
    passStep("keys", `the service publishes the key ${named}`),
    isGenuine ? passStep("signature", "genuine") : failStep("signature", "the key has not signed this")
  ]
})

const checkTime = (claims: Claims, now: number, leewaySeconds: number): Step => {
  const { exp, nbf } = claims
  if (isNumericDate(nbf) && nbf * 1000 > now + leewaySeconds * 1000) {
    return failStep("time", `it is not valid before ${formatDistance(now, nbf * 1000)}`)
  }
  if (!isNumericDate(exp)) return failStep("time", "it has no date of expiry")
  const leeway = leewaySeconds === 0 ? "" : `, with ${leewaySeconds} s of leeway`
  const difference = formatDistance(now, exp * 1000)
  return now >= (exp + leewaySeconds) * 1000
    ? failStep("time", `it expired ${difference}${leeway}`)
    : passStep("time", `it expires ${difference}${leeway}`)
}

type Claims = Readonly<Record<string, unknown>>

/** Checks the claims of a token of this kind; each step by itself, because the verifier names the first fault only. */
const checkClaims = (claims: Claims, expected: ExpectedClaims.ExpectedClaims): ReadonlyArray<Step> => {
  const { issuers } = expected
  const issuer = formatClaim(claims["iss"])
  const withIssuer = { ...claims, iss: issuers[0] }
  return [
    issuers.some((accepted) => claims["iss"] === accepted)
      ? passStep("issuer", issuer)
      : failStep("issuer", `${issuer}, not ${issuers.join(" or ")}`),
    {
      name: "claims",
      holds: VerifiedClaims.fromPayload(withIssuer, expected) !== undefined,
      found: "user, session, branch and role"
    }
  ]
}

const advise = ({ decoded: { claims }, target }: Input, step: Step): string => {
  const { apiUrl, from, projectId } = target
  switch (step.name) {
    case "form":
      return "The token was changed, or its issuer is not a service that Gatefold works with."
    case "audience": {
      const audience = claims?.["aud"]
      return typeof audience === "string"
        ? `It is for project ${parseAudience(audience).projectId}, and ${from} names ${projectId}. Pass --project, and --url of its service.`
        : "An access token of the service names its project as the audience."
    }
    case "keys":
      return `Is ${apiUrl} the service that issued it, and does it run? A new emulator has new keys: sign in again.`
    case "signature":
      return "Do not accept it: someone changed or forged it."
    case "issuer":
      return "If the service is reached under another URL than its public one, pass issuer to AccessTokenVerifier.layer."
    case "claims":
      return "Claims of users are missing, or contradict the audience."
    case "time":
      return "An app refreshes its session; a wrong clock of this machine looks the same, for which there is --leeway."
  }
}

/** Verifies a token step by step. The advice says what to do about one that is not verified. */
export const verify = Effect.fnUntraced(function* (input: Input) {
  const { decoded, leewaySeconds, target, text } = input
  const claims = decoded.claims ?? {}
  const audience = formatClaim(claims["aud"])
  const expected = ExpectedClaims.make(target)
  const kind = tokenKinds.find((candidate) => claims["aud"] === expected[candidate].audience)
  const form = parseForm(text, decoded)
  const steps = [
    Result.isSuccess(form)
      ? passStep("form", `ES256, key ${formatClaim(form.success.kid)}`)
      : failStep("form", form.failure),
    kind === undefined
      ? failStep("audience", `${audience}, not ${formatClaim(target.projectId)}`)
      : passStep("audience", `${audience}, a ${kind} token of the project`)
  ]
  if (Result.isSuccess(form) && kind !== undefined) {
    steps.push(
      ...(yield* checkSignature(form.success, target, kind)),
      ...checkClaims(claims, expected[kind]),
      checkTime(claims, yield* Clock.currentTimeMillis, leewaySeconds)
    )
  }
  const failed = steps.find(({ holds }) => !holds)
  const advice = failed === undefined ? yield* findRefusal(input) : advise(input, failed)
  return { isVerified: advice === undefined, kind, steps, advice }
})

export type Verification = Effect.Success<ReturnType<typeof verify>>

/** Why the product's verifier refuses a token whose steps all hold, such as keys that it cannot fetch now. */
const findRefusal = ({ leewaySeconds, target: { apiUrl, projectId }, text }: Input) =>
  Effect.flatMap(AccessTokenVerifier.AccessTokenVerifier, (verifier) => verifier.verify(text)).pipe(
    Effect.provide(
      AccessTokenVerifier.layerProject({
        apiUrl,
        projectId,
        allowInsecureHttp: true,
        clockTolerance: Duration.seconds(leewaySeconds),
        allow: ["restricted", "anonymous"]
      })
    ),
    Effect.match({
      onFailure: ({ message }) => `Each step holds, but the verifier refuses the token: ${message}. Try again.`,
      onSuccess: () => undefined
    })
  )
