/** Bulk commands whose URL is not that of the service: one error at the first answer, whatever answers there. */
import * as fs from "node:fs"
import * as http from "node:http"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { serve } from "../support/listen.ts"
import { takeSample } from "../support/seeds.ts"
import { turns } from "../support/turns.ts"
import { beforeFailure, failure, nowhere } from "./commands.ts"

/** A server on loopback that is not the service, and the requests that it got. */
const serving = (answer: (response: http.ServerResponse) => void) => {
  const requests: Array<string> = []
  const server = http.createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    answer(response)
  })
  return Effect.map(serve(server), ({ url }) => ({ requests, url }))
}

const count = 300
const concurrency = 8
const emails = Array.from({ length: count }, (_, at) => `user${at}@example.org`)
const ids = emails.map((_, at) => `7b9b9b9e-0000-4000-8000-${String(at).padStart(12, "0")}`)

const keys = ["--project", "p", "--secret-server-key", "ssk_x"]
const adminKeys = [...keys, "--super-secret-admin-key", "sak_x"]

/** A command, and the content of its file. Imports send no user before the service has answered. */
const commands: ReadonlyArray<readonly [args: ReadonlyArray<string>, content: string, requests: number]> = [
  [["users", "import", "in.csv", ...keys], `email,display_name\n${emails.join(",Ann\n")},Ann\n`, 1],
  [["users", "import", "in.csv", ...keys], `email,email_sign_in\n${emails.join(",no\n")},no\n`, 1],
  [["import", "in.json", ...adminKeys], JSON.stringify({ users: emails.map((email) => ({ email })) }), 1],
  [["users", "delete", "--file", "in.txt", "--yes", ...keys], ids.join("\n"), concurrency],
  [["users", "delete", "--file", "in.txt", "--yes", ...keys], emails.join("\n"), concurrency],
  [["users", "delete", ...ids.slice(0, 40), "--yes", ...keys], "", concurrency],
  [["users", "delete", "--query", "example", "--yes", ...keys], "", 1],
  [["users", "export", "out.csv", ...keys], "", 1],
  [["export", "out.json", ...adminKeys], "", 1]
]

const userId = ids[0]!
const teamId = "8b9b9b9e-0000-4000-8000-000000000000"

/** Commands for one user, team, key or setting: what they would change is told as unchanged, in the same words. */
const single: ReadonlyArray<string> = [
  "users list",
  "users list --all",
  `users get ${userId}`,
  "users get ann@example.org",
  "users create --email ann@example.org",
  `users update ${userId} --display-name Ann`,
  `users delete ${userId} --yes`,
  "teams list",
  `teams list --user ${userId}`,
  `teams get ${teamId}`,
  "teams create Acme",
  "teams create Acme --creator ann@example.org",
  `teams update ${teamId} --display-name Acme`,
  `teams delete ${teamId} --yes`,
  `teams members list ${teamId}`,
  `teams members add ${teamId} ${userId}`,
  `teams members remove ${teamId} ${userId} --yes`,
  `teams invite ${teamId} ann@example.org --callback-url http://localhost:3000/join`,
  "permissions definitions list --scope team",
  "permissions definitions create read --scope team",
  "permissions definitions update read --scope team --description x",
  "permissions definitions delete read --scope team --yes",
  `permissions list ${userId} --team ${teamId}`,
  `permissions list ${userId}`,
  `permissions grant ${userId} read --team ${teamId}`,
  `permissions revoke ${userId} read`,
  `keys list --user ${userId}`,
  `keys create name --user ${userId}`,
  "keys project list",
  "keys project create name --server --expires-at 2030-01-01",
  "project get",
  "project set displayName Acme --yes",
  "project check"
]

/** The arguments with paths of the folder, in which the file is. */
const arranged = (folder: string, [args, content]: (typeof commands)[number], url: string) => [
  ...args.map((arg) => {
    if (!/^(in|out)\./.test(arg)) return arg
    const file = path.join(folder, arg)
    if (arg.startsWith("in.")) fs.writeFileSync(file, content)
    return file
  }),
  "--url",
  url
]

const answers = [
  ["a page", (response: http.ServerResponse) => void response.setHeader("content-type", "text/html").end("<p>App")],
  ["an empty text", (response: http.ServerResponse) => void response.end()],
  [
    "other JSON",
    (response: http.ServerResponse) => void response.setHeader("content-type", "application/json").end("{}")
  ],
  ["no such page", (response: http.ServerResponse) => void response.writeHead(404).end("<p>Not found")]
] as const

/** The answers; `npm test` takes some of the commands with each. */
const counted = answers.map(([name, answer], at) => [name, answer, at] as const)

describe("a bulk command whose URL is not that of the service", () => {
  it.live.each(counted)("ends with one error where the answer is %s", ([, answer, at]) =>
    Effect.gen(function* () {
      const folder = yield* nowhere
      for (const command of takeSample(commands, at, 2)) {
        const { requests, url } = yield* serving(answer)
        const args = arranged(folder, command, url)
        const before = fs.readdirSync(folder)
        const error = yield* failure(...args)
        expect({ args: command[0].slice(0, 4), exitCode: error.exitCode, message: error.message }).toStrictEqual({
          args: command[0].slice(0, 4),
          exitCode: 1,
          message: expect.stringMatching(/Check that --url or STACK_API_URL is the URL of the service\.$/)
        })
        expect(requests.length, command[0].join(" ")).toBeLessThanOrEqual(command[2])
        // No progress that would stand in the way of the right URL.
        expect(fs.readdirSync(folder), command[0].join(" ")).toStrictEqual(before)
        // The error itself is not among what the command prints.
        expect(yield* beforeFailure(...args, "--json"), command[0].join(" ")).toStrictEqual({ out: [], err: [] })
      }
    })
  )

  it.live.each(counted)("is like any other command where the answer is %s", ([, answer, at]) =>
    Effect.gen(function* () {
      yield* nowhere
      const { url } = yield* serving(answer)
      for (const command of takeSample(single, at, 4)) {
        const args = [...command.split(" "), ...adminKeys, "--url", url]
        const error = yield* failure(...args)
        expect({ command, exitCode: error.exitCode, message: error.message }).toStrictEqual({
          command,
          exitCode: 1,
          message: expect.stringMatching(/Check that --url or STACK_API_URL is the URL of the service\.$/)
        })
        expect(yield* beforeFailure(...args, "--json"), command).toStrictEqual({ out: [], err: [] })
      }
    })
  )

  it.effect("ends with one error where nothing answers", () =>
    Effect.gen(function* () {
      const folder = yield* nowhere
      for (const command of takeSample(commands, 0, 2)) {
        const { requests, url } = yield* serving(() => undefined)
        const args = arranged(folder, command, url)
        const running = yield* Effect.forkChild(failure(...args))
        // The two attempts of a read take half of the limit each.
        while (running.pollUnsafe() === undefined) {
          yield* turns()
          if (requests.length > 0) yield* TestClock.adjust("1 second")
        }
        const error = yield* Fiber.join(running)
        expect({ exitCode: error.exitCode, message: error.message }, command[0].join(" ")).toStrictEqual({
          exitCode: 2,
          message: "Cannot reach the service. No complete answer within 30000 ms."
        })
        expect(requests.length, command[0].join(" ")).toBeLessThanOrEqual(2 * command[2])
      }
    })
  )
})
