/**
 * The tour: the whole way of a user through the product, over real HTTP.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { createRemoteJWKSet, jwtVerify } from "jose"
import * as InternalApiKeysApi from "../../api/InternalApiKeys.ts"
import * as ProjectsApi from "../../api/Projects.ts"
import * as CurrentUser from "../../client/CurrentUser.ts"
import * as Password from "../../client/Password.ts"
import * as Project from "../../client/Project.ts"
import * as Sessions from "../../client/Sessions.ts"
import * as ClientApp from "../../http/ClientApp.ts"
import * as ProjectConfig from "../../http/ProjectConfig.ts"
import * as Transport from "../../http/Transport.ts"
import { createClientApp } from "../../promise/index.ts"
import * as AuthorizedTransport from "../../session/AuthorizedTransport.ts"
import * as Session from "../../session/Session.ts"
import * as Memory from "../../token/Memory.ts"
import { Stage } from "./Stage.ts"
import { expect, step, Unexpected } from "./Step.ts"

/** Where the app of the tour would run; links in mails lead there. */
const appUrl = "http://localhost:3000"

const email = "ann@example.org"
const password = "correct horse battery staple"
const newPassword = "an even better battery staple"

/** An app of its own for each device, so that each has its own session. */
const device = (options: { readonly projectId: string; readonly publishableClientKey: Redacted.Redacted }) =>
  Effect.map(Stage, ({ apiUrl }) =>
    Session.layer.pipe(
      Layer.provideMerge(Layer.fresh(Memory.layer)),
      Layer.provideMerge(ClientApp.layer({ ...options, apiUrl, appUrl }))
    )
  ).pipe(Layer.unwrap, Layer.fresh)

/** Creates a project the way a dashboard does: as a user of the project `internal`. */
const createProject = Effect.gen(function* () {
  const stage = yield* Stage
  yield* Password.signUp({ email: "owner@example.org", password })
  const project = yield* AuthorizedTransport.call(ProjectsApi.createProject, {
    payload: { displayName: "Tour", config: { clientUserDeletionEnabled: true } }
  })
  const tokens = yield* Sessions.currentTokens()
  if (tokens === null) return yield* new Unexpected({ message: "the owner is not signed in" })
  const config = yield* ProjectConfig.make({ projectId: project.id, apiUrl: stage.apiUrl })
  const admin = yield* Transport.make(config, {
    level: "admin",
    keys: [["x-stack-admin-access-token", tokens.accessToken]]
  })
  const keys = yield* admin.call(InternalApiKeysApi.createInternalApiKey, {
    payload: {
      description: "Tour",
      expiresAt: new Date((yield* Clock.currentTimeMillis) + Duration.toMillis("1 day")),
      hasPublishableClientKey: true,
      hasSecretServerKey: false,
      hasSuperSecretAdminKey: false
    }
  })
  if (keys.publishableClientKey === undefined) return yield* new Unexpected({ message: "no key in the answer" })
  return { projectId: project.id, publishableClientKey: keys.publishableClientKey }
})

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

/** Waits until the access token counts as expired, then makes many calls at once. */
const refreshOnce = (calls: number) =>
  Effect.gen(function* () {
    const stage = yield* Stage
    yield* Effect.sleep(Math.max(0, stage.accessTokenLifetimeMillis - Session.freshnessMillis) + 100)
    const before = yield* stage.countRequests("POST", "/api/v1/auth/oauth/token")
    const users = yield* Effect.all(
      Array.from({ length: calls }, () => CurrentUser.get({ or: "throw" })),
      {
        concurrency: "unbounded"
      }
    )
    const refreshes = (yield* stage.countRequests("POST", "/api/v1/auth/oauth/token")) - before
    yield* expect(refreshes === 1, `${refreshes} refreshes instead of 1`)
    yield* expect(new Set(users.map((user) => user.id)).size === 1, "the calls saw different users")
    return `${calls} ${calls === 1 ? "call" : "calls"}, ${refreshes} refresh on the service's journal`
  })

/** Resets the password through the mailbox. */
const resetPassword = Effect.gen(function* () {
  const stage = yield* Stage
  yield* Password.sendResetCode({ email })
  let mail = yield* stage.nextMail(email)
  while (!mail.subject.startsWith("Reset your password")) mail = yield* stage.nextMail(email)
  if (mail.code === undefined) return yield* new Unexpected({ message: "no code in the mail" })
  yield* Password.checkResetCode({ code: mail.code })
  yield* Password.reset({ code: mail.code, password: newPassword })
  const again = yield* Effect.flip(Password.reset({ code: mail.code, password: newPassword }))
  yield* expect(again._tag === "VerificationCodeAlreadyUsed", `a second use gave ${again._tag}`)
  return `"${mail.subject}" arrived; the code works once, then ${again._tag}`
})

