/** Accounts with a password, and the life of a session: the same steps through either API. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { createRemoteJWKSet, jwtVerify } from "jose"
import type { Api, Device, TaggedError } from "./Device.ts"
import { type AppOfProject, password } from "./Setup.ts"
import { Stage } from "./Stage.ts"
import * as Step from "./Step.ts"

const newPassword = "an even better battery staple"

const signUp = Effect.fnUntraced(function* (device: Device, email: string) {
  yield* device.signUp({ email, password })
  const { id, primaryEmail, primaryEmailVerified } = yield* device.user
  yield* Step.expect(primaryEmail === email && !primaryEmailVerified, `signed up as ${primaryEmail}`)
  return `user ${id.slice(0, 8)}…, ${primaryEmail}, ${primaryEmailVerified ? "verified" : "not verified"}`
})

/** Verifies the current access token with the keys that the service publishes. */
const verifyAccessToken = Effect.fnUntraced(function* (device: Device, { projectId }: AppOfProject) {
  const { apiUrl } = yield* Stage
  const tokens = yield* device.tokens
  if (tokens === null) return yield* new Step.Unexpected({ problem: "nobody is signed in" })
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

const readProject = Effect.fnUntraced(function* (device: Device, { projectId }: AppOfProject) {
  const { config, displayName, id } = yield* device.project
  yield* Step.expect(id === projectId, `this is project ${id}`)
  return `"${displayName}", password sign-in ${config.credentialEnabled ? "on" : "off"}`
})

const update = Effect.fnUntraced(function* (device: Device) {
  yield* device.update({ displayName: "Robin", clientMetadata: { theme: "dark" } })
  const { clientMetadata, displayName } = yield* device.user
  const metadata = JSON.stringify(clientMetadata)
  yield* Step.expect(displayName === "Robin" && metadata === `{"theme":"dark"}`, `still ${displayName}, ${metadata}`)
  return `display name ${displayName}, metadata ${metadata}`
})

/** Lets the access token expire, then makes many calls at once. */
const refreshOnce = Effect.fnUntraced(function* (device: Device, calls: number) {
  const stage = yield* Stage
  const before = yield* stage.countRequests("POST", "/api/v1/auth/oauth/token")
  const users = yield* Effect.all(
    Array.from({ length: calls }, () => device.user),
    { concurrency: "unbounded" }
  ).pipe(stage.later)
  const refreshes = (yield* stage.countRequests("POST", "/api/v1/auth/oauth/token")) - before
  yield* Step.expect(refreshes === 1, `${refreshes} refreshes instead of 1`)
  yield* Step.expect(new Set(users.map((user) => user.id)).size === 1, "the calls saw different users")
  return `${calls} ${calls === 1 ? "call" : "calls"}, ${refreshes} refresh on the service's journal`
})

/** The error of what has to fail with this tag. */
const expectRefusal = <E extends TaggedError>(
  effect: Effect.Effect<unknown, E>,
  tag: string
): Effect.Effect<E, Step.Unexpected> =>
  Effect.matchEffect(effect, {
    onSuccess: () => new Step.Unexpected({ problem: `went through instead of ${tag}` }),
    onFailure: (error) =>
      error._tag === tag
        ? Effect.succeed(error)
        : new Step.Unexpected({ problem: `${error._tag} instead of ${tag}: ${error.message}` })
  })

const signInWrongly = Effect.fnUntraced(function* (device: Device, email: string) {
  const error = yield* expectRefusal(device.signIn({ email, password: "wrong password" }), "EmailPasswordMismatch")
  return `${error._tag}: ${error.message}`
})

const signInAgain = Effect.fnUntraced(function* (device: Device, email: string) {
  yield* device.signIn({ email, password })
  const sessions = yield* device.sessions
  const current = sessions.filter(({ isCurrentSession }) => isCurrentSession)
  yield* Step.expect(
    sessions.length === 2 && current.length === 1,
    `${sessions.length} sessions, ${current.length} current`
  )
  return `${sessions.length} sessions, ${current.length} of them current`
})

const revokeOther = Effect.fnUntraced(function* (device: Device) {
  const otherSession = (yield* device.sessions).find((session) => session.isCurrentSession !== true)
  if (otherSession === undefined) return yield* new Step.Unexpected({ problem: "the other session is missing" })
  yield* device.revoke(otherSession.id)
  const remaining = (yield* device.sessions).length
  yield* Step.expect(remaining === 1, `${remaining} sessions left`)
  return `${remaining} session left`
})

const resetPassword = Effect.fnUntraced(function* (device: Device, email: string) {
  const stage = yield* Stage
  yield* device.sendResetCode({ email })
  const { code, subject } = yield* stage.takeMail(email, "Reset your password")
  if (code === undefined) return yield* new Step.Unexpected({ problem: "no code in the mail" })
  yield* device.checkResetCode({ code })
  yield* device.resetPassword({ code, password: newPassword })
  const again = yield* expectRefusal(
    device.resetPassword({ code, password: newPassword }),
    "VerificationCodeAlreadyUsed"
  )
  return `"${subject}" arrived; the code works once, then ${again._tag}`
})

const meetRevocation = Effect.fnUntraced(function* (device: Device) {
  const { later } = yield* Stage
  const user = yield* later(device.userOrNull)
  yield* Step.expect(user === null, "the revoked session still works")
  return `user ${user}: the refresh token is no longer honored`
})

const signInAndOut = Effect.fnUntraced(function* (device: Device, email: string) {
  yield* device.signIn({ email, password: newPassword })
  const user = yield* device.user
  yield* device.signOut
  const error = yield* expectRefusal(device.user, "UserAuthenticationRequired")
  return `signed in as ${user.primaryEmail}, then ${error._tag}`
})

/** The steps on the two devices of a user, in this order. */
export const trySteps = (app: AppOfProject, email: string, first: Device, second: Device) =>
  [
    ["Sign up with email and password", signUp(first, email)],
    ["Verify the access token against the JWKS", verifyAccessToken(first, app)],
    ["Read the project's configuration", readProject(first, app)],
    ["Update the user", update(first)],
    ["Let the access token expire", refreshOnce(first, 1)],
    ["100 calls at once with an expired token", refreshOnce(first, 100)],
    ["Sign in with a wrong password", signInWrongly(second, email)],
    ["Sign in on a second device", signInAgain(second, email)],
    ["Revoke the session of the first device", revokeOther(second)],
    ["Reset the password through the mailbox", resetPassword(first, email)],
    ["Meet the end of a revoked session", meetRevocation(first)],
    ["Sign in with the new password, sign out", signInAndOut(first, email)]
  ] as const

/** The chapter: everything that passwords and sessions can do. */
export const runPasswordChapter = Effect.fnUntraced(function* (app: AppOfProject, { email, newDevice, title }: Api) {
  const steps = trySteps(app, email, yield* newDevice(app), yield* newDevice(app))
  for (const [name, effect] of steps) yield* Step.observe(title + name, effect)
}, Effect.scoped)
