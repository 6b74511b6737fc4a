/** A family catches the known errors that belong to it and leaves the others, in value and in type. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { isRefreshTokenError, CannotDeleteCurrentSession } from "../../../../src/domain/errors/Session.ts"
import { UserNotFound } from "../../../../src/domain/errors/Users.ts"
import {
  catchVerificationCodeError,
  isVerificationCodeError,
  VerificationCodeExpired,
  VerificationCodeNotFound
} from "../../../../src/domain/errors/VerificationCode.ts"

describe("families of known errors", () => {
  it.each([
    ["a member", isVerificationCodeError, new VerificationCodeExpired(), true],
    ["a member of another name", isRefreshTokenError, new CannotDeleteCurrentSession(), true],
    ["another error", isVerificationCodeError, new UserNotFound(), false],
    ["an object with the code of a member", isVerificationCodeError, { code: "VERIFICATION_CODE_EXPIRED" }, false],
    ["null", isVerificationCodeError, null, false]
  ] as const)("recognizes only its members: %s", (_, isMember, value, expected) => {
    expect(isMember(value)).toBe(expected)
  })

  it.effect("catches its members", () =>
    Effect.gen(function* () {
      const code = yield* Effect.fail(new VerificationCodeNotFound()).pipe(
        catchVerificationCodeError((error) => Effect.succeed(error.code))
      )
      expect(code).toBe("VERIFICATION_CODE_NOT_FOUND")
    })
  )

  it.effect("leaves other errors alone, in value and in type", () =>
    Effect.gen(function* () {
      const program: Effect.Effect<string, UserNotFound> = Effect.fail(
        new UserNotFound() as UserNotFound | VerificationCodeExpired
      ).pipe(catchVerificationCodeError(() => Effect.succeed("caught")))
      const error = yield* Effect.flip(program)
      expect(error).toBeInstanceOf(UserNotFound)
    })
  )
})
