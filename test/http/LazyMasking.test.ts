/**
 * The masking of secrets in browsers, where it loads with the first failed call: once, and without it all is hidden.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { type Answer, json, text } from "../support/scriptedNetwork.ts"

const masking = "../../src/http/internal/Masking.ts"

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal("document", {})
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.doUnmock(masking)
  vi.resetModules()
})

/** Calls with a password in modules of their own, which have loaded nothing yet. */
const failures = async (...answers: ReadonlyArray<Answer>) => {
  const ClientApp = await import("../../src/http/ClientApp.ts")
  const Wire = await import("../../src/wire/generated/Password.ts")
  const { Http } = await import("../../src/http/Http.ts")
  const Redacted = await import("effect/Redacted")
  const left = [...answers]
  const http = Layer.succeed(Http, () => Effect.orDie(left.shift() ?? Effect.never))
  const layer = ClientApp.layer({ projectId: "internal", publishableClientKey: "pck_0123456789" })
  const payload = { email: "ann@example.org", password: Redacted.make("hunter2-hunter2") }
  return Effect.runPromise(
    Effect.gen(function* () {
      const { call } = yield* ClientApp.ClientApp
      return yield* Effect.forEach(answers, () => Effect.flip(call(Wire.signIn, { payload })))
    }).pipe(Effect.provide(Layer.provide(layer, http)))
  )
}

const echo = text("No: hunter2-hunter2 is wrong", 400)
const known = (code: string, error: string, details?: unknown) =>
  json({ code, error, details }, 200, { "x-stack-actual-status": "400", "x-stack-known-error": code })

describe("the masking", () => {
  const watchLoads = () => {
    const loads = vi.fn()
    vi.doMock(masking, async (original) => {
      loads()
      return original()
    })
    return loads
  }

  it("loads with the first failed call", async () => {
    const loads = watchLoads()
    const [first, second] = await failures(echo, echo)
    expect(first!.message).toContain("No: … is wrong")
    expect(second!.message).toContain("No: … is wrong")
    expect(loads).toHaveBeenCalledTimes(1)
  })

  it("does not load for an error with the contract's own text", async () => {
    const loads = watchLoads()
    const [error] = await failures(known("EMAIL_PASSWORD_MISMATCH", "Wrong e-mail or password."))
    expect(error).toMatchObject({ _tag: "EmailPasswordMismatch", error: "Wrong e-mail or password." })
    expect(loads).not.toHaveBeenCalled()
  })

  it("hides all texts, and only texts, if it cannot load", async () => {
    vi.doMock(masking, () => {
      throw new TypeError("Failed to fetch dynamically imported module")
    })
    const [page, mismatch, refused] = await failures(
      echo,
      known("EMAIL_PASSWORD_MISMATCH", "Not hunter2-hunter2"),
      known("INVALID_PUBLISHABLE_CLIENT_KEY", "Not hunter2-hunter2", { project_id: "internal" })
    )
    expect(page).toMatchObject({ _tag: "TransportError", reason: { _tag: "UnexpectedStatus", status: 400, text: "…" } })
    expect(mismatch).toMatchObject({ _tag: "EmailPasswordMismatch", error: "…" })
    expect(refused).toMatchObject({
      _tag: "RequestRefused",
      reason: { _tag: "InvalidPublishableClientKey", details: { projectId: "…" } }
    })
    expect(JSON.stringify([page, mismatch, refused])).not.toContain("hunter2")
  })
})
