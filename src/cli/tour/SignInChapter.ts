/** Every other way to sign in. */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as CliLogin from "../../client/CliLogin.ts"
import * as ContactChannels from "../../client/ContactChannels.ts"
import * as CurrentUser from "../../client/CurrentUser.ts"
import * as MagicLink from "../../client/MagicLink.ts"
import * as Mfa from "../../client/Mfa.ts"
import * as OAuth from "../../client/OAuth.ts"
import * as Passkey from "../../client/Passkey.ts"
import * as Password from "../../client/Password.ts"
import * as Sessions from "../../client/Sessions.ts"
import * as WebAuthn from "../../platform/page/WebAuthn.ts"
import * as Totp from "../../platform/Totp.ts"
import * as SoftwareAuthenticator from "../../testing/SoftwareAuthenticator.ts"
import { followUntil } from "./Browser.ts"
import { type AppOfProject, appUrl, layerDevice, password } from "./Setup.ts"
import { Stage } from "./Stage.ts"
import * as Step from "./Step.ts"

const byMagicLink = Effect.gen(function* () {
  const stage = yield* Stage
  const email = "bea@example.org"
  const { nonce } = yield* MagicLink.send({ email })
  const mail = yield* stage.takeMail(email, "Sign in")
  yield* MagicLink.signIn({ typedCode: mail.subject.slice(-6), nonce })
  const user = yield* CurrentUser.getOrFail
  yield* Step.expect(user.primaryEmailVerified, "the address is not verified")
  return `"${mail.subject}"; a new user with a verified address`
})

const byProvider = Effect.gen(function* () {
  const start = yield* OAuth.start({ provider: "github" })
  const back = yield* followUntil(start, appUrl, "carl@example.org")
  const result = yield* OAuth.callback({ url: back })
  const again = yield* OAuth.callback({ url: back })
  const user = yield* CurrentUser.getOrFail
  yield* Step.expect(result === "signed-up" && again === "ignored", `${result}, then ${again}`)
  return `${result} as ${user.primaryEmail} by ${user.oauthProviders[0]?.id}; the same answer again: ${again}`
})

/** The user's authenticator on the page of the app. */
const authenticators = Effect.sync(() => {
  const software = SoftwareAuthenticator.make()
  return WebAuthn.layer({
    create: (options) => Effect.promise(() => software.create(options, { origin: appUrl })),
    get: (options) => Effect.promise(() => software.get(options, { origin: appUrl }))
  })
})

const byPasskey = Effect.gen(function* () {
  const hostname = new URL(appUrl).hostname
  yield* Password.signUp({ email: "dora@example.org", password })
  yield* Effect.gen(function* () {
    yield* Passkey.register({ hostname })
    yield* Sessions.signOut
    yield* Passkey.signIn({ hostname })
  }).pipe(Effect.provide(yield* authenticators))
  const user = yield* CurrentUser.getOrFail
  yield* Step.expect(user.passkeyAuthEnabled, "the user has no passkey")
  return `registered for ${hostname}, then signed in as ${user.primaryEmail}`
})

const bySecondFactor = Effect.gen(function* () {
  const credentials = { email: "emil@example.org", password }
  yield* Password.signUp(credentials)
  const enrolment = yield* Mfa.createSecret({ issuer: "Tour" })
  const digits = Totp.generate(Redacted.value(enrolment.secret))
  yield* Mfa.enable({ secret: enrolment.secret, totp: yield* digits })
  yield* Sessions.signOut
  const required = yield* Effect.flip(Password.signIn(credentials))
  if (required._tag !== "MultiFactorAuthenticationRequired") return yield* required
  const { attemptCode } = required.details
  const wrong = yield* Effect.flip(Mfa.signIn({ attemptCode, totp: "000000" }))
  yield* Mfa.signIn({ attemptCode, totp: yield* digits })
  const user = yield* CurrentUser.getOrFail
  return `${required._tag}; wrong digits: ${wrong._tag}; then signed in as ${user.primaryEmail}`
})

const asVisitor = Effect.gen(function* () {
  const email = "fay@example.org"
  const visitor = yield* CurrentUser.getOrSignUpAnonymously
  yield* Step.expect(visitor.isAnonymous && (yield* CurrentUser.get) === null, "the visitor counts as a user")
  yield* ContactChannels.create({ value: email, usedForAuth: true, isPrimary: true })
  yield* Password.set({ password })
  yield* Sessions.signOut
  yield* Password.signIn({ email, password })
  const user = yield* CurrentUser.getIncludingAnonymous
  yield* Step.expect(user?.id === visitor.id, "this is another user")
  return `visitor ${visitor.id.slice(0, 8)}… added an address and a password, and signs in as the same user`
}).pipe(Effect.catchTag("AnonymousAccountsNotEnabled", () => Effect.succeed("not in this service: it has no guests")))

const tryInTerminal = Effect.fnUntraced(function* (app: AppOfProject) {
  yield* Password.signUp({ email: "gil@example.org", password })
  const link = yield* Deferred.make<string>()
  const terminal = yield* CliLogin.login({ promptLink: (url) => Deferred.succeed(link, url) }).pipe(
    Effect.andThen(CurrentUser.getOrFail),
    Effect.provide(layerDevice(app)),
    Effect.forkChild
  )
  const loginCode = new URL(yield* Deferred.await(link)).searchParams.get("login_code")
  if (loginCode === null) return yield* new Step.Unexpected({ problem: "the link has no login code" })
  yield* CliLogin.confirm({ loginCode })
  const user = yield* Fiber.join(terminal)
  return `confirmed in the browser; the terminal is signed in as ${user.primaryEmail}`
})

/** The chapter: each sign-in method on its own device. */
export const runSignInChapter = Effect.fnUntraced(function* (app: AppOfProject) {
  const fresh = layerDevice(app)
  yield* Step.observe("Sign in with a magic link's code", Effect.provide(byMagicLink, fresh))
  yield* Step.observe("Sign in with a provider (OAuth)", Effect.provide(byProvider, fresh))
  yield* Step.observe("Register a passkey, sign in with it", Effect.provide(byPasskey, fresh))
  yield* Step.observe("Ask for a second factor", Effect.provide(bySecondFactor, fresh))
  yield* Step.observe("Let an anonymous visitor stay", Effect.provide(asVisitor, fresh))
  yield* Step.observe("Log a terminal in", Effect.provide(tryInTerminal(app), fresh))
})
