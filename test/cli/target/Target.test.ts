/** Commands find the project and its keys in flags, environment and env files, and mix no two services. */
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { vi } from "vitest"
import * as Apps from "../../../src/cli/target/Apps.ts"
import * as StateFile from "../../../src/cli/target/StateFile.ts"
import * as Target from "../../../src/cli/target/Target.ts"
import type { TargetInput } from "../../../src/cli/target/TargetFlags.ts"
import { ServerApp } from "../../../src/server/ServerApp.ts"
import { makeAnswer, nowhere } from "../commands.ts"

const [a, b] = ["11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"]

const input = (flags: Readonly<Record<string, string>> = {}): TargetInput => ({
  url: Option.fromUndefinedOr(flags["url"]),
  project: Option.fromUndefinedOr(flags["project"]),
  readEnv: Option.fromUndefinedOr(flags["readEnv"]),
  secretServerKey: Option.map(Option.fromUndefinedOr(flags["secretServerKey"]), (key) => Redacted.make(key)),
  superSecretAdminKey: Option.map(Option.fromUndefinedOr(flags["superSecretAdminKey"]), (key) => Redacted.make(key))
})

/** What was found, with its keys as text. */
const found = (flags?: Readonly<Record<string, string>>) =>
  Effect.map(Target.find(input(flags)), (target) => ({
    ...target,
    secretServerKey: target.secretServerKey && Redacted.value(target.secretServerKey),
    superSecretAdminKey: target.superSecretAdminKey && Redacted.value(target.superSecretAdminKey)
  }))

const failure = (flags?: Readonly<Record<string, string>>) => Effect.flip(Target.find(input(flags)))

const set = (variables: Readonly<Record<string, string>>) => {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
}

/** One that is announced, and says that it runs. */
const emulator = (port: number, projectId: string) => {
  vi.spyOn(globalThis, "fetch").mockImplementation(
    async (input, init) => new Response("{}", { headers: makeAnswer(new Request(input, init), "token") })
  )
  return StateFile.announce({
    apiUrl: `http://127.0.0.1:${port}`,
    token: "token",
    pid: process.pid,
    project: { projectId, publishableClientKey: "pck_e", secretServerKey: "ssk_e", superSecretAdminKey: "sak_e" }
  })
}

