/** Commands show and steer a running emulator: requests, faults, clock, mails and state. */
import * as fs from "node:fs"
import * as http from "node:http"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import { vi } from "vitest"
import * as StateFile from "../../../src/cli/target/StateFile.ts"
import { emulatorHeader } from "../../../src/emulator/control/ControlPath.ts"
import * as Emulator from "../../../src/emulator/index.ts"
import { serve } from "../../support/listen.ts"
import { eventually, until } from "../../support/turns.ts"
import * as commands from "../commands.ts"
import { failure, nowhere, runWith } from "../commands.ts"

const serving = commands.serving({ config: { magicLinkEnabled: true } })

/** Runs the command, and answers its lines. */
const run = (...args: ReadonlyArray<string>) => Effect.map(commands.run(...args), ({ out }) => out)

const sendCode = ({ baseUrl, project }: Pick<Emulator.Instance, "baseUrl" | "project">, email: string) =>
  Effect.promise(() =>
    fetch(`${baseUrl}/api/v1/auth/otp/send-sign-in-code`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-stack-access-type": "client",
        "x-stack-project-id": project!.projectId,
        "x-stack-publishable-client-key": project!.publishableClientKey
      },
      body: JSON.stringify({ email, callback_url: "http://localhost:3000/in" })
    })
  )

