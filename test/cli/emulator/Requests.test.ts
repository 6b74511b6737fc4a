/** The list of requests passes no control characters on to the terminal. */
import { describe, expect, it } from "@effect/vitest"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { requests } from "../../../src/cli/emulator/Requests.ts"
import * as Emulator from "../../../src/emulator/index.ts"

describe("the list of requests", () => {
  it.live("shows no control characters of the sender", () =>
    Effect.gen(function* () {
      const { baseUrl, controlToken, project } = yield* Emulator.serve({ port: 0, project: {} })
      yield* Effect.promise(() =>
        fetch(`${baseUrl}/api/v1/auth/password/sign-in`, {
          method: "POST",
          headers: {
            "content-type": "application/json",
            "x-stack-access-type": "client",
            "x-stack-project-id": project.projectId,
            "x-stack-publishable-client-key": project.publishableClientKey
          },
          body: "\u001b]0;title\u0007\u009b2J"
        })
      )
      const lines: Array<string> = []
      const target = { url: Option.some(baseUrl), token: Option.some(controlToken) }
      const console = Object.assign(Object.create(globalThis.console), { log: (line: string) => lines.push(line) })
      yield* Effect.provideService(
        requests({ ...target, follow: false, curl: true, secrets: true, json: false }),
        Console.Console,
        console
      )
      expect(lines.join("\n")).toContain("--data-raw ' ]0;title 2J'")
      expect(lines.join("\n")).not.toMatch(/[^\P{Cc}\n]/u)
    })
  )
})
