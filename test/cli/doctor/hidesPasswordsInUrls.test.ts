/** What is said of a URL shows no password that is in it. */
import { describe, expect, it } from "@effect/vitest"
import { checks } from "../../../src/cli/doctor/checks/Url.ts"
import type { World } from "../../../src/cli/doctor/World.ts"

const run = (id: string, apiUrl: string) =>
  checks.find((check) => check.id === id)!.run({ apiUrl, options: {} } as unknown as World)

describe("a URL with a password", () => {
  it.each([
    ["url-scheme", "ann:CANARY@api.example.com", "https://api.example.com"],
    ["url-scheme", "ann:CAN/CANARY@api.example.com", "https://api.example.com"],
    ["url-api-path", "https://ann:CAN/CANARY@api.example.com/api/v1", "https://api.example.com"],
    ["url-insecure", "http://ann:CAN@CANARY@api.example.com", "https://api.example.com"],
    ["url-spaces", " https://ann:CANARY@api.example.com", "https://api.example.com"]
  ])("is shown without it by %s: %s", (id, apiUrl, plain) => {
    const problem = run(id, apiUrl)
    expect(problem).toMatchObject({ fix: `STACK_API_URL=${plain}` })
    expect(JSON.stringify(problem)).not.toContain("CANARY")
  })
})
