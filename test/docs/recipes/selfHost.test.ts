/** The recipe of running the service: its check passes against a service, and its containers fit together. */
import * as fs from "node:fs"
import * as path from "node:path"
import * as Yaml from "effect/encoding/Yaml"
import { describe, expect, it } from "vitest"
import * as TestEmulator from "../../../src/testing/TestEmulator.ts"
import { folder as recipes, start } from "./programs.ts"

const folder = path.join(recipes, "self-host")

describe("the recipe for self-hosting", () => {
  it("checks a service, and leaves nobody behind", async () => {
    await using emulator = await TestEmulator.serve()
    const { projectId, publishableClientKey, secretServerKey } = emulator.project
    const env = {
      STACK_API_URL: emulator.apiUrl,
      STACK_PROJECT_ID: projectId,
      STACK_PUBLISHABLE_CLIENT_KEY: publishableClientKey,
      STACK_SECRET_SERVER_KEY: secretServerKey
    }
    const check = (more: object = {}) => start(["node", "check-service.ts"], { ...env, ...more }, folder).ended
    const works = await check()
    expect(works.output).toMatch(new RegExp(`^${emulator.apiUrl} works: it signed check-\\d+@example.com in`))
    expect(works.code).toBe(0)
    expect(await emulator.admin.users.list()).toStrictEqual([])

    const wrong = await check({ STACK_SECRET_SERVER_KEY: publishableClientKey })
    expect(wrong.output).not.toContain("works")
    expect(wrong.code).toBe(1)
  })

  it("has containers that know each other's names, ports and passwords", () => {
    const text = fs.readFileSync(path.join(folder, "compose.yaml"), "utf8")
    const { services, volumes } = Yaml.parse(text) as {
      services: Record<string, { environment: Record<string, string>; ports?: Array<string>; volumes?: Array<string> }>
      volumes: object
    }
    const { auth, clickhouse, postgres } = services
    const database = postgres!.environment
    expect(auth!.environment.STACK_DATABASE_CONNECTION_STRING).toBe(
      `postgres://${database.POSTGRES_USER}:${database.POSTGRES_PASSWORD!.replace(":?", "")}@postgres:5432/${database.POSTGRES_DB}`
    )
    expect(auth!.environment).toMatchObject({
      STACK_CLICKHOUSE_URL: "http://clickhouse:8123",
      STACK_CLICKHOUSE_DATABASE: clickhouse!.environment.CLICKHOUSE_DB,
      STACK_CLICKHOUSE_ADMIN_USER: clickhouse!.environment.CLICKHOUSE_USER
    })
    // Only this machine reaches them, and no database from outside.
    expect(Object.values(services).flatMap(({ ports = [] }) => ports)).toStrictEqual([
      "127.0.0.1:8101:8101",
      "127.0.0.1:8102:8102"
    ])
    const used = Object.values(services).flatMap(({ volumes = [] }) => volumes.map((volume) => volume.split(":")[0]))
    expect(used).toStrictEqual(Object.keys(volumes))
    // The page has its reader make each secret.
    const page = fs.readFileSync(path.join(recipes, "../../recipes/self-host-the-service.md"), "utf8")
    const secrets = new Set(Array.from(text.matchAll(/\$\{(\w+):\?\}/g), ([, name]) => name))
    expect(/^for name in (.*); do$/m.exec(page)?.[1]?.split(" ").toSorted()).toStrictEqual([...secrets].toSorted())
  })
})
