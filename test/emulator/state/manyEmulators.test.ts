/** Many emulators and projects in one process, of which nothing is left. */
import * as fs from "node:fs"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Emulator, toFetchHandler } from "../../../src/emulator/index.ts"
import { call, layer, password, signUp } from "../../support/emulatorCalls.ts"

it.effect("500 projects in one emulator have users of their own", () =>
  Effect.gen(function* () {
    const { internal } = yield* Emulator
    const { access_token: token } = yield* signUp("owner@example.org", { project: internal })
    const ids = new Set<string>()
    for (let i = 0; i < 500; i++) {
      const made = yield* call("POST", "/internal/projects", {
        project: internal,
        token,
        body: { display_name: `Project ${i}` }
      })
      const { body: keys } = yield* call("POST", "/internal/api-keys", {
        level: "admin",
        project: { projectId: made.body.id },
        headers: { "x-stack-admin-access-token": token, "x-stack-super-secret-admin-key": "" },
        body: {
          description: "Key",
          expires_at_millis: 4_000_000_000_000,
          has_publishable_client_key: true,
          has_secret_server_key: false,
          has_super_secret_admin_key: false
        }
      })
      const project = { projectId: made.body.id, publishableClientKey: keys.publishable_client_key }
      ids.add((yield* signUp("ann@example.org", { project })).user_id)
    }
    expect(ids.size).toBe(500)
  }).pipe(Effect.provide(layer({ project: undefined })))
)

/** What keeps a process alive, or is open. */
const resources = () => ({
  active: process.getActiveResourcesInfo().toSorted(),
  files: fs.existsSync("/proc/self/fd") ? fs.readdirSync("/proc/self/fd").length : 0
})

it("a hundred emulators leave no timers, handles or files", async () => {
  const use = async () => {
    const handler = toFetchHandler({
      passwordCost: "insecure-fast",
      project: {},
      webhooks: [{ url: "http://127.0.0.1:9/" }]
    })
    const { baseUrl, mailbox, project } = await handler.emulator
    const headers = {
      "content-type": "application/json",
      "x-stack-access-type": "client",
      "x-stack-project-id": project.projectId,
      "x-stack-publishable-client-key": project.publishableClientKey
    }
    const body = JSON.stringify({
      email: "ann@example.org",
      password,
      verification_callback_url: "http://localhost:3000/verify"
    })
    const answer = await handler.fetch(
      new Request(`${baseUrl}/api/v1/auth/password/sign-up`, { method: "POST", headers, body })
    )
    expect(answer.status).toBe(200)
    await Effect.runPromise(mailbox.take())
    return handler
  }
  const first = await use()
  await first.dispose()
  const before = resources()
  /** What was not there before; what was may have ended meanwhile. */
  const left = () => {
    const { active, files } = resources()
    const known = [...before.active]
    const more = active.filter((kind) => {
      const at = known.indexOf(kind)
      if (at !== -1) known.splice(at, 1)
      return at === -1
    })
    return { active: more, files: Math.max(0, files - before.files) }
  }
  const handlers = []
  for (let i = 0; i < 100; i++) handlers.push(await use())
  // Webhooks wait to be tried again.
  expect(process.getActiveResourcesInfo()).toContain("Timeout")
  await Promise.all(handlers.map(({ dispose }) => dispose()))
  await expect.poll(left).toStrictEqual({ active: [], files: 0 })
})
