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

/** A step; `holds` is undefined if it was not reached. */
export interface Step {
  readonly name: "form" | "audience" | "keys" | "signature" | "issuer" | "claims" | "time"
  readonly holds: boolean | undefined
  readonly found: string
}

export interface Verification {
  readonly isVerified: boolean
  readonly kind: TokenKind | undefined
  readonly steps: ReadonlyArray<Step>
  readonly advice: string | undefined
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

const checkForm = (text: string, { header }: Decoded): Step => {
  const kid = UnverifiedToken.readKid(text)
  const algorithm = header?.["alg"]
  if (text.length > maxTokenLength) {
    return failStep(
      "form",
      `it has ${text.length} characters, and ${maxTokenLength.toLocaleString("en-US")} are accepted`
    )
  }
  if (algorithm !== "ES256") {
    return failStep("form", `the algorithm is ${formatClaim(algorithm)}, and only ES256 is accepted`)
  }
  if (kid === undefined) return failStep("form", "the header has no key id, or what is not accepted")
  return Signature.parse(text) === undefined
    ? failStep("form", "the signature is not 64 bytes of base64url; was all of it copied?")
    : passStep("form", `ES256, key ${formatClaim(kid)}`)
}

const checkSignature = Effect.fnUntraced(function* (text: string, keys: KeysByKind.KeysByKind, kind: TokenKind) {
  const kid = UnverifiedToken.readKid(text) ?? ""
  const parts = Signature.parse(text)
  const keyResult = yield* Effect.result(keys[kind].find(kid))
  if (Result.isFailure(keyResult)) return [failStep("keys", keyResult.failure.problem)]
  const key = keyResult.success
  if (key === undefined || parts === undefined) {
    return [failStep("keys", `the service answers, and publishes no key ${formatClaim(kid)} for ${kind} tokens`)]
  }
  const isGenuine = yield* Effect.promise(() => Signature.verify(parts, key).catch(() => false))
  return [
    passStep("keys", `the service publishes the key ${formatClaim(kid)} for ${kind} tokens`),
    isGenuine ? passStep("signature", "genuine") : failStep("signature", "the key has not signed this")
  ]
})

const checkTime = (claims: Readonly<Record<string, unknown>>, now: number, leewaySeconds: number): Step => {
  const { exp, nbf } = claims
  if (isNumericDate(nbf) && nbf * 1000 > now + leewaySeconds * 1000) {
    return failStep("time", `it is not valid before ${formatDistance(now, nbf * 1000)}`)
  }
  if (!isNumericDate(exp)) return failStep("time", "it has no date of expiry")
  const leeway = leewaySeconds === 0 ? "" : `, with ${leewaySeconds} s of leeway`
  const isOver = now >= (exp + leewaySeconds) * 1000
  const difference = formatDistance(now, exp * 1000)
  return isOver
    ? failStep("time", `it expired ${difference}${leeway}`)
    : passStep("time", `it expires ${difference}${leeway}`)
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

export const verify = Effect.fnUntraced(function* (input: Input) {
  const { decoded, leewaySeconds, target, text } = input
  const { apiUrl, projectId } = target
  const claims = decoded.claims ?? {}
  const now = yield* Clock.currentTimeMillis
  const expected = ExpectedClaims.make({ apiUrl, projectId })
  const kind = tokenKinds.find((candidate) => claims["aud"] === expected[candidate].audience)
  const steps: Array<Step> = [
    checkForm(text, decoded),
    kind === undefined
      ? failStep("audience", `${formatClaim(claims["aud"])}, not ${formatClaim(projectId)}`)
      : passStep("audience", `${formatClaim(claims["aud"])}, a ${kind} token of the project`)
  ]
  if (steps.every(({ holds }) => holds) && kind !== undefined) {
    const keys = yield* KeysByKind.make(`${apiUrl}/api/v1/projects/${projectId}/.well-known/jwks.json`)
    const isIssuer = expected[kind].issuers.some((issuer) => claims["iss"] === issuer)
    steps.push(
      ...(yield* checkSignature(text, keys, kind)),
      isIssuer
        ? passStep("issuer", formatClaim(claims["iss"]))
        : failStep("issuer", `${formatClaim(claims["iss"])}, not ${expected[kind].issuers.join(" or ")}`),
      {
        name: "claims",
        holds: VerifiedClaims.fromPayload({ ...claims, iss: expected[kind].issuers[0] }, expected[kind]) !== undefined,
        found: "user, session, branch and role"
      },
      checkTime(claims, now, leewaySeconds)
    )
  }
  const failed = steps.find(({ holds }) => holds === false)
  return {
    isVerified: failed === undefined && (yield* runVerifier(input)),
    kind,
    steps,
    advice: failed && advise(input, failed)
  }
})

const runVerifier = ({ leewaySeconds, target: { apiUrl, projectId }, text }: Input) =>
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
    Effect.isSuccess
  )
