/** Login of terminals (docs/protocol/sign-in.md#command-line-login). */
import assert from "node:assert/strict"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Anonymous from "../../src/client/Anonymous.ts"
import * as CliLogin from "../../src/client/CliLogin.ts"
import * as CurrentUser from "../../src/client/CurrentUser.ts"
import * as Password from "../../src/client/Password.ts"
import * as Sessions from "../../src/client/Sessions.ts"
import { Http } from "../../src/http/Http.ts"
import { TokenStore } from "../../src/token/TokenStore.ts"
import * as Wire from "../../src/wire/generated/CliLogin.ts"
import { Backend } from "./Backend.ts"
import {
  appUrl,
  byGeneration,
  call,
  type Device,
  failure,
  makeDevice,
  makeProject,
  password,
  type Project,
  scenario,
  signUp,
  readTokens
} from "./Scenario.ts"

/** The backend with somebody on the way to it, who reads along. */
const overheard = Effect.gen(function* () {
  const backend = yield* Backend
  const heard: Array<string> = []
  const execute = yield* Effect.provide(Http, backend.http)
  const http = Layer.succeed(Http, (request) =>
    Effect.tap(execute(request), ({ text }) => Effect.sync(() => heard.push(text)))
  )
  return { heard, backend: { ...backend, http } }
})

const generations = ["current"] as const

/** A terminal whose guest has done something, and wants to stay. */
const guestTerminal = Effect.fnUntraced(function* (project: Project) {
  const terminal = yield* makeDevice(project)
  yield* terminal(Anonymous.signUp)
  const guest = yield* terminal(CurrentUser.update({ clientMetadata: { notes: ["milk"] } }))
  return { terminal, guest }
})

/** A login under way in a terminal, and the code of its link. */
const started = Effect.fnUntraced(function* (terminal: Device, options: CliLogin.LoginOptions = {}) {
  const { elapse } = yield* Backend
  const shown = yield* Deferred.make<string>()
  const login = yield* Effect.forkChild(
    terminal(CliLogin.login({ ...options, promptLink: (url) => Effect.asVoid(Deferred.succeed(shown, url)) }))
  )
  const link = yield* Deferred.await(shown)
  return {
    link,
    loginCode: new URL(link).searchParams.get("login_code") ?? "",
    finish: Effect.gen(function* () {
      while (login.pollUnsafe() === undefined) yield* elapse("100 millis")
      yield* Fiber.join(login)
    })
  }
})

/** A login that nobody waits for, with somebody's session as that of a guest. */
const startedWith = Effect.fnUntraced(function* (project: Project, device: Device) {
  const tokens = yield* readTokens(device)
  assert.ok(tokens?.refreshToken !== undefined, "nobody is signed in")
  return yield* call(project, "client", Wire.startCliLogin, {
    payload: { expiresInMillis: 60_000, anonRefreshToken: tokens.refreshToken }
  })
})

