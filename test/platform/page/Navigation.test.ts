/** What a browser does when the app navigates. */
import { afterEach, describe, expect, it, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Navigation from "../../../src/platform/page/Navigation.ts"

/** A browser on a page: what it was told, in order. */
const browser = (href: string) => {
  const told: Array<ReadonlyArray<unknown>> = []
  vi.stubGlobal("location", {
    href,
    assign: (url: string) => told.push(["assign", url]),
    replace: (url: string) => told.push(["replace", url])
  })
  vi.stubGlobal("history", {
    state: { kept: true },
    replaceState: (...args: ReadonlyArray<unknown>) => told.push(["replaceState", ...args])
  })
  return told
}

const withNavigation = <A>(layer: Layer.Layer<never>, use: (navigation: Navigation.Navigation) => Effect.Effect<A>) =>
  Navigation.Navigation.pipe(Effect.flatMap(use), Effect.provide(layer))

const layers = {
  "no redirects": Navigation.layerNone,
  "the browser's redirects": Navigation.layerWindow,
  "redirects of its router": Navigation.layerCustom(() => undefined)
}

describe("navigation", () => {
  afterEach(() => vi.unstubAllGlobals())

  it.effect.each(Object.entries(layers))(
    "knows the browser's page in an app with %s, and rewrites its URL without loading it",
    ([, layer]) =>
      Effect.gen(function* () {
        const told = browser("https://app.example.com/a?code=1")
        const page = yield* withNavigation(layer, ({ current }) => current)
        expect(page?.href).toBe("https://app.example.com/a?code=1")
        yield* withNavigation(layer, ({ rewrite }) => rewrite(new URL("https://app.example.com/a")))
        expect(told).toStrictEqual([["replaceState", { kept: true }, "", "https://app.example.com/a"]])
      })
  )

  it.effect.each(Object.entries(layers))("has no page in a script with %s, and nothing to rewrite", ([, layer]) =>
    Effect.gen(function* () {
      expect(yield* withNavigation(layer, ({ current }) => current)).toBeUndefined()
      yield* withNavigation(layer, ({ rewrite }) => rewrite(new URL("https://app.example.com/a")))
    })
  )

  it.effect("never navigates without redirects", () =>
    withNavigation(Navigation.layerNone, ({ leave, redirector }) =>
      Effect.sync(() => expect({ leave, redirector }).toStrictEqual({ leave: undefined, redirector: undefined }))
    )
  )

  it.effect("loads pages in a browser, and puts one in the place of another where that is wanted", () =>
    Effect.gen(function* () {
      const told = browser("https://app.example.com/")
      yield* withNavigation(Navigation.layerWindow, ({ leave }) =>
        Effect.andThen(
          leave!("https://github.com/login", { replace: false }),
          leave!("https://github.com/login", { replace: true })
        )
      )
      expect(told).toStrictEqual([
        ["assign", "https://github.com/login"],
        ["replace", "https://github.com/login"]
      ])
    })
  )

  it.effect("leaves by the browser, where there is one, with the app's router", () =>
    Effect.gen(function* () {
      const routed: Array<unknown> = []
      const layer = Navigation.layerCustom((url, options) => routed.push([url, options]))
      const leave = withNavigation(layer, ({ leave }) => leave!("https://github.com/login", { replace: true }))
      const told = browser("https://app.example.com/")
      yield* leave
      expect({ told, routed }).toStrictEqual({ told: [["replace", "https://github.com/login"]], routed: [] })
      vi.unstubAllGlobals()
      yield* leave
      expect(routed).toStrictEqual([["https://github.com/login", { replace: true }]])
    })
  )
})