describe("commands of a running emulator", () => {
  it.live("show requests, also as curl", () =>
    Effect.gen(function* () {
      const emulator = yield* serving
      yield* sendCode(emulator, "ann@example.org")
      const [line] = yield* run("emulator", "requests")
      expect(line).toMatch(
        /^[\d:.]{12} {2}200 {2}POST {4}\/api\/v1\/auth\/otp\/send-sign-in-code {2}client {2}\d+ ms {2}\w+$/
      )
      const [json] = yield* run("emulator", "requests", "--json", "--curl")
      expect(JSON.parse(json!)).toMatchObject({ status: 200, curl: expect.stringContaining("curl -X POST") })
    })
  )

  it.live("follow requests as they come", () =>
    Effect.gen(function* () {
      const emulator = yield* serving
      const { out: lines, err } = { out: [] as Array<string>, err: [] as Array<string> }
      const following = yield* Effect.forkChild(
        runWith({}, ["emulator", "requests", "--follow", "--json"], { out: lines, err })
      )
      // It tells of what comes once it listens.
      yield* eventually(sendCode(emulator, "ann@example.org"), () => lines.length > 0)
      yield* Fiber.interrupt(following)
      expect(JSON.parse(lines[0]!)).toMatchObject({ path: "/api/v1/auth/otp/send-sign-in-code" })
    })
  )

  it.live("add, list and remove rules for faults", () =>
    Effect.gen(function* () {
      const emulator = yield* serving
      const busy = "emulator faults add --id busy --path /auth/** --status 503 --first 1 --retry-after 2 --carried-out"
      const added = yield* run(...busy.split(" "), "--latency", "1 milli")
      expect(added[0]).toContain("busy  0 of 0 hit")
      expect((yield* sendCode(emulator, "ann@example.org")).status).toBe(503)
      const [json] = yield* run("emulator", "faults", "list", "--json")
      expect(JSON.parse(json!)).toMatchObject({ rule: { status: 503, carriedOut: true }, hits: 1 })
      const known = ["--error", "TEAM_NOT_FOUND", "--details", "team_id=t"]
      expect((yield* run("emulator", "faults", "add", ...known))[0]).toContain("TEAM_NOT_FOUND")
      expect(yield* run("emulator", "faults", "remove", "busy")).toStrictEqual(["Removed the fault rule busy."])
      expect((yield* failure("emulator", "faults", "remove", "busy")).message).toContain("There is no rule")
      expect(yield* run("emulator", "faults", "clear", "--json")).toStrictEqual(['{"done":"clear"}'])
      expect(yield* run("emulator", "faults", "list")).toStrictEqual([])
      const bad = yield* failure("emulator", "faults", "add", "--path", "/x")
      expect(bad).toMatchObject({ exitCode: 1, message: expect.stringContaining("The rule has no effect.") })
    })
  )

  it.live("list no emulator whose port another program has", () =>
    Effect.gen(function* () {
      yield* nowhere
      // Like the server of an app, which has a page for every path.
      const page = http.createServer((_, response) => response.writeHead(200).end("<!doctype html>"))
      const { url: apiUrl } = yield* serve(page)
      // At the port of an emulator that was killed.
      yield* StateFile.announce({ apiUrl, token: "t", pid: process.pid })
      expect(yield* StateFile.list).toStrictEqual([])
    })
  )

  it.live.each(["clock show", "clock reset", "faults list", "faults add --status 503", "reset", "export"])(
    "report that another program answers: $0",
    (command) =>
      Effect.gen(function* () {
        // Like the server of an app, which has a page for every path.
        const page = http.createServer((_, response) => response.writeHead(200).end("<!doctype html>"))
        const { url: apiUrl } = yield* serve(page)
        const target = ["--url", apiUrl, "--token", "t"]
        const stranger = yield* failure("emulator", ...command.split(" "), ...target)
        expect(stranger).toMatchObject({
          exitCode: 2,
          message: `The program at ${apiUrl} is not an emulator. Check --url or GATEFOLD_EMULATOR_URL.`
        })
      })
  )

  it.live.each([
    "clock show",
    "clock reset",
    "faults list",
    "faults add --status 503",
    "requests",
    "requests --follow"
  ])("report an answer that they do not know: $0", (command) =>
    Effect.gen(function* () {
      // Like an emulator of another version.
      const emulator = http.createServer((_, response) => {
        response.writeHead(200, { [emulatorHeader]: "true" }).end('data: {"_tag":"Request"}\n\n')
      })
      const { url: apiUrl } = yield* serve(emulator)
      const unknown = yield* failure("emulator", ...command.split(" "), "--url", apiUrl, "--token", "t")
      expect(unknown).toMatchObject({
        exitCode: 1,
        message:
          "The emulator sent an unknown answer. It may run another version of Gatefold: restart it with npx gatefold start."
      })
    })
  )

  it.live("move the clock", () =>
    Effect.gen(function* () {
      yield* serving
      expect((yield* run("emulator", "clock", "advance", "8 days"))[0]).toContain("8d ahead of this machine")
      const [json] = yield* run("emulator", "clock", "show", "--json")
      expect(JSON.parse(json!).offset_millis).toBe(8 * 86_400_000)
      expect((yield* failure("emulator", "clock", "advance", "soon")).message).toContain('Invalid duration "soon"')
      yield* run("emulator", "clock", "reset")
      expect((yield* run("emulator", "clock", "show"))[0]).toContain(", the same as this machine")
    })
  )

  it.live("list, show and wait for mails", () =>
    Effect.gen(function* () {
      const emulator = yield* serving
      yield* sendCode(emulator, "ann@example.org")
      const [mail] = yield* run("mail", "wait", "--to", "ann@example.org", "--json")
      const { code, id } = JSON.parse(mail!)
      const shown = yield* run("mail", "show", id)
      expect(shown.join("\n")).toContain(`Code:     ${code}`)
      expect(shown.join("\n")).toContain("To:       ann@example.org")
      expect(yield* run("mail", "show")).toStrictEqual(shown)
      expect(yield* run("mail", "list", "--subject", "sign in")).toStrictEqual([expect.stringContaining(id)])
      expect(yield* run("mail", "list", "--to", "bob@example.org")).toStrictEqual([])
      const none = yield* failure("mail", "wait", "--to", "ann@example.org", "--within", "0")
      expect(none).toMatchObject({ exitCode: 3, message: "No matching email arrived within 0 seconds." })
      expect((yield* failure("mail", "show", "none")).exitCode).toBe(1)
    })
  )

  it.live("receive the mails that start shows", () =>
    Effect.gen(function* () {
      yield* nowhere
      const { out: lines, err } = { out: [] as Array<string>, err: [] as Array<string> }
      const starting = yield* Effect.forkChild(runWith({}, ["start", "--port", "0", "--json"], { out: lines, err }))
      yield* until(() => lines.length > 0)
      const { apiUrl, project } = JSON.parse(lines[0]!)
      yield* sendCode({ baseUrl: apiUrl, project }, "ann@example.org")
      const [mail] = yield* run("mail", "wait", "--to", "ann@example.org", "--json")
      expect(JSON.parse(lines[1]!).mail.code).toBe(JSON.parse(mail!).code)
      yield* Fiber.interrupt(starting)
      expect((yield* failure("mail", "list")).exitCode).toBe(2)
    })
  )

  it.live("find the emulator by flags, by the environment, or by the state file of start", () =>
    Effect.gen(function* () {
      const folder = yield* nowhere
      const missing = yield* failure("emulator", "clock", "show")
      expect(missing).toMatchObject({ exitCode: 2, message: expect.stringContaining("npx gatefold start") })
      const { baseUrl, controlToken } = yield* Emulator.serve({ port: 0 })
      const token = Redacted.value(controlToken)
      yield* run("emulator", "clock", "show", "--url", `${baseUrl}/`, "--token", token)
      expect((yield* failure("emulator", "clock", "show", "--url", baseUrl, "--token", "wrong")).exitCode).toBe(1)
      expect((yield* failure("emulator", "clock", "show", "--url", baseUrl)).exitCode).toBe(2)
      expect(
        (yield* failure("emulator", "clock", "show", "--url", "http://127.0.0.1:1", "--token", "t")).exitCode
      ).toBe(2)

      yield* Effect.gen(function* () {
        yield* StateFile.announce({ apiUrl: baseUrl, token, pid: process.pid })
        const file = path.join(folder, "gatefold", `${new URL(baseUrl).port}-${process.pid}.json`)
        expect(fs.statSync(file).mode & 0o777).toBe(0o600)
        expect(fs.statSync(path.dirname(file)).mode & 0o777).toBe(0o700)
        yield* run("emulator", "clock", "show")
        // Gone without a word.
        yield* StateFile.announce({ apiUrl: "http://127.0.0.1:2", token, pid: process.pid })
        yield* run("emulator", "clock", "show")
        const other = yield* Emulator.serve({ port: 0 })
        const state = { apiUrl: other.baseUrl, token: Redacted.value(other.controlToken), pid: process.pid }
        yield* StateFile.announce(state)
        expect((yield* failure("emulator", "clock", "show")).message).toContain("Choose one with --url")
        yield* run("emulator", "clock", "show", "--url", baseUrl)
        // Others could have changed what is in it.
        fs.chmodSync(path.dirname(file), 0o755)
        expect((yield* failure("emulator", "clock", "show")).exitCode).toBe(2)
      }).pipe(Effect.scoped)
      expect(fs.readdirSync(path.join(folder, "gatefold"))).toStrictEqual([])
    })
  )

  it.live("find a running emulator although the variables of the environment are empty", () =>
    Effect.gen(function* () {
      yield* nowhere
      const { baseUrl, controlToken } = yield* Emulator.serve({ port: 0 })
      yield* StateFile.announce({ apiUrl: baseUrl, token: Redacted.value(controlToken), pid: process.pid })
      vi.stubEnv("GATEFOLD_EMULATOR_URL", "")
      vi.stubEnv("GATEFOLD_EMULATOR_TOKEN", "")
      expect(yield* run("emulator", "clock", "show")).toHaveLength(1)
    })
  )

  it.live("sends the token of the environment to no other emulator", () =>
    Effect.gen(function* () {
      yield* nowhere
      const [a, b, unknown] = yield* Effect.all([
        Emulator.serve({ port: 0 }),
        Emulator.serve({ port: 0 }),
        Emulator.serve({ port: 0 })
      ])
      yield* StateFile.announce({ apiUrl: b.baseUrl, token: Redacted.value(b.controlToken), pid: process.pid })
      const show = ["emulator", "clock", "show"]
      vi.stubEnv("GATEFOLD_EMULATOR_TOKEN", Redacted.value(a.controlToken))
      // Without a URL beside it, the token is for an emulator of this machine that has no state file.
      yield* run(...show)
      yield* run(...show, "--url", b.baseUrl)
      yield* run(...show, "--url", a.baseUrl)
      expect((yield* failure(...show, "--url", "http://emulator.example:8102")).message).toContain("pass its --token")
      vi.stubEnv("GATEFOLD_EMULATOR_URL", a.baseUrl)
      yield* run(...show)
      yield* run(...show, "--url", b.baseUrl)
      yield* run(...show, "--url", `${a.baseUrl}/`)
      expect((yield* failure(...show, "--url", unknown.baseUrl)).message).toContain("pass its --token")
      yield* run(...show, "--url", unknown.baseUrl, "--token", Redacted.value(unknown.controlToken))
      expect((yield* failure(...show, "--url", b.baseUrl, "--token", "wrong")).message).toContain("refused the token")
    })
  )
})
