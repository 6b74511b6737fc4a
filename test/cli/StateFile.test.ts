import { afterAll, afterEach, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as fs from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { vi } from "vitest"
import * as Emulator from "../../src/emulator/index.ts"
import * as StateFile from "../../src/cli/emulator/StateFile.ts"

const folder = fs.mkdtempSync(path.join(tmpdir(), "gatefold-"))
const state = { apiUrl: "http://127.0.0.1:8102", token: "secret", pid: process.pid }

afterEach(() => {
  vi.unstubAllEnvs()
})

afterAll(() => fs.rmSync(folder, { recursive: true }))

const announcedIn = (runtime: string) => {
  vi.stubEnv("XDG_RUNTIME_DIR", runtime)
  vi.stubEnv("TMPDIR", folder)
  return Effect.scoped(StateFile.announce(state))
}

it.effect("tells of an emulator in the folder of the user's login", () =>
  Effect.gen(function* () {
    expect(yield* announcedIn(path.join(folder, "run"))).toBe(
      path.join(folder, `run/gatefold/8102-${process.pid}.json`)
    )
  })
)

it.effect("leaves nothing in the folder of an app, when the folder of the login is said to be none", () =>
  Effect.gen(function* () {
    for (const runtime of ["", "run"]) {
      const file = yield* announcedIn(runtime)
      expect(file?.startsWith(`${folder}${path.sep}gatefold-`)).toBe(true)
    }
  })
)

it.live("lists the emulators that answer with their token, and no other program at their address", () =>
  Effect.gen(function* () {
    vi.stubEnv("XDG_RUNTIME_DIR", path.join(folder, "several"))
    const { baseUrl, controlToken } = yield* Emulator.serve({ port: 0 })
    const running = { apiUrl: baseUrl, token: Redacted.value(controlToken), pid: process.pid }
    yield* StateFile.announce(running)
    // the process id and the port are there, and the emulator is not
    yield* StateFile.announce({ ...running, token: "of-an-earlier-start", pid: process.ppid })
    yield* StateFile.announce({ ...running, apiUrl: "http://127.0.0.1:1", pid: process.pid })
    expect(yield* StateFile.list).toEqual([running])
  }).pipe(Effect.scoped)
)
