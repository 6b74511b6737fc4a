/**
 * The app under test: a few plain pages over the promise client. Every page is this script; what it does there depends
 * on the path. What happened stands in the page, where users (and tests) see it.
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Navigation, TokenStore } from "../../../src/index.ts"
import * as Turnstile from "../../../src/platform/page/Turnstile.ts"
import { createClientApp, type EffectClientApp, type Result } from "../../../src/promise/index.ts"
import type { Outcome, Settings } from "./settings.ts"

declare global {
  var app: EffectClientApp
  /** Runs an operation and answers how it ended. */
  var attempt: (
    operation: (app: EffectClientApp) => Promise<Result<unknown, Error & { readonly _tag: string; details?: unknown }>>
  ) => Promise<Outcome>
  var reveal: typeof Redacted.value
  var conceal: typeof Redacted.make
}

const settings = JSON.parse(document.body.dataset["settings"] ?? "") as Settings
const app = createClientApp({
  ...settings,
  tokenStore: "cookie",
  navigation: Navigation.layerWindow,
  platform: settings.turnstile && Turnstile.layer(settings.turnstile),
  urls: {
    afterSignUp: "/welcome",
    // Users of the app at localhost can sign in at its other name.
    ...(location.hostname === "localhost" && { crossDomain: `http://app.test:${location.port}/handler/cross-domain` })
  }
})

globalThis.app = app
globalThis.reveal = Redacted.value
globalThis.conceal = Redacted.make
globalThis.attempt = async (operation) => {
  const result = await operation(app)
  if (result.ok) return { ok: true, value: toJson(result.value) }
  const { _tag: tag, message, details } = result.error
  return { ok: false, tag, message, details: toJson(details) }
}

/** What of a value can leave the page. */
const toJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null))

const write = (id: string, text: string) => {
  const element = document.getElementById(id)
  if (element !== null) element.textContent = text
}

const showUser = async () => {
  const result = await app.currentUser.get.result()
  if (!result.ok) return write("user", `Failed: ${result.error._tag}`)
  write("user", result.value === null ? "Nobody is signed in" : `Signed in as ${result.value.primaryEmail}`)
}

const run = async (operation: Promise<Result<unknown, { readonly _tag: string }>>) => {
  const result = await operation
  write("outcome", result.ok ? `Done: ${String(result.value)}` : `Failed: ${result.error._tag}`)
}

const listen = (id: string, submit: (fields: FormData) => Promise<Result<unknown, { readonly _tag: string }>>) =>
  document.getElementById(id)?.addEventListener("submit", (event) => {
    event.preventDefault()
    void run(submit(new FormData(event.target as HTMLFormElement)))
  })

const text = (fields: FormData, name: string) => String(fields.get(name))

listen("sign-in", (fields) =>
  app.password.signIn.result({ email: text(fields, "email"), password: text(fields, "password") })
)
listen("sign-up", (fields) =>
  app.password.signUp.result({ email: text(fields, "email"), password: text(fields, "password") })
)
listen("magic-link", (fields) => app.magicLink.send.result({ email: text(fields, "email") }))
listen("oauth", (fields) => app.oauth.start.result({ provider: text(fields, "provider") }))
listen("confirm", () =>
  app.cliLogin.confirm.result({ loginCode: new URLSearchParams(location.search).get("login_code") ?? "" })
)
listen("sign-out", () => app.sessions.signOut.result())

const atPage: Record<string, () => Promise<void>> = {
  "/handler/oauth-callback": () => run(app.oauth.callback.result()),
  "/handler/cross-domain": async () => {
    const result = await app.crossDomain.authorize.result()
    if (result.ok || result.error._tag !== "UserAuthenticationRequired") return run(Promise.resolve(result))
    await app.redirect.to("signIn", { replace: true })
  },
  "/handler/magic-link-callback": () =>
    run(app.magicLink.signIn.result({ code: new URLSearchParams(location.search).get("code") ?? "" })),
  "/handler/error": async () => write("outcome", `Error page: ${(await app.oauth.pageError())?._tag}`),
  "/protected": async () => {
    if ((await app.currentUser.get()) === null) await app.redirect.to("signIn", { replace: true })
  }
}

void app.run(
  Effect.scoped(
    Effect.gen(function* () {
      const store = yield* TokenStore.TokenStore
      yield* store.changes(() => void showUser())
      document.body.dataset["ready"] = "true"
      return yield* Effect.never
    })
  )
)
void showUser()
void atPage[location.pathname]?.()
