/**
 * Accounts with a password, and the life of a session.
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { createRemoteJWKSet, jwtVerify } from "jose"
import * as CurrentUser from "../../client/CurrentUser.ts"
import * as Password from "../../client/Password.ts"
import * as Project from "../../client/Project.ts"
import * as Sessions from "../../client/Sessions.ts"
import * as Session from "../../session/Session.ts"
import { type AppOfProject, device, password } from "./Setup.ts"
import { Stage } from "./Stage.ts"
import { expect, observe, Unexpected } from "./Step.ts"

const email = "ann@example.org"

/** Verifies the current access token with the keys that the service publishes. */
const verifyAccessToken = Effect.gen(function* () {
  const { apiUrl } = yield* Stage
  const session = yield* Session.Session
  const { projectId } = session.app.project
  const tokens = yield* Sessions.currentTokens()
  if (tokens === null) return yield* new Unexpected({ message: "nobody is signed in" })
  const issuer = `${apiUrl}/api/v1/projects/${projectId}`
  const { payload, protectedHeader } = yield* Effect.tryPromise(() =>
    jwtVerify(Redacted.value(tokens.accessToken), createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`)), {
      algorithms: ["ES256"],
      issuer,
      audience: projectId
    })
  )
  return `${protectedHeader.alg} signature valid, sub ${payload.sub?.slice(0, 8)}…`
})

/** Lets the access token expire, then makes many calls at once. */
const refreshOnce = Effect.fnUntraced(function* (calls: number) {
  const stage = yield* Stage
  const before = yield* stage.countRequests("POST", "/api/v1/auth/oauth/token")
  const users = yield* Effect.all(
    Array.from({ length: calls }, () => CurrentUser.get({ or: "throw" })),
    { concurrency: "unbounded" }
  ).pipe(stage.later)
  const refreshes = (yield* stage.countRequests("POST", "/api/v1/auth/oauth/token")) - before
  yield* expect(refreshes === 1, `${refreshes} refreshes instead of 1`)
  yield* expect(new Set(users.map((user) => user.id)).size === 1, "the calls saw different users")
  return `${calls} ${calls === 1 ? "call" : "calls"}, ${refreshes} refresh on the service's journal`
})

const resetPassword = Effect.fnUntraced(function* (newPassword: string) {
  const stage = yield* Stage
  yield* Password.sendResetCode({ email })
  const mail = yield* stage.nextMail(email, "Reset your password")
  if (mail.code === undefined) return yield* new Unexpected({ message: "no code in the mail" })
  yield* Password.checkResetCode({ code: mail.code })
  yield* Password.reset({ code: mail.code, password: newPassword })
  const again = yield* Effect.flip(Password.reset({ code: mail.code, password: newPassword }))
  yield* expect(again._tag === "VerificationCodeAlreadyUsed", `a second use gave ${again._tag}`)
  return `"${mail.subject}" arrived; the code works once, then ${again._tag}`
})

const onSecondDevice = Effect.gen(function* () {
  yield* observe(
    "Sign in with a wrong password",
    Effect.gen(function* () {
      const error = yield* Effect.flip(Password.signIn({ email, password: "wrong password" }))
      yield* expect(error._tag === "EmailPasswordMismatch", `got ${error._tag}: ${error.message}`)
      return `${error._tag}: ${error.message}`
    })
  )
  yield* observe(
    "Sign in on a second device",
    Effect.gen(function* () {
      yield* Password.signIn({ email, password })
      const sessions = yield* Sessions.list
      yield* expect(sessions.length === 2, `${sessions.length} sessions instead of 2`)
      return `${sessions.length} sessions, one of them current`
    })
  )
  yield* observe(
    "Revoke the session of the first device",
    Effect.gen(function* () {
      const other = (yield* Sessions.list).find((session) => session.isCurrentSession !== true)
      if (other === undefined) return yield* new Unexpected({ message: "there is no other session" })
      yield* Sessions.revoke(other.id)
      return `${(yield* Sessions.list).length} session left`
    })
  )
})

/** The chapter: everything that passwords and sessions can do. */
export const passwordChapter = Effect.fnUntraced(
  function* (app: AppOfProject) {
    yield* observe(
      "Sign up with e-mail and password",
      Effect.gen(function* () {
        yield* Password.signUp({ email, password })
        const user = yield* CurrentUser.get({ or: "throw" })
        return `user ${user.id.slice(0, 8)}…, ${user.primaryEmail}, not verified`
      })
    )
    yield* observe("Verify the access token against the JWKS", verifyAccessToken)
    yield* observe(
      "Read the project's configuration",
      Effect.map(
        Project.get,
        (project) => `"${project.displayName}", password sign-in ${project.config.credentialEnabled ? "on" : "off"}`
      )
    )
    yield* observe(
      "Update the user",
      Effect.gen(function* () {
        yield* CurrentUser.update({ displayName: "Ann", clientMetadata: { theme: "dark" } })
        const user = yield* CurrentUser.get({ or: "throw" })
        yield* expect(user.displayName === "Ann", "the display name did not change")
        return `display name ${user.displayName}, metadata ${JSON.stringify(user.clientMetadata)}`
      })
    )
    yield* observe("Let the access token expire", refreshOnce(1))
    yield* observe("100 calls at once with an expired token", refreshOnce(100))
    yield* onSecondDevice.pipe(Effect.provide(device(app)))
    yield* observe("Reset the password through the mailbox", resetPassword("an even better battery staple"))
    yield* observe(
      "Meet the end of a revoked session",
      Effect.gen(function* () {
        const { later } = yield* Stage
        const user = yield* later(CurrentUser.get())
        yield* expect(user === null, "the revoked session still works")
        return "signed out: the refresh token is no longer honoured"
      })
    )
    yield* observe(
      "Sign in with the new password, sign out",
      Effect.gen(function* () {
        yield* Password.signIn({ email, password: "an even better battery staple" })
        yield* Sessions.signOut
        const error = yield* Effect.flip(CurrentUser.get({ or: "throw" }))
        return `then ${error._tag}`
      })
    )
  },
  (chapter, app) => Effect.provide(chapter, device(app))
)
