/** Parts of the package that load when they are needed. */
import { afterEach, describe, expect, it, vi } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { lazy, loadPart } from "../../src/platform/Lazy.ts"

const missing = new TypeError("Failed to fetch dynamically imported module")

afterEach(() => vi.unstubAllGlobals())

describe("an effect that needs a part", () => {
  it.effect("fails with a typed error without a connection", () =>
    Effect.gen(function* () {
      vi.stubGlobal("navigator", { onLine: false })
      const error = yield* Effect.flip(loadPart(lazy(() => Promise.reject(missing))))
      expect(error).toMatchObject({ _tag: "TransportError", reason: { _tag: "Offline" }, attempts: 0 })
    })
  )

  it.effect("dies of the bundler's error if there is a connection", () =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(loadPart(lazy(() => Promise.reject(missing))))
      expect(Exit.isFailure(exit) && Cause.squash(exit.cause)).toBe(missing)
    })
  )

  it.effect("loads the part after a failure", () =>
    Effect.gen(function* () {
      vi.stubGlobal("navigator", { onLine: false })
      const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(missing).mockResolvedValue("part")
      const part = lazy(load)
      yield* Effect.flip(loadPart(part))
      expect(yield* loadPart(part)).toBe("part")
    })
  )
})
