/** Templates of mails in the current service, and where neither they nor the older ones are. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Emulator } from "../../../src/emulator/index.ts"
import { admin, call, layer } from "../../support/emulatorCalls.ts"
import { unknownId } from "../../support/unknownId.ts"
import { emailConfig } from "./serverMails.ts"

const root = "/internal/email-templates"

const own = layer({ service: "current", project: { config: { emailConfig } } })
const shared = layer({ service: "current" })

const list = Effect.map(call("GET", root, admin), ({ body }) => body.templates)
const source = `import { NotificationCategory, Subject } from "@stackframe/emails"
export const EmailTemplate = ({ variables }) => (
  <p>
    <Subject value="A subject" />
    <NotificationCategory value="Transactional" />
    {variables.name} & <b>co</b>
  </p>
)
EmailTemplate.PreviewVariables = { name: "<Ann>" }`

describe("templates of the current service", () => {
  it.effect("begin with those of the service's own mails, whatever the mail server", () =>
    Effect.gen(function* () {
      const names = [
        "Email Verification",
        "Password Reset",
        "Magic Link/OTP",
        "Team Invitation",
        "Sign In Invitation",
        "Payment Receipt",
        "Payment Failed"
      ]
      expect(yield* list).toStrictEqual(
        names.map((display_name) => ({
          id: expect.any(String),
          display_name,
          tsx_source: expect.stringContaining("export function EmailTemplate(")
        }))
      )
    }).pipe(Effect.provide(shared))
  )

  it.effect.each([
    ["export const Mail = () => null", "must export the component EmailTemplate"],
    [source.replace("{variables.name}", "{nobody.name}"), "Line 6: nobody is not known"],
    [source.replace("<Subject", "<p title"), "There must be a <Subject"],
    [source.replace(/<NotificationCategory.*/, ""), "There must be a <NotificationCategory"]
  ] as const)("keep their source if the new one has a problem: $1", ([wrong, problem]) =>
    Effect.gen(function* () {
      const [{ id, tsx_source }] = yield* list
      const answer = yield* call("PATCH", `${root}/${id}`, { ...admin, body: { tsx_source: wrong } })
      expect(answer).toMatchObject({ status: 400, knownError: "EMAIL_RENDERING_ERROR" })
      expect(answer.body.details.error).toContain(problem)
      expect((yield* list)[0].tsx_source).toBe(tsx_source)
    }).pipe(Effect.provide(own))
  )

  it.effect("are changed with a mail server of the project's own only, whatever is named", () =>
    Effect.gen(function* () {
      const refused = { status: 400, knownError: "REQUIRES_CUSTOM_EMAIL_SERVER" }
      const answers = yield* Effect.all({
        post: call("POST", root, { ...admin, body: { display_name: "Mine" } }),
        patch: call("PATCH", `${root}/${unknownId}`, { ...admin, body: { tsx_source: source } }),
        remove: call("DELETE", `${root}/${unknownId}`, admin)
      })
      expect(answers).toMatchObject({ post: refused, patch: refused, remove: refused })
      expect((yield* call("DELETE", `${root}/mine`, admin)).knownError).toBe("SCHEMA_ERROR")
      expect((yield* call("GET", root, { level: "server" })).knownError).toBe("INSUFFICIENT_ACCESS_TYPE")
    }).pipe(Effect.provide(shared))
  )

  it.effect("belong to one project", () =>
    Effect.gen(function* () {
      const { internal } = yield* Emulator
      yield* call("POST", root, { ...admin, body: { display_name: "Mine" } })
      expect(yield* list).toHaveLength(8)
      expect((yield* call("GET", root, { ...admin, project: internal })).body.templates).toHaveLength(7)
    }).pipe(Effect.provide(own))
  )
})

describe("an area of templates", () => {
  const statuses = Effect.gen(function* () {
    const older = yield* call("GET", "/email-templates", admin)
    const newer = yield* call("GET", root, admin)
    return [older.status, newer.status]
  })

  it.effect("is there in its own generation only", () =>
    Effect.gen(function* () {
      expect(yield* statuses.pipe(Effect.provide(layer({ service: "2025-06" })))).toStrictEqual([200, 404])
      expect(yield* statuses.pipe(Effect.provide(layer({ service: "current" })))).toStrictEqual([404, 200])
      expect(yield* statuses.pipe(Effect.provide(layer()))).toStrictEqual([200, 200])
    })
  )
})
