/** Login of terminals (docs/protocol/sign-in.md#command-line-login). */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import assert from "node:assert/strict"
import * as Wire from "../../src/wire/generated/CliLogin.ts"
import * as CliLogin from "../../src/client/CliLogin.ts"
import * as CurrentUser from "../../src/client/CurrentUser.ts"
import { Http } from "../../src/http/Http.ts"
import { Backend } from "./Backend.ts"
import { appUrl, call, failure, makeDevice, makeProject, refusal, scenario, signUp, tokensOf } from "./Scenario.ts"

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

export const scenarios = [
  scenario(
    "a terminal is logged in by whoever confirms its link",
    Effect.gen(function* () {
      const { elapse } = yield* Backend
      const project = yield* makeProject()
      const { device, email } = yield* signUp(project)
      const terminal = yield* makeDevice(project)
      const prompted = yield* Deferred.make<string>()
      const login = yield* Effect.forkChild(
        terminal(CliLogin.login({ promptLink: (url) => Effect.asVoid(Deferred.succeed(prompted, url)) }))
      )
      const link = yield* Deferred.await(prompted)
      assert.ok(link.startsWith(`${appUrl}/handler/cli-auth-confirm?login_code=`), link)
      assert.equal(yield* tokensOf(terminal), undefined)
      const loginCode = new URL(link).searchParams.get("login_code") ?? ""
      yield* failure((yield* makeDevice(project))(CliLogin.confirm({ loginCode })), "UserAuthenticationRequired")
      yield* device(CliLogin.confirm({ loginCode }))
      yield* refusal(device(CliLogin.confirm({ loginCode })), 400)
      while (login.pollUnsafe() === undefined) yield* elapse("100 millis")
      yield* Fiber.join(login)
      assert.equal((yield* terminal(CurrentUser.get({ or: "throw" }))).primaryEmail, email)
    })
  ),
  scenario(
    "a login is handed out once",
    Effect.gen(function* () {
      const project = yield* makeProject()
      const { device } = yield* signUp(project)
      const { loginCode, pollingCode } = yield* call(project, "client", Wire.startCliLogin, { payload: {} })
      const poll = call(project, "client", Wire.pollCliLogin, { payload: { pollingCode } })
      assert.deepEqual(yield* poll, { status: "waiting" })
      yield* device(CliLogin.confirm({ loginCode }))
      const answer = yield* poll
      assert.ok("refreshToken" in answer, answer.status)
      assert.equal(Redacted.value(answer.refreshToken), Redacted.value((yield* tokensOf(device))!.refreshToken!))
      assert.deepEqual(yield* poll, { status: "used" })
      yield* failure(
        call(project, "client", Wire.pollCliLogin, { payload: { pollingCode: Redacted.make("0".repeat(45)) } }),
        "InvalidPollingCodeError"
      )
    })
  ),
  scenario(
    "a terminal whose login somebody else has taken is told so",
    Effect.gen(function* () {
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
      assert.equal(yield* tokensOf(terminal), undefined)
    })
  ),
  scenario(
    "a login that nobody confirms expires",
    Effect.gen(function* () {
      const { elapse } = yield* Backend
      const project = yield* makeProject()
      const { device } = yield* signUp(project)
      const { loginCode, pollingCode } = yield* call(project, "client", Wire.startCliLogin, {
        payload: { expiresInMillis: 60_000 }
      })
      yield* elapse("61 seconds")
      const answer = yield* call(project, "client", Wire.pollCliLogin, { payload: { pollingCode } })
      assert.deepEqual(answer, { status: "expired" })
      yield* refusal(device(CliLogin.confirm({ loginCode })), 400)
      const terminal = yield* makeDevice(project)
      const login = CliLogin.login({ expiresInMillis: 60_000, promptLink: () => elapse("61 seconds") })
      yield* failure(terminal(login), "CliAuthExpiredError")
    })
  )
]
