/** The services of a promise app, from the first call to the end. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import * as AppRuntime from "../../src/promise/AppRuntime.ts"

class Builds extends Context.Service<Builds, number>()("Builds") {}

/** A layer whose first builds fail, and the builds whose finalizer ran. */
const makeFailing = (failures: number) => {
  let builds = 0
  const ended: Array<number> = []
  const build = Effect.acquireRelease(
    Effect.sync(() => ++builds),
    (build) => Effect.sync(() => void ended.push(build))
  ).pipe(Effect.tap((build) => (build > failures ? Effect.void : Effect.fail("not built"))))
  return { layer: Layer.effect(Builds, build), ended }
}

describe("services that could not be built", () => {
  it("are built by the next call", async () => {
    const { ended, layer } = makeFailing(1)
    const app = AppRuntime.make(layer)
    expect(await app.run(Builds, {})).toStrictEqual(Exit.fail("not built"))
    expect(ended).toStrictEqual([1])
    expect(await app.run(Builds, {})).toStrictEqual(Exit.succeed(2))
    expect(Context.get(await Effect.runPromise(app.services), Builds)).toBe(2)
    await app.dispose()
    expect(ended).toStrictEqual([1, 2])
  })

  it("are built once for calls that met the same failure", async () => {
    const { layer } = makeFailing(1)
    const app = AppRuntime.make(Layer.provide(layer, Layer.effectDiscard(Effect.yieldNow)))
    const first = await Promise.all([app.run(Builds, {}), app.run(Builds, {}), app.run(Builds, {})])
    expect(first).toStrictEqual([Exit.fail("not built"), Exit.fail("not built"), Exit.fail("not built")])
    expect(await app.run(Builds, {})).toStrictEqual(Exit.succeed(2))
    await app.dispose()
  })
})

describe("services that were built", () => {
  it("stay the same after a call that failed", async () => {
    const { ended, layer } = makeFailing(0)
    const app = AppRuntime.make(layer)
    await app.run(Effect.fail("an answer"), {})
    expect(await app.run(Builds, {})).toStrictEqual(Exit.succeed(1))
    expect(ended).toStrictEqual([])
    await app.dispose()
  })

  it("stay the same if a call is interrupted before they are ready", async () => {
    const { layer } = makeFailing(0)
    const app = AppRuntime.make(Layer.provideMerge(layer, Layer.effectDiscard(Effect.yieldNow)))
    const controller = new AbortController()
    const first = app.run(Builds, { signal: controller.signal })
    controller.abort()
    expect(Exit.hasInterrupts(await first)).toBe(true)
    expect(await app.run(Builds, {})).toStrictEqual(Exit.succeed(1))
    await app.dispose()
  })
})