const asUser = Effect.gen(function* () {
  yield* step(
    "Sign up with e-mail and password",
    Effect.gen(function* () {
      yield* Password.signUp({ email, password })
      const user = yield* CurrentUser.get({ or: "throw" })
      return [`user ${user.id.slice(0, 8)}…, ${user.primaryEmail}, not verified`, undefined]
    })
  )
  yield* step(
    "Verify the access token against the JWKS",
    Effect.map(verifyAccessToken, (observed) => [observed, undefined])
  )
  yield* step(
    "Read the project's configuration",
    Effect.map(Project.get, (project) => [
      `"${project.displayName}", password sign-in ${project.config.credentialEnabled ? "on" : "off"}`,
      undefined
    ])
  )
  yield* step(
    "Update the user",
    Effect.gen(function* () {
      yield* CurrentUser.update({ displayName: "Ann", clientMetadata: { theme: "dark" } })
      const user = yield* CurrentUser.get({ or: "throw" })
      yield* expect(user.displayName === "Ann", "the display name did not change")
      return [`display name ${user.displayName}, metadata ${JSON.stringify(user.clientMetadata)}`, undefined]
    })
  )
  yield* step(
    "Let the access token expire",
    Effect.map(refreshOnce(1), (observed) => [observed, undefined])
  )
  yield* step(
    "100 calls at once with an expired token",
    Effect.map(refreshOnce(100), (observed) => [observed, undefined])
  )
})

const onSecondDevice = Effect.gen(function* () {
  yield* step(
    "Sign in with a wrong password",
    Effect.gen(function* () {
      const error = yield* Effect.flip(Password.signIn({ email, password: "wrong password" }))
      yield* expect(error._tag === "EmailPasswordMismatch", `got ${error._tag}: ${error.message}`)
      return [`${error._tag}: ${error.message}`, undefined]
    })
  )
  yield* step(
    "Sign in on a second device",
    Effect.gen(function* () {
      yield* Password.signIn({ email, password })
      const sessions = yield* Sessions.list
      yield* expect(sessions.length === 2, `${sessions.length} sessions instead of 2`)
      return [`${sessions.length} sessions, one of them current`, undefined]
    })
  )
  yield* step(
    "Revoke the session of the first device",
    Effect.gen(function* () {
      const other = (yield* Sessions.list).find((session) => session.isCurrentSession !== true)
      if (other === undefined) return yield* new Unexpected({ message: "there is no other session" })
      yield* Sessions.revoke(other.id)
      return [`${(yield* Sessions.list).length} session left`, undefined]
    })
  )
})

/** Takes the tour. Fails with `StepFailed`, which names the step. */
export const run = Effect.gen(function* () {
  const stage = yield* Stage
  const project = yield* step(
    "Create a project through the internal API",
    createProject.pipe(
      Effect.provide(device({ projectId: "internal", publishableClientKey: stage.internalPublishableClientKey })),
      Effect.map((project) => [`project ${project.projectId.slice(0, 8)}… with a publishable key`, project] as const)
    )
  )
  yield* Effect.gen(function* () {
    yield* asUser
    yield* onSecondDevice.pipe(Effect.provide(device(project)))
    yield* step(
      "Reset the password through the mailbox",
      Effect.map(resetPassword, (observed) => [observed, undefined])
    )
    yield* step(
      "Meet the end of a revoked session",
      Effect.gen(function* () {
        yield* Effect.sleep(Math.max(0, stage.accessTokenLifetimeMillis - Session.freshnessMillis) + 100)
        const user = yield* CurrentUser.get()
        yield* expect(user === null, "the revoked session still works")
        return ["signed out: the refresh token is no longer honoured", undefined]
      })
    )
    yield* step(
      "Sign in with the new password, sign out",
      Effect.gen(function* () {
        yield* Password.signIn({ email, password: newPassword })
        yield* Sessions.signOut
        const error = yield* Effect.flip(CurrentUser.get({ or: "throw" }))
        return [`then ${error._tag}`, undefined]
      })
    )
  }).pipe(Effect.provide(device(project)))
  yield* step("The same through promises", throughPromises(project))
})

/** The main moves again, for those who do not use Effect. */
const throughPromises = (project: { readonly projectId: string; readonly publishableClientKey: Redacted.Redacted }) =>
  Effect.flatMap(Stage, ({ apiUrl }) =>
    Effect.tryPromise(async () => {
      await using app = createClientApp({ ...project, apiUrl, appUrl })
      const failed = await app.password.signIn.result({ email, password: "wrong password" })
      await app.password.signIn({ email, password: newPassword })
      const user = await app.currentUser.get({ or: "throw" })
      await app.currentUser.setDisplayName("Ann Promise")
      await app.sessions.signOut()
      const afterwards = await app.currentUser.get()
      const wrong = failed.ok ? "accepted" : failed.error._tag
      return [
        `wrong password: ${wrong}; signed in as ${user.primaryEmail}; after sign-out: ${afterwards}`,
        undefined
      ] as const
    })
  )