describe("the project of a command", () => {
  it.effect("is named by flags", () =>
    Effect.gen(function* () {
      yield* nowhere
      const flags = { url: "https://auth.example.com", project: a, secretServerKey: "ssk_f" }
      expect(yield* found(flags)).toMatchObject({
        apiUrl: "https://auth.example.com",
        projectId: a,
        secretServerKey: "ssk_f",
        from: "the flags"
      })
    })
  )

  it.effect("is read from the environment, from env files of the folder, or from both", () =>
    Effect.gen(function* () {
      const folder = yield* nowhere
      fs.writeFileSync(
        path.join(folder, ".env"),
        `NEXT_PUBLIC_STACK_PROJECT_ID=${a}\nSTACK_SECRET_SERVER_KEY=ssk_old\n`
      )
      fs.writeFileSync(path.join(folder, ".env.local"), `STACK_SECRET_SERVER_KEY="ssk_local"\n`)
      expect(yield* found()).toMatchObject({
        apiUrl: "https://api.stack-auth.com",
        projectId: a,
        secretServerKey: "ssk_local",
        from: ".env.local and .env"
      })
      set({ STACK_SECRET_SERVER_KEY: "ssk_env" })
      expect(yield* found()).toMatchObject({ projectId: a, secretServerKey: "ssk_env" })
    })
  )

  it.effect("must be chosen where several are named", () =>
    Effect.gen(function* () {
      const folder = yield* nowhere
      set({ HEXCLAVE_PROJECT_ID: a, HEXCLAVE_SECRET_SERVER_KEY: "ssk_a" })
      fs.writeFileSync(path.join(folder, ".env.local"), `VITE_STACK_PROJECT_ID=${b}\nSTACK_SECRET_SERVER_KEY=ssk_b\n`)
      const error = yield* failure()
      expect(error.exitCode).toBe(1)
      const parts = [`the environment: project ${a}`, `.env.local: project ${b}`]
      expect(parts.filter((part) => !error.message.includes(part))).toStrictEqual([])
      expect(error.message).not.toContain("ssk_")
      expect(yield* found({ project: a })).toMatchObject({ projectId: a, secretServerKey: "ssk_a" })
      expect(yield* found({ project: b })).toMatchObject({ projectId: b, secretServerKey: "ssk_b" })
      expect(yield* found({ readEnv: path.join(folder, ".env.local") })).toMatchObject({ projectId: b })
    })
  )

  it.effect("is by default the project of the local emulator", () =>
    Effect.gen(function* () {
      yield* nowhere
      yield* emulator(8102, a)
      expect(yield* found()).toMatchObject({
        apiUrl: "http://127.0.0.1:8102",
        projectId: a,
        superSecretAdminKey: "sak_e"
      })
      yield* emulator(8103, b)
      expect((yield* failure()).message).toContain("the emulator at http://127.0.0.1:8103")
      expect(yield* found({ url: "http://127.0.0.1:8103/" })).toMatchObject({ projectId: b })
      expect(yield* found({ project: a })).toMatchObject({ apiUrl: "http://127.0.0.1:8102" })
      set({ STACK_PROJECT_ID: b, STACK_SECRET_SERVER_KEY: "ssk_b" })
      expect(yield* found()).toMatchObject({ apiUrl: "https://api.stack-auth.com", secretServerKey: "ssk_b" })
    })
  )

  it.effect("never has a key that was given for another service", () =>
    Effect.gen(function* () {
      const folder = yield* nowhere
      // An env file of a folder that somebody else has written.
      fs.writeFileSync(path.join(folder, ".env"), `STACK_PROJECT_ID=${a}\nSTACK_API_URL=https://evil.example\n`)
      set({ STACK_SECRET_SERVER_KEY: "ssk_env" })
      expect((yield* failure()).message).toContain("Found more than one project")
      // A person who types the URL names it for the key, too.
      expect((yield* found({ url: "https://evil.example" })).secretServerKey).toBe("ssk_env")
      yield* emulator(8102, a)
      expect(yield* found({ url: "http://127.0.0.1:8102" })).toMatchObject({ secretServerKey: "ssk_e" })
    })
  )

  it.effect("does not get its keys over http from another machine, nor keys of another level", () =>
    Effect.gen(function* () {
      yield* nowhere
      const flags = { url: "http://auth.example.com", project: a, secretServerKey: "ssk_secret" }
      const over = (more: object) =>
        Effect.flip(Effect.provide(ServerApp, Apps.layerServer(input({ ...flags, ...more }))))
      expect((yield* over({})).message).toContain("over https only")
      const mixed = yield* over({ url: "https://auth.example.com", secretServerKey: "sak_secret" })
      expect(mixed.message).toContain("another kind of key")
      expect(mixed.message).not.toContain("sak_secret")
      const none = yield* Effect.flip(
        Effect.provide(ServerApp, Apps.layerServer(input({ project: a, url: "https://auth.example.com" })))
      )
      expect(none.message).toContain("This command requires the secret server key")
    })
  )

  it.effect("is missing with an error that says what to do", () =>
    Effect.gen(function* () {
      const folder = yield* nowhere
      const error = yield* failure()
      expect(error).toMatchObject({ exitCode: 2, message: expect.stringContaining("npx gatefold start") })
      expect((yield* failure({ readEnv: path.join(folder, "none") })).message).toContain("Cannot read the env file")
      fs.writeFileSync(path.join(folder, "empty"), "OTHER=1\n")
      expect((yield* failure({ readEnv: path.join(folder, "empty") })).message).toContain("STACK_PROJECT_ID")
    })
  )
})
