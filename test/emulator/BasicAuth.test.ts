/** Which `Authorization` headers name a client: one scheme, one space, valid base64 (spec §5). */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { parse } from "../../src/emulator/BasicAuth.ts"
import { Emulator } from "../../src/emulator/index.ts"
import { layer } from "./harness.ts"

const base64 = (text: string | Uint8Array) => Buffer.from(text as string).toString("base64")

describe("Basic credentials", () => {
  it.each([
    ["id:secret", "id", "secret"],
    ["id:", "id", ""],
    [":secret", "", "secret"],
    ["id:a:b", "id", "a:b"],
    ["ïd:sécret", "ïd", "sécret"]
  ])("%s is read", (text, username, password) => {
    for (const scheme of ["Basic", "basic", "BASIC"]) {
      expect(parse(`${scheme} ${base64(text)}`)).toEqual({ username, password })
    }
  })

  // aWQ6c2VjcmV0 is id:secret, aTpz is i:s and aTpzYQ== is i:sa
  it.each([
    ["nothing", ""],
    ["no scheme", "aWQ6c2VjcmV0"],
    ["no credentials", "Basic "],
    ["another scheme", "Bearer aWQ6c2VjcmV0"],
    ["a longer scheme", "Basics aWQ6c2VjcmV0"],
    ["two spaces", "Basic  aWQ6c2VjcmV0"],
    ["a tab", "Basic\taWQ6c2VjcmV0"],
    ["space around", " Basic aWQ6c2VjcmV0 "],
    ["more behind", "Basic aWQ6c2VjcmV0 aWQ6c2VjcmV0"],
    ["a foreign character", "Basic aWQ6c2VjcmV0!"],
    ["a foreign character within", "Basic aWQ6*2VjcmV0"],
    ["padding that is missing", "Basic aTpzYQ"],
    ["padding within", "Basic aQ==Onpz"],
    ["too much padding", "Basic aTpz===="],
    ["bits that mean nothing", "Basic aTpzYR=="],
    ["base64url", `Basic ${Buffer.from("a:\u00ff\u00fb?", "latin1").toString("base64url")}`],
    ["no UTF-8", `Basic ${base64(new Uint8Array([0x61, 0x3a, 0xff]))}`],
    ["no colon", `Basic ${base64("idsecret")}`]
  ])("with %s are none", (_, header) => {
    expect(parse(header)).toBeUndefined()
  })

  it.effect("that cannot be read say nothing about the client of a token request", () =>
    Effect.gen(function* () {
      const { baseUrl, fetch, project } = yield* Emulator
      const { projectId, publishableClientKey } = project!
      const ask = (authorization: string) =>
        Effect.promise(async () => {
          const body = new URLSearchParams({ grant_type: "refresh_token", refresh_token: "unknown" })
          const headers = { authorization }
          const response = await fetch(
            new Request(`${baseUrl}/api/v1/auth/oauth/token`, { method: "POST", headers, body })
          )
          return [response.status, ((await response.json()) as Record<string, unknown>)["error"]]
        })
      const good = base64(`${projectId}:${publishableClientKey}`)
      expect((yield* ask(`Basic ${good}`))[0]).toBe(401)
      for (const bad of [`${good}!`, good.slice(0, -1), ` ${good}`, base64("no colon")]) {
        expect(yield* ask(`Basic ${bad}`)).toEqual([400, "invalid_request"])
      }
    }).pipe(Effect.provide(layer()))
  )
})
