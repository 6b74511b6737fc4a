/** `gatefold emulator …` and `gatefold start --seed`, as people run them. */
import { spawn } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import * as Effect from "effect/Effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { parse } from "../../../src/emulator/seeds/Seed.ts"
import { useTemporaryFolder } from "../../support/useTemporaryFolder.ts"

const main = path.resolve(import.meta.dirname, "../../../dist/cli/main.cjs")

const folder = useTemporaryFolder()
const file = (name: string) => path.join(folder, name)

const seed = `
users:
  - email: ann@example.org
    password: correct horse battery
    sessions:
      - refreshToken: ann-is-signed-in
`

let child: ReturnType<typeof spawn>
let started: { readonly apiUrl: string; readonly controlToken: string }

/** Runs a command to its end. */
const gatefold = (...args: ReadonlyArray<string>): Promise<{ readonly code: number | null; readonly said: string }> =>
  new Promise((resolve) => {
    const env = { ...process.env, GATEFOLD_EMULATOR_TOKEN: started.controlToken }
    const command = spawn(process.execPath, [main, "emulator", ...args, "--url", started.apiUrl], { env })
    let said = ""
    command.stdout.on("data", (chunk) => (said += chunk))
    command.stderr.on("data", (chunk) => (said += chunk))
    command.on("close", (code) => resolve({ code, said }))
  })

const emails = async () => {
  const { said } = await gatefold("export")
  const { projects = [] } = await Effect.runPromise(parse(JSON.parse(said)))
  return projects[1]?.users?.map(({ contactChannels }) => contactChannels?.[0]?.value) ?? []
}

beforeAll(async () => {
  fs.writeFileSync(file("seed.yaml"), seed)
  fs.writeFileSync(file("more.json"), JSON.stringify({ users: [{ email: "bob@example.org" }] }))
  fs.writeFileSync(file("bad.yaml"), "users:\n  - email: nobody\n")
  child = spawn(process.execPath, [main, "start", "--json", "--port", "0", "--seed", file("seed.yaml")])
  started = await new Promise((resolve, reject) => {
    let text = ""
    child.stdout?.on("data", (chunk) => {
      text += chunk
      if (text.includes("\n")) resolve(JSON.parse(text.split("\n", 1)[0]!))
    })
    child.on("close", () => reject(new Error("it ended")))
  })
})

afterAll(() => {
  child.kill("SIGINT")
})

describe("gatefold emulator", () => {
  it("starts with the seed, and adds to it until a reset", async () => {
    expect(await emails()).toStrictEqual(["ann@example.org"])
    expect(await gatefold("seed", file("more.json"))).toStrictEqual({ code: 0, said: "Added the seed.\n" })
    expect(await emails()).toStrictEqual(["ann@example.org", "bob@example.org"])
    expect(await gatefold("reset")).toMatchObject({ code: 0 })
    expect(await emails()).toStrictEqual(["ann@example.org"])
  })

  it.each([
    ["snapshot", "restore"],
    ["export", "import"]
  ])("writes a file with %s for its owner only, and reads it with %s", async (write, read) => {
    await gatefold("reset")
    await gatefold("seed", file("more.json"))
    expect(await gatefold(write, file(`${write}.json`))).toMatchObject({ code: 0 })
    expect(fs.statSync(file(`${write}.json`)).mode & 0o777).toBe(0o600)
    await gatefold("reset")
    expect(await gatefold(read, file(`${write}.json`))).toMatchObject({ code: 0 })
    expect(await emails()).toStrictEqual(["ann@example.org", "bob@example.org"])
  })

  it("reports an error in one line, and exits with 1", async () => {
    expect(await gatefold("seed", file("bad.yaml"))).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^Invalid seed: users\[0\]\.email: .*\n$/)
    })
    expect(await gatefold("restore", file("more.json"))).toStrictEqual({
      code: 1,
      said: "This is not a snapshot of an emulator.\n"
    })
    expect(await gatefold("reset", "--token", "wrong")).toMatchObject({
      code: 1,
      said: expect.stringContaining("The emulator refused the token.")
    })
  })
})
