/** Commands in a folder that somebody else has filled, and with a service that means ill. */
import * as fs from "node:fs"
import * as http from "node:http"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { vi } from "vitest"
import * as ProgressFile from "../../src/cli/bulk/ProgressFile.ts"
import { askEmulator } from "../../src/cli/mcp/Mcp.ts"
import * as Output from "../../src/cli/output/Output.ts"
import * as Target from "../../src/cli/target/Target.ts"
import type { TargetInput } from "../../src/cli/target/TargetFlags.ts"
import { emulatorHeader } from "../../src/emulator/control/ControlPath.ts"
import { serve } from "../support/listen.ts"
import { nowhere, outcome } from "./commands.ts"

const projectId = "11111111-1111-4111-8111-111111111111"

/** A server that takes note of everything that it is sent. */
const listening = (answer: http.RequestListener) => {
  const heard: Array<string> = []
  const server = http.createServer((request, response) => {
    heard.push(`${request.url} ${request.rawHeaders.join(" ")}`)
    answer(request, response)
  })
  return Effect.map(serve(server), ({ url }) => ({ heard, url }))
}

const input = (readEnv?: string): TargetInput => ({
  url: Option.none(),
  project: Option.none(),
  readEnv: Option.fromUndefinedOr(readEnv),
  secretServerKey: Option.none(),
  superSecretAdminKey: Option.none()
})

/** An env file of somebody else, in the working folder. */
const envFile = (folder: string, apiUrl: string): string => {
  const file = path.join(folder, ".env")
  fs.writeFileSync(file, `STACK_PROJECT_ID=${projectId}\nSTACK_API_URL=${apiUrl}\n`)
  return file
}

describe("a folder of another user", () => {
  it.live("does not make the doctor send a key of the environment to its service", () =>
    Effect.gen(function* () {
      const folder = yield* nowhere
      const evil = yield* listening((_, response) => {
        response.writeHead(400, { "x-stack-known-error": "CURRENT_PROJECT_NOT_FOUND" }).end("{}")
      })
      envFile(folder, evil.url)
      vi.stubEnv("STACK_SECRET_SERVER_KEY", "ssk_environment")
      vi.stubEnv("STACK_SUPER_SECRET_ADMIN_KEY", "sak_environment")
      const { out } = yield* outcome("doctor", "--json", "--app-url", "http://localhost:3000")
      expect(evil.heard.length).toBeGreaterThan(0)
      expect(evil.heard.join("\n")).not.toContain("_environment")
      expect(out).toContain("which may not be yours")
      // Whoever names the service means it.
      yield* outcome("doctor", "--json", "--url", evil.url)
      expect(evil.heard.join("\n")).toContain("ssk_environment")
    })
  )

  it.effect("gets no key of the environment for its service, even if its file is named", () =>
    Effect.gen(function* () {
      const folder = yield* nowhere
      const file = envFile(folder, "https://evil.example")
      vi.stubEnv("STACK_SECRET_SERVER_KEY", "ssk_environment")
      expect((yield* Target.find(input(file))).secretServerKey).toBeUndefined()
      vi.stubEnv("STACK_API_URL", "https://evil.example/")
      expect((yield* Target.find(input(file))).secretServerKey).toBeDefined()
    })
  )

  it.live("is not given the token of the emulator by gatefold mcp", () =>
    Effect.gen(function* () {
      const folder = yield* nowhere
      const sent = vi
        .spyOn(globalThis, "fetch")
        .mockImplementation(async () => Response.json([], { headers: { [emulatorHeader]: "true" } }))
      yield* Effect.addFinalizer(() => Effect.sync(() => sent.mockRestore()))
      vi.stubEnv("GATEFOLD_EMULATOR_TOKEN", "token of the emulator")
      envFile(folder, "http://evil.example")
      const { message } = yield* Effect.flip(askEmulator(input(), "mails", Schema.Unknown))
      expect(message).toContain("GATEFOLD_EMULATOR_URL")
      expect(sent.mock.calls.length).toBe(0)
      vi.stubEnv("GATEFOLD_EMULATOR_URL", "http://evil.example/")
      yield* askEmulator(input(), "mails", Schema.Unknown)
      expect(String(sent.mock.calls[0]?.[0])).toBe("http://evil.example/__emulator/mails")
    })
  )
})

