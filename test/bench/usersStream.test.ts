/** `Users.stream` keeps one page in memory, however many users there are; `npm run bench` does it with 100,000. */
import { execFile } from "node:child_process"
import * as path from "node:path"
import { expect, it } from "vitest"

it("2,000 users stream in constant memory", async () => {
  const script = path.join(import.meta.dirname, "cases/users-stream.ts")
  const output = await new Promise<string>((resolve, reject) =>
    execFile(process.execPath, ["--expose-gc", script, "2000"], (error, stdout, stderr) =>
      error === null ? resolve(stdout) : reject(new Error(stderr))
    )
  )
  const { megabytes, users } = JSON.parse(output)
  expect(users).toBe(2_000)
  // All of them are about 3 MB.
  expect(megabytes).toBeLessThan(1)
})
