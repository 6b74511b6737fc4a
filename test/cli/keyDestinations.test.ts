/** A key only goes to a service that its giver names: every source of a key, every source of a URL, every command. */
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { vi } from "vitest"
import { gatefold } from "../../src/cli/GatefoldCommand.ts"
import { layerProject } from "../../src/cli/mcp/Mcp.ts"
import { Project } from "../../src/cli/mcp/Project.ts"
import * as StateFile from "../../src/cli/target/StateFile.ts"
import * as Target from "../../src/cli/target/Target.ts"
import type { TargetInput } from "../../src/cli/target/TargetFlags.ts"
import { defaultApiUrl } from "../../src/http/ServiceConfig.ts"
import * as Users from "../../src/server/Users.ts"
import { makeAnswer, listCommands, nowhere, run, withInput } from "./commands.ts"

const project = "11111111-1111-4111-8111-111111111111"
const service = "https://auth.example.com"
const emulatorUrl = "http://127.0.0.1:8102"

const sources = ["flags", "readEnv", "environment", "folder", "emulator"] as const
type Place = (typeof sources)[number]

/** All requests of the process, each with its URL and headers; whatever is asked, an emulator or a service refuses. */
const recorded = () => {
  const sent: Array<{ readonly url: string; readonly headers: string }> = []
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    sent.push({ url: request.url, headers: JSON.stringify([...request.headers]) })
    return new Response("[]", { status: 200, headers: makeAnswer(request, "token") })
  })
  return sent
}

/** The key is given in one place and the service named in another; each place names the same project. */
const arrange = Effect.fnUntraced(function* (key: Place, url: Place | "nobody") {
  const folder = yield* nowhere
  const sent = recorded()
  const variables = (place: Place) => ({
    ...((key === place || url === place) && { STACK_PROJECT_ID: project }),
    ...(key === place && { STACK_SECRET_SERVER_KEY: "ssk_given" }),
    ...(url === place && { STACK_API_URL: service })
  })
  const lines = (place: Place) =>
    Object.entries(variables(place))
      .map(([name, value]) => `${name}=${value}\n`)
      .join("")
  for (const [name, value] of Object.entries(variables("environment"))) vi.stubEnv(name, value)
  fs.writeFileSync(path.join(folder, ".env.local"), lines("folder"))
  const told = path.join(folder, "told.env")
  fs.writeFileSync(told, lines("readEnv"))
  if (key === "emulator" || url === "emulator") {
    yield* StateFile.announce({
      apiUrl: emulatorUrl,
      token: "token",
      pid: process.pid,
      project: {
        projectId: project,
        publishableClientKey: "pck_e",
        secretServerKey: key === "emulator" ? "ssk_given" : "ssk_own",
        superSecretAdminKey: "sak_e"
      }
    })
  }
  const input: TargetInput = {
    url: url === "flags" ? Option.some(service) : Option.none(),
    project: Option.some(project),
    readEnv: key === "readEnv" || url === "readEnv" ? Option.some(told) : Option.none(),
    secretServerKey: key === "flags" ? Option.some(Redacted.make("ssk_given")) : Option.none(),
    superSecretAdminKey: Option.none()
  }
  return { folder, input, sent }
})

/** Where the key goes: to the service (`named`), the `default`, the `emulator`, or nowhere. */
const table: Readonly<Record<Place, Readonly<Record<Place | "nobody", "named" | "default" | "emulator" | "nowhere">>>> =
  {
    flags: {
      nobody: "default",
      flags: "named",
      readEnv: "nowhere",
      environment: "nowhere",
      folder: "nowhere",
      emulator: "nowhere"
    },
    readEnv: {
      nobody: "default",
      flags: "named",
      readEnv: "named",
      environment: "default",
      folder: "default",
      emulator: "default"
    },
    environment: {
      nobody: "default",
      flags: "named",
      readEnv: "nowhere",
      environment: "named",
      folder: "nowhere",
      emulator: "default"
    },
    folder: {
      nobody: "default",
      flags: "named",
      readEnv: "nowhere",
      environment: "named",
      folder: "named",
      emulator: "default"
    },
    emulator: {
      nobody: "emulator",
      flags: "nowhere",
      readEnv: "nowhere",
      environment: "nowhere",
      folder: "nowhere",
      emulator: "emulator"
    }
  }

const destinations = { named: service, default: defaultApiUrl, emulator: emulatorUrl }

