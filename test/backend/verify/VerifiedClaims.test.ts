/** Claims of a payload, and what the failure of a check comes to. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as ExpectedClaims from "../../../src/backend/verify/ExpectedClaims.ts"
import * as Failures from "../../../src/backend/verify/Failures.ts"
import * as VerifiedClaims from "../../../src/backend/verify/VerifiedClaims.ts"
import { RequestRefused } from "../../../src/domain/errors/RequestRefused.ts"
import {
  AccessTokenExpired,
  CannotGetOwnUserWithoutUser,
  UnparsableAccessToken,
  UserAuthenticationRequired
} from "../../../src/domain/errors/Session.ts"
import { projectId } from "../../support/scriptedNetwork.ts"

const apiUrl = "https://api.example.com"
const expected = ExpectedClaims.make({ apiUrl, projectId })

const payload = {
  iss: `${apiUrl}/api/v1/projects/${projectId}`,
  aud: projectId,
  sub: "ann",
  exp: 1_750_000_600,
  iat: 1_750_000_000,
  refresh_token_id: "session",
  branch_id: "main",
  role: "authenticated"
}
const restricted = {
  ...payload,
  iss: `${apiUrl}/api/v1/projects-restricted-users/${projectId}`,
  aud: `${projectId}:restricted`
}
const anonymous = {
  ...payload,
  iss: `${apiUrl}/api/v1/projects-anonymous-users/${projectId}`,
  aud: `${projectId}:anon`
}

describe("a payload", () => {
  const { branch_id, refresh_token_id, ...rest } = payload
  it.each([
    ["2026", payload],
    ["2025", { ...rest, branchId: branch_id, refreshTokenId: refresh_token_id }]
  ])("has its claims in the names of %s", (_, named) => {
    expect(VerifiedClaims.fromPayload(named, expected.normal)).toStrictEqual({
      userId: "ann",
      sessionId: "session",
      projectId,
      branchId: "main",
      role: "authenticated",
      kind: "normal",
      restrictedReason: null,
      issuedAtMillis: 1_750_000_000_000,
      expiresAtMillis: 1_750_000_600_000
    })
  })

  it("may be issued in 1970, and have a time before which it does not count", () => {
    // A test clock starts in 1970.
    expect(VerifiedClaims.fromPayload({ ...payload, iat: 0, nbf: 1 }, expected.normal)).toMatchObject({
      issuedAtMillis: 0
    })
  })

  it.each(
    Object.entries<ReadonlyArray<unknown>>({
      iss: [undefined, "other", [payload.iss], restricted.iss],
      aud: [undefined, "other", [projectId], restricted.aud],
      sub: [undefined, "", "..", "a/b", 1],
      exp: [undefined, "1750000600", NaN, -1, 0],
      iat: [undefined, "0", -1, null],
      nbf: ["0", null],
      refresh_token_id: [undefined, "", 1, "a/b"],
      branch_id: [undefined, 1, {}],
      role: [undefined, 1, null]
    }).flatMap(([name, values]) => values.map((value) => ({ name, value })))
  )("has no claims with the $name $value", ({ name, value }) => {
    expect(VerifiedClaims.fromPayload({ ...payload, [name]: value }, expected.normal)).toBeUndefined()
  })

  it("has no claims if they are inherited", () => {
    expect(VerifiedClaims.fromPayload(Object.create(payload), expected.normal)).toBeUndefined()
  })

  it("has the kind of its audience, and may not claim a more restricted one", () => {
    const readKind = (one: object, kind: "normal" | "restricted" | "anonymous") =>
      VerifiedClaims.fromPayload({ ...one }, expected[kind])?.kind
    const claims = [{}, { is_restricted: true }, { is_anonymous: true }, { is_anonymous: false, is_restricted: false }]
    expect(claims.map((more) => readKind({ ...payload, ...more }, "normal"))).toStrictEqual([
      "normal",
      undefined,
      undefined,
      "normal"
    ])
    expect(claims.map((more) => readKind({ ...restricted, ...more }, "restricted"))).toStrictEqual([
      "restricted",
      "restricted",
      undefined,
      "restricted"
    ])
    expect(claims.map((more) => readKind({ ...anonymous, ...more }, "anonymous"))).toStrictEqual(
      claims.map(() => "anonymous")
    )
  })

  it("has the reason for a restriction, if any", () => {
    const readReason = (restricted_reason: unknown) =>
      VerifiedClaims.fromPayload({ ...restricted, restricted_reason }, expected.restricted)?.restrictedReason
    expect(readReason({ type: "email_not_verified" })).toBe("email_not_verified")
    const reason = { restricted_reason: { type: "email_not_verified" } }
    expect(VerifiedClaims.fromPayload({ ...anonymous, ...reason }, expected.anonymous)?.restrictedReason).toBe(
      "anonymous"
    )
    expect(VerifiedClaims.fromPayload({ ...payload, ...reason }, expected.normal)?.restrictedReason).toBeNull()
  })

  it.each([undefined, null, "email_not_verified", {}, { type: 1 }, 1])(
    "has no reason for a restriction: $0",
    (other) => {
      const readReason = (restricted_reason: unknown) =>
        VerifiedClaims.fromPayload({ ...restricted, restricted_reason }, expected.restricted)?.restrictedReason
      expect(readReason(other)).toBeNull()
    }
  )
})

describe("the failure of a check", () => {
  const refuse = Effect.fnUntraced(function* (
    fail: typeof Failures.failAuth | typeof Failures.failUserAuth,
    ...problems: ReadonlyArray<{ readonly _tag: string; readonly message: string }>
  ) {
    const logged: Array<unknown> = []
    const logger = Logger.layer([Logger.make(({ message }) => void logged.push(message))])
    const refusals = yield* Effect.forEach(problems, (problem) => Effect.flip(fail(problem))).pipe(
      Effect.provide(logger)
    )
    return { refusals, logged: logged.flat() }
  })

  it.effect("concerns the token, the user or the service, and only the last is logged", () =>
    Effect.gen(function* () {
      const problems = [
        new AccessTokenExpired({ details: { expiredAt: new Date(0) } }),
        new RequestRefused({ reason: new UnparsableAccessToken({}) }),
        new UserAuthenticationRequired({}),
        new CannotGetOwnUserWithoutUser({})
      ]
      const refusals = ["expired", "invalid", "invalid", "invalid"].map((reason) => ({ _tag: "Unauthorized", reason }))
      const silent = { refusals, logged: [] }
      expect(
        yield* Effect.all({
          failAuth: refuse(Failures.failAuth, ...problems),
          failUserAuth: refuse(Failures.failUserAuth, ...problems)
        })
      ).toMatchObject({ failAuth: silent, failUserAuth: silent })
      const other = { _tag: "Other", message: "the keys could not be fetched" }
      expect(yield* refuse(Failures.failAuth, other)).toMatchObject({
        refusals: [{ _tag: "Unavailable" }],
        logged: ["Authentication is not available: the keys could not be fetched"]
      })
    })
  )

  it.effect.each([
    ["AnonymousAuthenticationNotAllowed", "anonymous"],
    ["RestrictedUserNotAllowed", "restricted"]
  ] as const)("refuses the user with the reason of $0", ([_tag, reason]) =>
    Effect.gen(function* () {
      expect(yield* refuse(Failures.failUserAuth, { _tag, message: "" })).toMatchObject({
        refusals: [{ _tag: "Forbidden", reason }],
        logged: []
      })
    })
  )
})