describe("the progress of an import", () => {
  const subject = { sha256: "digest", apiUrl: "https://api.example.com", projectId }
  const header = JSON.stringify({ ...subject, lastSignUpBefore: "2030-01-01T00:00:00.000Z" })

  it.effect.each([
    "one line, without an end",
    "two lines\nwithout an end",
    "null\n",
    `${header}\nnull\n`,
    `${header}\n{"sending":5}\n`,
    `${header}\n{"row":1,"userId":{}}\n`,
    `${header.replace("2030-01", "")}\n`
  ])("is never written over another file: $0", (text) =>
    Effect.gen(function* () {
      const file = path.join(yield* nowhere, "notes.txt")

      fs.writeFileSync(file, text)
      for (const restart of [false, true]) {
        const { message } = yield* Effect.flip(ProgressFile.open(file, subject, null, { restart }))
        expect(message, text).toContain("not an import progress file")
        expect(fs.readFileSync(file, "utf8"), `restart ${restart}`).toBe(text)
      }
    })
  )

  it.effect("continues after half a line, and starts again after half a header", () =>
    Effect.gen(function* () {
      const file = path.join(yield* nowhere, "users.csv.progress")
      fs.writeFileSync(file, `${header}\n{"row":1,"line":2,"outcome":"skipped"}\n{"row":2,"us`)
      const { done, lastSignUpBefore } = yield* ProgressFile.open(file, subject, null)
      expect([[...done.keys()], lastSignUpBefore?.getUTCFullYear()]).toStrictEqual([[1], 2030])
      fs.writeFileSync(file, header.slice(0, 30))
      expect((yield* ProgressFile.open(file, subject, null)).done.size).toBe(0)
      expect(fs.readFileSync(file, "utf8")).toMatch(/^\{"sha256":"digest".*\}\n$/)
    })
  )

  it.effect.skipIf(process.platform === "win32")("is written through no symbolic link", () =>
    Effect.gen(function* () {
      const folder = yield* nowhere
      const [file, other] = [path.join(folder, "users.csv.progress"), path.join(folder, "other")]
      fs.writeFileSync(other, "")
      fs.symlinkSync(other, file)
      const { message } = yield* Effect.flip(ProgressFile.open(file, subject, null))
      expect(message).toContain("Cannot write")
      expect(fs.readFileSync(other, "utf8")).toBe("")
    })
  )
})

describe("the text of a service", () => {
  const escapes = "\u001b[2J\u009b2J\u001b]8;;https://evil.example\u0007here"

  it.live("has no control characters in an error", () =>
    Effect.gen(function* () {
      yield* nowhere
      const evil = yield* listening((_, response) => {
        response
          .writeHead(400, { "content-type": "application/json", [emulatorHeader]: "true" })
          .end(JSON.stringify({ error: escapes }))
      })
      const { message } = yield* outcome("mail", "list", "--url", evil.url, "--token", "token")
      expect(message).toContain("here")
      expect(message).not.toMatch(/\p{Cc}/u)
    })
  )

  it.effect("has no control characters as JSON, and keeps its value", () =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const log = (text: unknown) => void lines.push(String(text))
      yield* Effect.provideService(Output.printJson({ name: escapes }), Console.Console, { ...globalThis.console, log })
      const [line = ""] = lines
      expect(line).not.toMatch(/\p{Cc}/u)
      expect(JSON.parse(line)).toStrictEqual({ name: escapes })
    })
  )
})
