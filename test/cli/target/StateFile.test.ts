/** Commands find the running emulator by its state file, and give its token to no other program. */
import * as http from "node:http"
import * as path from "node:path"
import { afterEach, describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { vi } from "vitest"
import * as StateFile from "../../../src/cli/target/StateFile.ts"
import { proofHeader, makeProof } from "../../../src/emulator/access/ControlToken.ts"
import * as Emulator from "../../../src/emulator/index.ts"
import { serve } from "../../support/listen.ts"
import { useTemporaryFolder } from "../../support/useTemporaryFolder.ts"

const folder = useTemporaryFolder()
const state = { apiUrl: "http://127.0.0.1:8102", token: "secret", pid: process.pid }

afterEach(() => {
  vi.unstubAllEnvs()
})

const announcedIn = (runtime: string) => {
  vi.stubEnv("XDG_RUNTIME_DIR", runtime)
  vi.stubEnv("TMPDIR", folder)
  return Effect.scoped(StateFile.announce(state))
}

describe("the state file of an emulator", () => {
  it.effect("tells of an emulator in the folder of the user's login", () =>
    Effect.gen(function* () {
      expect(yield* announcedIn(path.join(folder, "run"))).toBe(
        path.join(folder, `run/gatefold/8102-${process.pid}.json`)
      )
    })
  )

  it.effect.each(["", "run"])(
    "leaves nothing in the folder of an app, when the folder of the login is said to be none: $0",
    (runtime) =>
      Effect.gen(function* () {
        const file = yield* announcedIn(runtime)
        expect(file?.startsWith(`${folder}${path.sep}gatefold-`)).toBe(true)
      })
  )

  it.live("lists the emulators that answer with their token, and no other program at their address", () =>
    Effect.gen(function* () {
      vi.stubEnv("XDG_RUNTIME_DIR", path.join(folder, "several"))
      const { baseUrl, controlToken } = yield* Emulator.serve({ port: 0 })
      const running = { apiUrl: baseUrl, token: Redacted.value(controlToken), pid: process.pid }
      yield* StateFile.announce(running)
      // The process id and the port are there, and the emulator is not.
      yield* StateFile.announce({ ...running, token: "of-an-earlier-start", pid: process.ppid })
      yield* StateFile.announce({ ...running, apiUrl: "http://127.0.0.1:1", pid: process.pid })
      expect(yield* StateFile.list).toStrictEqual([running])
    })
  )

  it.live("sends a program on the port of a killed emulator no token, whatever it answers", () =>
    Effect.gen(function* () {
      vi.stubEnv("XDG_RUNTIME_DIR", path.join(folder, "killed"))
      const token = "token-of-a-killed-emulator"
      const recorded = "a".repeat(32)
      const sent: Array<string> = []
      const server = http.createServer((request, response) => {
        sent.push(request.url ?? "", ...request.rawHeaders)
        response.setHeader("x-gatefold-emulator", "true").setHeader(proofHeader, makeProof(token, recorded))
        response.end(JSON.stringify({ service: "current" }))
      })
      const { url: apiUrl } = yield* serve(server)
      yield* StateFile.announce({ apiUrl, token, pid: process.pid })
      expect(yield* StateFile.list).toStrictEqual([])
      expect(sent).toContainEqual(expect.stringMatching(/^\/__emulator\/proof\?challenge=[\w-]{32}$/))
      expect(sent.join("\n")).not.toContain(token)
    })
  )

  it.live("proves itself for each challenge separately, and to no foreign page", () =>
    Effect.gen(function* () {
      const { baseUrl, controlToken } = yield* Emulator.serve({ port: 0 })
      const ask = (challenge: string, headers: Readonly<Record<string, string>> = {}) =>
        Effect.promise(() => fetch(`${baseUrl}/__emulator/proof?challenge=${challenge}`, { headers }))
      const [first, second] = ["a".repeat(22), "b".repeat(64)]
      const proof = (yield* ask(first)).headers.get(proofHeader)
      expect(proof).toBe(makeProof(Redacted.value(controlToken), first))
      expect((yield* ask(second)).headers.get(proofHeader)).not.toBe(proof)
      expect((yield* ask(first, { origin: "https://evil.example" })).status).toBe(403)
    })
  )

  it.live.each(["", "a".repeat(21), "a".repeat(65), `${"a".repeat(21)}%20`])(
    'answers no proof to the challenge "$0"',
    (wrong) =>
      Effect.gen(function* () {
        const { baseUrl } = yield* Emulator.serve({ port: 0 })
        const ask = (challenge: string, headers: Readonly<Record<string, string>> = {}) =>
          Effect.promise(() => fetch(`${baseUrl}/__emulator/proof?challenge=${challenge}`, { headers }))
        const refused = yield* ask(wrong)
        expect({ status: refused.status, proof: refused.headers.get(proofHeader) }).toStrictEqual({
          status: 400,
          proof: null
        })
      })
  )
})
