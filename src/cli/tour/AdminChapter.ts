/**
 * The calls of an admin: the project itself, its permissions, its mails and figures; with a key, or as the owner of the
 * project.
 */
import * as Effect from "effect/Effect"
import * as AdminApp from "../../admin/AdminApp.ts"
import * as Domains from "../../admin/Domains.ts"
import * as EmailConfig from "../../admin/EmailConfig.ts"
import * as Emails from "../../admin/Emails.ts"
import * as EmailTemplates from "../../admin/EmailTemplates.ts"
import * as Metrics from "../../admin/Metrics.ts"
import * as OwnedProjects from "../../admin/OwnedProjects.ts"
import * as PermissionDefinitions from "../../admin/PermissionDefinitions.ts"
import * as ProductionMode from "../../admin/ProductionMode.ts"
import * as Project from "../../admin/Project.ts"
import * as TsxEmailTemplates from "../../admin/TsxEmailTemplates.ts"
import * as Password from "../../client/Password.ts"
import * as Sessions from "../../client/Sessions.ts"
import { appUrl, layerDevice, type KeysOfProject, ownerEmail, password } from "./Setup.ts"
import { Stage } from "./Stage.ts"
import * as Step from "./Step.ts"

const production = Effect.gen(function* () {
  yield* Domains.add({ domain: "https://127.0.0.1" })
  const before = yield* ProductionMode.check
  yield* Domains.remove("https://127.0.0.1")
  yield* Domains.add({ domain: "https://app.example.com" })
  yield* Project.update({ config: { allowLocalhost: false } })
  // The service would allow localhost again with any change that does not mention it.
  const { config } = yield* Project.update({ description: "Seen on the tour" })
  const after = yield* ProductionMode.check
  yield* Step.expect(after.length === 0 && !config.allowLocalhost, "something is still to be fixed")
  // The rest of the tour runs on localhost.
  yield* Project.update({ config: { allowLocalhost: true } })
  return `${before.length} findings (${before.map(({ problem }) => problem).join(", ")}), then ${after.length}`
})

const permissions = Effect.gen(function* () {
  yield* PermissionDefinitions.create({ scope: "project", id: "refund", description: "Gives money back" })
  yield* PermissionDefinitions.create({ scope: "project", id: "support", containedPermissionIds: ["refund"] })
  const { containedPermissionIds, id } = yield* PermissionDefinitions.update({
    scope: "project",
    id: "support",
    description: "Helps"
  })
  yield* Step.expect(containedPermissionIds.length === 1, "a change of the description has emptied the rest")
  return `${id} contains ${containedPermissionIds.join(", ")}, also after a change of its description`
})

/** Each generation of the service has its own kind of templates. */
const changeTemplate = EmailTemplates.update({ type: "magic_link", subject: "Your way in" }).pipe(
  Effect.andThen(EmailTemplates.reset("magic_link")),
  Effect.as("a template changed and reset"),
  Effect.catchTag("NotSupportedByService", () =>
    TsxEmailTemplates.create({ displayName: "Tour" }).pipe(
      Effect.flatMap(TsxEmailTemplates.delete),
      Effect.as("a template added and deleted")
    )
  )
)

const mails = Effect.gen(function* () {
  const sent = yield* Emails.list
  const nowhere = {
    host: "127.0.0.1",
    port: 9,
    username: "tour",
    password: "no secret",
    senderName: "Tour",
    senderEmail: "tour@example.org"
  }
  const outcome = yield* Emails.sendTest({ recipientEmail: ownerEmail, emailConfig: nowhere })
  yield* Step.expect(!outcome.success, "a mail server that does not exist took a mail")
  yield* EmailConfig.useStandard(nowhere)
  const templates = yield* changeTemplate
  yield* EmailConfig.useShared
  yield* Step.expect(sent.length > 0, "no mails")
  return `${sent.length} mails sent so far; a missing mail server is reported as such; ${templates}`
})

const figures = Effect.gen(function* () {
  const { dailyUsers, loginMethods, totalUsers } = yield* Metrics.get
  yield* Step.expect(totalUsers > 0 && dailyUsers.length === 31, "no figures")
  const methods = loginMethods.map(({ count, method }) => `${method} ${count}`)
  return `${totalUsers} users, sign-in by ${methods.join(", ")}`
})

const tryAsOwner = Effect.fnUntraced(function* (keys: KeysOfProject) {
  yield* Password.signIn({ email: ownerEmail, password })
  const owned = (yield* OwnedProjects.list).find(({ project }) => project.id === keys.projectId)
  if (owned === undefined) return yield* new Step.Unexpected({ problem: "the project is not among those of its owner" })
  const { displayName } = yield* Project.update({ displayName: "Tour of an owner" }).pipe(Effect.provide(owned.app))
  yield* Sessions.signOut
  const refused = yield* Effect.flip(Project.get.pipe(Effect.provide(owned.app)))
  const why = refused._tag === "RequestRefused" ? refused.reason._tag : refused._tag
  yield* Step.expect(why === "AdminAuthenticationRequired", `refused with ${why}`)
  return `renamed to ${displayName} without any key; after sign-out: ${why}`
})

/** The chapter, as the admin of the project, and at the end as its owner. */
export const runAdminChapter = Effect.fnUntraced(function* (keys: KeysOfProject) {
  const { apiUrl, internalPublishableClientKey: publishableClientKey } = yield* Stage
  const chapter = Effect.gen(function* () {
    yield* Step.observe("Fix what production mode forbids", production)
    yield* Step.observe("Define permissions", permissions)
    yield* Step.observe("Look after mails", mails)
    yield* Step.observe("Read the figures of the project", figures)
  })
  yield* Effect.provide(chapter, AdminApp.layer({ ...keys, apiUrl, appUrl }))
  const dashboard = layerDevice({ projectId: "internal", publishableClientKey })
  yield* Step.observe("Manage the project as its owner", tryAsOwner(keys).pipe(Effect.provide(dashboard)))
})
