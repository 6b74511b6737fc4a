/** Where a sign-in with a provider may return to. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { RedirectUrlNotWhitelisted } from "../../../src/domain/errors/Users.ts"
import { type Generation as AnyGeneration, generations } from "../../../src/domain/Generation.ts"
import type { Project } from "../../../src/emulator/projects/Projects.ts"
import * as TrustedUrl from "../../../src/emulator/projects/TrustedUrl.ts"
import * as Generation from "../../../src/emulator/settings/Generation.ts"

const config = { allowLocalhost: false, domains: [{ domain: "https://app.example.com", handlerPath: "/handler" }] }
// Nothing else of a project is asked about.
const project = { config, id: "Project-1" } as unknown as Project

const leads = (url: string, generation?: AnyGeneration) =>
  Effect.provide(TrustedUrl.isRedirectUri(project, url), Generation.layer(generation))

const trusts = (url: string, generation?: AnyGeneration) =>
  Effect.provide(TrustedUrl.trusts(project, url), Generation.layer(generation))

const app = "stack-auth-mobile-oauth-url://success"

describe("the way back from a provider", () => {
  it.effect.each([
    app,
    "hexclave-mobile-oauth-url://success",
    `${app}/a?b#c`,
    `${app}?b`,
    `${app}#c`,
    app.toUpperCase()
  ])("may be to a native app, but not in the service of 2025-06: %s", (url) =>
    Effect.gen(function* () {
      expect(yield* leads(url, "current")).toBe(true)
      expect(yield* leads(url)).toBe(true)
      expect(yield* leads(url, "2025-06")).toBe(false)
      expect(yield* trusts(url)).toBe(false)
    })
  )

  it.effect.each([
    `https://evil.example.com/${app}`,
    ` ${app}`,
    `x${app}`,
    "other-mobile-oauth-url://success",
    "stack-auth-mobile-oauth-url:success",
    "stack-auth-mobile-oauth-url://",
    "stack-auth-mobile-oauth-url:///success",
    "stack-auth-mobile-oauth-url://user@host",
    `${app}\\@evil.example.com`,
    `${app}/\n`,
    "stack-auth-mobile-oauth-url://a b/",
    `${app}/${"a".repeat(10_000)}`
  ])("is not to what only looks like one: %j", (url) =>
    Effect.gen(function* () {
      expect(yield* leads(url, "current")).toBe(false)
    })
  )

  it.effect.each([undefined, ...generations])("is to what the project trusts, in the generation $0", (generation) =>
    Effect.gen(function* () {
      expect(yield* leads("https://app.example.com/done", generation)).toBe(true)
      expect(yield* leads("https://evil.example.com/done", generation)).toBe(false)
    })
  )

  it.effect("is refused with the error of the service", () =>
    Effect.gen(function* () {
      const requires = (url: string) =>
        Effect.provide(TrustedUrl.requireRedirectUri(project, url), Generation.layer("current"))
      yield* requires(app)
      expect(yield* Effect.flip(requires("https://evil.example.com/"))).toBeInstanceOf(RedirectUrlNotWhitelisted)
    })
  )
})