export const scenarios = [
  scenario("a terminal is logged in by whoever confirms its link", function* () {
    const project = yield* makeProject()
    const { device, email } = yield* signUp(project)
    const terminal = yield* makeDevice(project)
    const { finish, link, loginCode } = yield* started(terminal)
    assert.ok(link.startsWith(`${appUrl}/handler/cli-auth-confirm?login_code=`), link)
    assert.equal(yield* readTokens(terminal), undefined)
    const visitor = yield* makeDevice(project)
    assert.deepEqual(yield* visitor(CliLogin.details({ loginCode })), { hasAnonymousUser: false })
    yield* failure(visitor(CliLogin.confirm({ loginCode })), "UserAuthenticationRequired")
    yield* device(CliLogin.confirm({ loginCode }))
    yield* failure(device(CliLogin.confirm({ loginCode })), "CliLoginNotFound")
    yield* finish
    assert.equal((yield* terminal(CurrentUser.getOrFail)).primaryEmail, email)
  }),
  scenario("a login is handed out once", function* () {
    const project = yield* makeProject()
    const { device } = yield* signUp(project)
    const { loginCode, pollingCode } = yield* call(project, "client", Wire.startCliLogin, { payload: {} })
    const poll = call(project, "client", Wire.pollCliLogin, { payload: { pollingCode } })
    assert.deepEqual(yield* poll, { status: "waiting" })
    yield* device(CliLogin.confirm({ loginCode }))
    const answer = yield* poll
    assert.ok("refreshToken" in answer, answer.status)
    assert.equal(Redacted.value(answer.refreshToken), Redacted.value((yield* readTokens(device))!.refreshToken!))
    assert.deepEqual(yield* poll, { status: "used" })
    yield* failure(
      call(project, "client", Wire.pollCliLogin, { payload: { pollingCode: Redacted.make("0".repeat(45)) } }),
      "InvalidPollingCodeError"
    )
  }),
  scenario("a terminal whose login somebody else has taken is told so", function* () {
    const project = yield* makeProject()
    const { device } = yield* signUp(project)
    const { backend, heard } = yield* overheard
    const terminal = yield* Effect.provideService(makeDevice(project), Backend, backend)
    const take = Effect.fnUntraced(function* (link: string) {
      yield* device(CliLogin.confirm({ loginCode: new URL(link).searchParams.get("login_code") ?? "" }))
      const { polling_code } = JSON.parse(heard.at(-1) ?? "") as { polling_code: string }
      const payload = { pollingCode: Redacted.make(polling_code) }
      assert.ok("refreshToken" in (yield* call(project, "client", Wire.pollCliLogin, { payload })))
    })
    const promptLink = (link: string) => Effect.provideService(Effect.orDie(take(link)), Backend, backend)
    yield* failure(terminal(CliLogin.login({ promptLink })), "CliAuthUsedError")
    assert.equal(yield* readTokens(terminal), undefined)
  }),
  scenario("a login that nobody confirms expires", function* () {
    const { elapse } = yield* Backend
    const project = yield* makeProject()
    const { device } = yield* signUp(project)
    const { loginCode, pollingCode } = yield* call(project, "client", Wire.startCliLogin, {
      payload: { expiresInMillis: 60_000 }
    })
    yield* elapse("61 seconds")
    const answer = yield* call(project, "client", Wire.pollCliLogin, { payload: { pollingCode } })
    assert.deepEqual(answer, { status: "expired" })
    yield* failure(device(CliLogin.confirm({ loginCode })), "CliLoginNotFound")
    const terminal = yield* makeDevice(project)
    const login = CliLogin.login({ expiresInMillis: 60_000, promptLink: () => elapse("61 seconds") })
    yield* failure(terminal(login), "CliAuthExpiredError")
  }),
  scenario("whoever signs up as the guest of a terminal keeps what the guest has done", { generations }, function* () {
    const { newAddress } = yield* Backend
    const project = yield* makeProject()
    const { guest, terminal } = yield* guestTerminal(project)
    const { finish, loginCode } = yield* started(terminal, { keepAnonymousUser: true })
    const browser = yield* makeDevice(project)
    assert.deepEqual(yield* browser(CliLogin.details({ loginCode })), { hasAnonymousUser: true })
    yield* browser(CliLogin.claimAnonymousUser({ loginCode }))
    assert.equal((yield* browser(CurrentUser.getIncludingAnonymous))?.id, guest.id)
    const email = newAddress("ann")
    assert.equal(yield* browser(Password.signUp({ email, password })), "upgraded")
    yield* browser(CliLogin.confirm({ loginCode }))
    yield* finish
    const user = yield* terminal(CurrentUser.getOrFail)
    assert.equal(user.id, guest.id)
    assert.equal(user.primaryEmail, email)
    assert.deepEqual(user.clientMetadata, { notes: ["milk"] })
  }),
  scenario(
    "whoever has an account signs in with it, and leaves the guest of a terminal behind",
    { generations },
    function* () {
      const project = yield* makeProject()
      const { device, email } = yield* signUp(project)
      const { guest, terminal } = yield* guestTerminal(project)
      const before = yield* readTokens(terminal)
      const { finish, loginCode } = yield* started(terminal, { keepAnonymousUser: true })
      yield* device(CliLogin.confirm({ loginCode }))
      yield* failure(device(CliLogin.claimAnonymousUser({ loginCode })), "CliLoginNotFound")
      yield* finish
      const user = yield* terminal(CurrentUser.getOrFail)
      assert.equal(user.primaryEmail, email)
      assert.deepEqual(user.clientMetadata, null)
      const left = yield* makeDevice(project)
      yield* left(Effect.flatMap(TokenStore, (store) => store.set(before!)))
      assert.equal((yield* left(CurrentUser.getIncludingAnonymous))?.id, guest.id)
    }
  ),
  scenario("the guest of a terminal is handed out once, and only while the login waits", { generations }, function* () {
    const { elapse } = yield* Backend
    const project = yield* makeProject()
    const { terminal } = yield* guestTerminal(project)
    const { loginCode } = yield* startedWith(project, terminal)
    const [first, second] = [yield* makeDevice(project), yield* makeDevice(project)]
    yield* first(CliLogin.claimAnonymousUser({ loginCode }))
    assert.deepEqual(yield* second(CliLogin.details({ loginCode })), { hasAnonymousUser: false })
    yield* failure(second(CliLogin.claimAnonymousUser({ loginCode })), "CliLoginAnonymousUserNotFound")
    assert.equal(yield* readTokens(second), undefined)
    yield* failure(second(CliLogin.details({ loginCode: "unknown" })), "CliLoginNotFound")

    const late = yield* startedWith(project, terminal)
    assert.deepEqual(yield* second(CliLogin.details(late)), { hasAnonymousUser: true })
    yield* elapse("61 seconds")
    yield* failure(second(CliLogin.details(late)), "CliLoginNotFound")
    yield* failure(second(CliLogin.claimAnonymousUser(late)), "CliLoginNotFound")
  }),
  scenario(
    "only a guest can be offered along with a login, and only as long as they are one",
    { generations },
    function* () {
      const project = yield* makeProject()
      const { device } = yield* signUp(project)
      yield* failure(startedWith(project, device), "CliLoginAnonymousUserNotFound")
      const { terminal } = yield* guestTerminal(project)
      const { loginCode } = yield* startedWith(project, terminal)
      yield* terminal(Sessions.signOut)
      assert.deepEqual(yield* device(CliLogin.details({ loginCode })), { hasAnonymousUser: false })
      yield* failure(device(CliLogin.claimAnonymousUser({ loginCode })), "CliLoginAnonymousUserNotFound")
      const gone = call(project, "client", Wire.startCliLogin, {
        payload: { anonRefreshToken: Redacted.make("0".repeat(45)) }
      })
      yield* failure(gone, "CliLoginAnonymousUserNotFound")
    }
  ),
  scenario(
    "a terminal that would keep its guest can log in to either service",
    { options: { anonymousSignUp: true } },
    function* () {
      const project = yield* makeProject()
      const { device, email } = yield* signUp(project)
      const { terminal } = yield* guestTerminal(project)
      const { finish, loginCode } = yield* started(terminal, { keepAnonymousUser: true })
      const hasAnonymousUser = yield* byGeneration(false, true)
      assert.deepEqual(yield* device(CliLogin.details({ loginCode })), { hasAnonymousUser })
      yield* device(CliLogin.confirm({ loginCode }))
      yield* finish
      assert.equal((yield* terminal(CurrentUser.getOrFail)).primaryEmail, email)
    }
  )
]
