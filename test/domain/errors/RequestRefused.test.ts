/** The errors of the protocol come as the reason of one error. */
import { describe, expect, it } from "@effect/vitest"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Errors from "../../../src/domain/errors/index.ts"
import { isKnownError, type KnownError } from "../../../src/domain/errors/KnownError.ts"
import {
  isProtocolError,
  isRefusedFor,
  findKnownError,
  RequestRefused
} from "../../../src/domain/errors/RequestRefused.ts"

/** Every reason, by its tag: the type says which there are. */
const tags: Record<RequestRefused["reason"]["_tag"], true> = {
  AccessTokenExpired: true,
  AccessTypeRequired: true,
  AccessTypeWithoutProjectId: true,
  AdminAccessTokenExpired: true,
  AdminAccessTokenIsNotAdmin: true,
  AdminAuthenticationRequired: true,
  AllOverloadsFailed: true,
  BodyParsingError: true,
  BranchDoesNotExist: true,
  ClientAuthenticationRequired: true,
  ClientOrAdminAuthenticationRequired: true,
  ClientOrServerAuthenticationRequired: true,
  ClientOrServerOrAdminAuthenticationRequired: true,
  CurrentProjectNotFound: true,
  ExpectedInternalProject: true,
  InsufficientAccessType: true,
  InvalidAccessType: true,
  InvalidOAuthClientIdOrSecret: true,
  InvalidProjectForAccessToken: true,
  InvalidProjectForAdminAccessToken: true,
  InvalidPublishableClientKey: true,
  InvalidSecretServerKey: true,
  InvalidSuperSecretAdminKey: true,
  ProjectKeyWithoutAccessType: true,
  ProjectNotFound: true,
  PublishableClientKeyRequiredForProject: true,
  SchemaError: true,
  ServerAuthenticationRequired: true,
  UnparsableAccessToken: true,
  UnparsableAdminAccessToken: true,
  UnsupportedError: true
}

const classes = Object.values<unknown>({ ...Errors }).flatMap((value) =>
  typeof value === "function" && isKnownError(value.prototype) ? [value.prototype satisfies KnownError] : []
)

describe("RequestRefused", () => {
  it("has the reasons that their classes say", () => {
    const marked = classes.filter((prototype) => prototype.isProtocolError).map(({ _tag }) => _tag)
    expect(marked.sort()).toStrictEqual(Object.keys(tags).sort())
  })

  it("has the message of its reason", () => {
    const reason = new Errors.UnsupportedError({ details: { originalErrorCode: "NEW" } })
    expect(isProtocolError(reason)).toBe(true)
    expect(isProtocolError(new Errors.UserNotFound())).toBe(false)
    expect(new RequestRefused({ reason }).message).toBe("The service sent an unknown error. (NEW)")
  })

  it.each([
    ["ClientAuthenticationRequired", "publishableClientKey"],
    ["PublishableClientKeyRequiredForProject", "publishableClientKey"],
    ["InvalidPublishableClientKey", "publishableClientKey"],
    ["ServerAuthenticationRequired", "secretServerKey"],
    ["InvalidSecretServerKey", "secretServerKey"],
    ["AdminAuthenticationRequired", "superSecretAdminKey"],
    ["InvalidSuperSecretAdminKey", "superSecretAdminKey"],
    ["ProjectNotFound", "projectId"],
    ["InsufficientAccessType", "server"]
  ] as const)("names the option of the app for %s, after the text of the service", (tag, option) => {
    const Class: new (fields: { readonly details: never; readonly error: string }) => RequestRefused["reason"] =
      Errors[tag]
    const reason = new Class({ details: {} as never, error: "The text of the service." })
    expect(reason.error).toBe("The text of the service.")
    const { message } = new RequestRefused({ reason })
    expect(message).toMatch(/^The text of the service\. /)
    expect(message).toContain(option)
  })

  it("tells its reason", () => {
    const expired = new Errors.AccessTokenExpired({ details: { expiredAt: null } })
    const refused = new RequestRefused({ reason: expired })
    const gone = new Errors.UserNotFound()
    expect(findKnownError(refused)).toBe(expired)
    expect(findKnownError(gone)).toBe(gone)
    expect(findKnownError(new Error("x"))).toBeUndefined()
    const isTokenRefused = isRefusedFor(Errors.isInvalidAccessToken)
    expect(isTokenRefused(refused)).toBe(true)
    expect(isTokenRefused(expired)).toBe(false)
    expect(isTokenRefused(new RequestRefused({ reason: new Errors.InvalidAccessType() }))).toBe(false)
  })

  const refuse = (reason: RequestRefused["reason"]): Effect.Effect<never, RequestRefused | Errors.UserNotFound> =>
    Effect.fail(new RequestRefused({ reason }))

  it.effect("is reached by its reasons", () =>
    Effect.gen(function* () {
      const caught = refuse(new Errors.InvalidAccessType()).pipe(
        Effect.catchReason("RequestRefused", "InvalidAccessType", (reason) => Effect.succeed(reason.status))
      )
      expect(yield* caught).toBe(400)
      const several = (reason: RequestRefused["reason"]) =>
        refuse(reason).pipe(
          Effect.catchReasons("RequestRefused", {
            SchemaError: ({ details }) => Effect.succeed(details.message),
            BranchDoesNotExist: ({ details }) => Effect.succeed(details.branchId)
          })
        )
      expect(yield* several(new Errors.SchemaError({ details: { message: "no" } }))).toBe("no")
      expect(yield* several(new Errors.BranchDoesNotExist({ details: { branchId: "b" } }))).toBe("b")
      expect(yield* Effect.flip(several(new Errors.InvalidAccessType()))).toBeInstanceOf(RequestRefused)
    })
  )

  it.effect("is reached by the families of its reasons", () =>
    Effect.gen(function* () {
      const expired = new Errors.AccessTokenExpired({ details: { expiredAt: null } })
      const caught = Errors.catchInvalidAccessToken(({ code }) => Effect.succeed(code))
      expect(yield* caught(refuse(expired))).toBe("ACCESS_TOKEN_EXPIRED")
      expect(yield* Effect.flip(caught(refuse(new Errors.InvalidAccessType())))).toBeInstanceOf(RequestRefused)
    })
  )

  it.effect("is the same in every copy of the package", () =>
    Effect.gen(function* () {
      class Copy extends Data.TaggedError("RequestRefused")<{ readonly reason: RequestRefused["reason"] }> {}
      const expired = new Errors.AccessTokenExpired({ details: { expiredAt: null } })
      const foreign = new Copy({ reason: expired })
      expect(foreign).not.toBeInstanceOf(RequestRefused)
      const caught = Errors.catchInvalidAccessToken(({ code }) => Effect.succeed(code))
      expect(yield* caught(Effect.fail(foreign))).toBe("ACCESS_TOKEN_EXPIRED")
      expect(isRefusedFor(Errors.isInvalidAccessToken)(foreign)).toBe(true)
      expect(findKnownError(foreign)).toBe(expired)
      const other = { _tag: "RequestRefused", reason: { code: "ACCESS_TOKEN_EXPIRED" } }
      expect(findKnownError(other)).toBeUndefined()
      expect(isRefusedFor(() => true)(other)).toBe(false)
    })
  )
})