describe("a key", () => {
  it.effect.each(
    sources.flatMap((key) => (["nobody", ...sources] as const).map((url) => ({ key, url, expected: table[key][url] })))
  )("goes to $expected from $key where $url names a service", ({ expected, key, url }) =>
    Effect.gen(function* () {
      const { input } = yield* arrange(key, url)
      const found = yield* Effect.result(Target.find(input))
      const given = Result.match(found, {
        onFailure: () => undefined,
        onSuccess: ({ apiUrl, secretServerKey }) =>
          secretServerKey && Redacted.value(secretServerKey) === "ssk_given" ? apiUrl : undefined
      })
      expect(given ?? "nowhere").toBe(expected === "nowhere" ? expected : destinations[expected])
    })
  )

  it.effect.each(
    sources
      .filter((url) => table.flags[url] === "nowhere")
      .map((url) => ({ url, address: url === "emulator" ? emulatorUrl : service }))
  )("of the flags is refused with the advice to add --url where $url names a service", ({ address, url }) =>
    Effect.gen(function* () {
      const { input } = yield* arrange("flags", url)
      const { message } = yield* Effect.flip(Target.find(input))
      expect(message).toContain(`Add --url ${address}`)
      expect(message).not.toContain("ssk_given")
    })
  )

  it.effect("is not sent from the environment or the folder to an emulator that --url names", () =>
    Effect.gen(function* () {
      const { input } = yield* arrange("environment", "emulator")
      const found = yield* Target.find({ ...input, url: Option.some(emulatorUrl) })
      expect(found.secretServerKey && Redacted.value(found.secretServerKey)).toBe("ssk_own")
    })
  )
})

/** What a command needs beside its arguments before it looks for a project. */
const further: Readonly<Record<string, ReadonlyArray<string>>> = {
  "users create": ["--email", "a@example.com"],
  "users update": ["--display-name", "A"],
  "users delete": ["--yes"],
  "teams update": ["--display-name", "A"],
  "teams delete": ["--yes"],
  "teams invite": ["--callback-url", "https://app.example.com/handler/team-invitation"],
  "permissions definitions create": ["--scope", "team"],
  "permissions definitions update": ["--description", "A"],
  "permissions definitions delete": ["--yes"],
  "keys list": ["--user", project],
  "keys create": ["--user", project],
  "keys revoke": ["--yes"],
  "keys check": ["--key-stdin"],
  "keys project create": ["--server", "--expires-at", "2027-01-31"],
  "keys project revoke": ["--yes"],
  "project set": ["--yes"]
}

/** Arguments that fit where the usage line wants one. */
const makeArgument = (name: string, folder: string): string =>
  name === "file"
    ? path.join(folder, "users.ndjson")
    : name === "path"
      ? "config.allowLocalhost"
      : name === "value"
        ? "true"
        : name === "email"
          ? "a@example.com"
          : project

describe("a key of the flags", () => {
  it.effect("is sent by no command to a service that the folder names", () =>
    Effect.gen(function* () {
      const { folder, input, sent } = yield* arrange("flags", "folder")
      fs.writeFileSync(path.join(folder, "users.ndjson"), `{"email":"a@example.com"}\n`)
      fs.writeFileSync(path.join(folder, "seed.json"), `{"users":[{"displayName":"A"}]}`)
      const settings = `import { defineConfig } from "gatefold/config-file"\nexport default defineConfig({})\n`
      fs.writeFileSync(path.join(folder, "gatefold.config.ts"), settings)
      let tried = 0
      for (const typed of listCommands(gatefold)) {
        const help = (yield* run(...typed, "--help")).out.join("\n")
        if (!help.includes("--secret-server-key") || typed[0] === "mcp") continue
        const usage = help.split("\n").find((line) => line.startsWith(`  gatefold ${typed.join(" ")}`)) ?? ""
        const operands = Array.from(usage.matchAll(/<([\w-]+)(?:\.\.\.)?>/g), ([, name = ""]) =>
          makeArgument(name, folder)
        )
        const name = typed.join(" ")
        const file =
          name === "import"
            ? [path.join(folder, "seed.json")]
            : typed.includes("export")
              ? [path.join(folder, "new.json")]
              : operands
        const flags = ["--secret-server-key", "ssk_given", "--project", project]
        const standardInput = name === "keys check" ? withInput("key") : undefined
        const outcome = yield* Effect.result(run(...typed, ...file, ...(further[name] ?? []), ...flags))
        standardInput?.mockRestore()
        expect(Result.isFailure(outcome) && String(outcome.failure), name).toContain(`Add --url ${service}`)
        tried++
      }
      expect(tried).toBeGreaterThan(30)
      const tools = yield* Effect.flatMap(Project, ({ withServerApp }) => withServerApp(Users.list())).pipe(
        Effect.provide(layerProject({ ...input, write: false, yes: false })),
        Effect.flip
      )
      expect(JSON.stringify(tools)).toContain(`Add --url ${service}`)
      expect(sent).toStrictEqual([])
    })
  )
})

describe("a token of an emulator", () => {
  it.effect("is sent from a flag to --url or to this machine only", () =>
    Effect.gen(function* () {
      yield* nowhere
      const sent = recorded()
      vi.stubEnv("GATEFOLD_EMULATOR_URL", service)
      const error = yield* Effect.flip(run("mail", "list", "--token", "token_given"))
      expect(String(error)).toContain(`Add --url ${service}`)
      expect(sent).toStrictEqual([])
      yield* Effect.result(run("mail", "list", "--token", "token_given", "--url", service))
      vi.stubEnv("GATEFOLD_EMULATOR_URL", emulatorUrl)
      yield* Effect.result(run("mail", "list", "--token", "token_given"))
      expect(sent.map(({ url }) => new URL(url).origin)).toStrictEqual([service, emulatorUrl])
    })
  )
})
