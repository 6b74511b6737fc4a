/** What the vendor's SDK does with an admin key and as a developer, against the emulator. */
import { admin, newEmail, makePageUrl, signUp, unique } from "../apps.ts"
import { before, makeCall, type Call, ensure, equal, type Keys, type Vendor, type World } from "../Call.ts"

const area = { name: "Administration", hasKeys: true }
const call = makeCall(area)

const readsElsewhere = before(15, "this version is older than the service and reads the project from its former place")

const listIds = (records: ReadonlyArray<Vendor>): ReadonlyArray<string> => records.map(({ id }) => id).sort()

/** A developer with a project of their own, which belongs to a team in the current service. */
const ownProject = async (world: World): Promise<{ readonly developer: Vendor; readonly project: Vendor }> => {
  const { user: developer } = await signUp(world, world.internal)
  const team = world.service === "2025-06" ? undefined : await developer.createTeam({ displayName: "Company" })
  return { developer, project: await developer.createProject({ displayName: "Shop", teamId: team?.id }) }
}

/** The same at the level of its keys. */
const ownKeys = async (world: World): Promise<Keys> => {
  const { project } = await ownProject(world)
  const keys = await project.app.createInternalApiKey({
    description: "Keys",
    expiresAt: new Date(Date.now() + 60_000),
    hasPublishableClientKey: true,
    hasSecretServerKey: true,
    hasSuperSecretAdminKey: true
  })
  const { publishableClientKey, secretServerKey, superSecretAdminKey } = keys
  return { projectId: project.id, publishableClientKey, secretServerKey, superSecretAdminKey }
}

/** A mail server of the project's own, where there is none. */
const emailConfig = {
  type: "standard",
  host: "127.0.0.1",
  port: 9,
  username: "user",
  password: "password",
  senderName: "Market",
  senderEmail: "market@example.com"
}

export const administration: ReadonlyArray<Call> = [
  call("developer.createProject, developer.listOwnedProjects", async (world) => {
    const { developer, project } = await ownProject(world)
    equal([project.displayName, project.isProductionMode], ["Shop", false])
    equal(listIds(await developer.listOwnedProjects()), [project.id])
  }),
  call("ownedProject.app: users", async (world) => {
    const { project } = await ownProject(world)
    const user = await project.app.createUser({ primaryEmail: newEmail(), displayName: "Customer" })
    equal(listIds(await project.app.listUsers()), [user.id])
  }),
  call("ownedProject.update, ownedProject.delete", async (world) => {
    const { developer, project } = await ownProject(world)
    await project.update({ displayName: "Market", description: "Sells things" })
    const [read] = await developer.listOwnedProjects()
    equal([read.displayName, read.description], ["Market", "Sells things"])
    await project.delete()
    equal(await developer.listOwnedProjects(), [])
  }),
  call(
    "ownedProject.transfer, developer.transferProject",
    async (world) => {
      const { developer, project } = await ownProject(world)
      const team = await developer.createTeam({ displayName: "Buyer" })
      if (developer.transferProject) await developer.transferProject(project.id, team.id)
      else await project.transfer(developer, team.id)
      equal((await project.app.getProject()).ownerTeamId, team.id)
    },
    (circumstances) =>
      before(41)(circumstances) ??
      before(108, "the SDK sends the session of the project `internal` to another project")(circumstances)
  ),
  call(
    "adminApp.getProject",
    async (world) => {
      const project = await admin(world).getProject()
      equal([project.id, project.config.credentialEnabled], [world.project.projectId, true])
      ensure(project.createdAt instanceof Date, "there is a date")
      equal(listIds(project.config.teamCreatorDefaultPermissions), ["team_admin"])
      const { clientId, id, type } = project.config.oauthProviders[0]
      equal([id, type, clientId, project.config.emailConfig.type], ["github", "standard", "app", "standard"])
    },
    readsElsewhere
  ),
  call(
    "adminProject.update",
    async (world) => {
      const keys = await ownKeys(world)
      await (
        await admin(world, keys).getProject()
      ).update({
        displayName: "Market",
        config: {
          magicLinkEnabled: true,
          passkeyEnabled: true,
          clientTeamCreationEnabled: true,
          allowLocalhost: false,
          domains: [{ domain: "https://market.example", handlerPath: "/handler" }],
          oauthProviders: [{ id: "github", type: "standard", clientId: "a", clientSecret: "b" }],
          emailConfig
        }
      })
      const { config, displayName } = await admin(world, keys).getProject()
      equal([displayName, config.magicLinkEnabled, config.passkeyEnabled], ["Market", true, true])
      equal([config.clientTeamCreationEnabled, config.allowLocalhost], [true, false])
      equal(config.domains, [{ domain: "https://market.example", handlerPath: "/handler" }])
      equal([config.oauthProviders[0].type, config.oauthProviders[0].clientId], ["standard", "a"])
      equal([config.emailConfig.host, config.emailConfig.port], ["127.0.0.1", 9])
    },
    readsElsewhere
  ),
  call(
    "adminProject.getProductionModeErrors",
    async (world) => {
      const app = admin(world, await ownKeys(world))
      const errors = await (await app.getProject()).getProductionModeErrors()
      ensure(errors.length > 0, "a new project is not ready for production")
    },
    readsElsewhere
  ),
  call(
    "adminProject.getConfig, adminProject.updateConfig",
    async (world) => {
      const project = await admin(world, await ownKeys(world)).getProject()
      await project.updateConfig({ "auth.allowSignUp": false })
      equal((await project.getConfig()).auth.allowSignUp, false)
    },
    readsElsewhere
  ),
  call("adminApp.createInternalApiKey, adminApp.listInternalApiKeys", async (world) => {
    const app = admin(world, await ownKeys(world))
    const key = await app.createInternalApiKey({
      description: "Second",
      expiresAt: new Date(Date.now() + 60_000),
      hasPublishableClientKey: true,
      hasSecretServerKey: true,
      hasSuperSecretAdminKey: false
    })
    ensure(key.publishableClientKey.startsWith("pck_"), "the key is shown once")
    const listed = (await app.listInternalApiKeys()).find(({ id }: Vendor) => id === key.id)
    equal([listed.description, listed.secretServerKey.lastFour], ["Second", key.secretServerKey.slice(-4)])
    equal([listed.superSecretAdminKey, listed.isValid()], [null, true])
    await listed.revoke()
    const revoked = (await app.listInternalApiKeys()).find(({ id }: Vendor) => id === key.id)
    equal([revoked.isValid(), revoked.whyInvalid()], [false, "manually-revoked"])
  }),
  call("adminApp: definitions of team permissions", async (world) => {
    const app = admin(world)
    const id = unique("fly").replaceAll("-", "_")
    await app.createTeamPermissionDefinition({ id, description: "Fly", containedPermissionIds: ["$read_members"] })
    await app.updateTeamPermissionDefinition(id, { description: "Fly high", containedPermissionIds: ["$read_members"] })
    const read = (await admin(world).listTeamPermissionDefinitions()).find((each: Vendor) => each.id === id)
    equal([read.description, read.containedPermissionIds], ["Fly high", ["$read_members"]])
    await app.deleteTeamPermissionDefinition(id)
    ensure(!listIds(await admin(world).listTeamPermissionDefinitions()).includes(id), "it is gone")
  }),
  call("adminApp: definitions of project permissions", async (world) => {
    const app = admin(world)
    const id = unique("swim").replaceAll("-", "_")
    await app.createProjectPermissionDefinition({ id, description: "Swim", containedPermissionIds: [] })
    await app.updateProjectPermissionDefinition(id, { description: "Swim far" })
    const read = (await admin(world).listProjectPermissionDefinitions()).find((each: Vendor) => each.id === id)
    equal(read.description, "Swim far")
    await app.deleteProjectPermissionDefinition(id)
    ensure(!listIds(await admin(world).listProjectPermissionDefinitions()).includes(id), "it is gone")
  }),
  call(
    "serverUser.grantPermission, serverUser.revokePermission: of the project",
    async (world) => {
      const app = admin(world)
      const id = unique("swim").replaceAll("-", "_")
      await app.createProjectPermissionDefinition({ id, containedPermissionIds: [] })
      const user = await app.createUser({ primaryEmail: newEmail() })
      await user.grantPermission(id)
      const granted = await admin(world).getUser(user.id)
      equal([await granted.hasPermission(id), listIds(await granted.listPermissions())], [true, [id]])
      await granted.revokePermission(id)
      equal(await (await admin(world).getUser(user.id)).hasPermission(id), false)
    },
    before(15)
  ),
  call("adminApp.sendTestEmail: no such server", async (world) => {
    const { error, status } = await admin(world).sendTestEmail({
      recipientEmail: newEmail(),
      emailConfig
    })
    equal(status, "error")
    ensure(error.errorMessage.length > 0, "it says why")
  }),
  call("adminApp.listSentEmails", async (world) => {
    const { email } = await signUp(world)
    const mail = await world.mailTo(email)
    const sent = (await admin(world).listSentEmails()).find(({ recipient, to }: Vendor) =>
      [recipient, ...to].includes(email)
    )
    equal(sent?.subject, mail.subject)
  }),
  call("adminApp.sendSignInInvitationEmail", async (world) => {
    const email = newEmail()
    await admin(world).sendSignInInvitationEmail(email, makePageUrl(world, "sign-in"))
    ensure((await world.mailTo(email)).subject, "the invitation has come")
  }),
  call("adminApp.listEmailTemplates", async (world) => {
    const templates: ReadonlyArray<Vendor> = await admin(world).listEmailTemplates()
    const isWhole = ({ content, tsxSource }: Vendor) => content !== undefined || tsxSource.length > 0
    ensure(templates.length > 0 && templates.every(isWhole), "there are templates")
  }),
  call(
    "adminApp.createEmailTemplate, adminApp.updateEmailTemplate",
    async (world) => {
      const app = admin(world, await ownKeys(world))
      await (await app.getProject()).update({ config: { emailConfig } })
      const { id } = await app.createEmailTemplate(unique("template"))
      const [{ tsxSource }] = await app.listEmailTemplates()
      const { renderedHtml } = await app.updateEmailTemplate(id, tsxSource, null)
      ensure(renderedHtml.length > 0, "it is rendered")
    },
    readsElsewhere
  ),
  call("adminApp.listEmailThemes, adminApp.createEmailTheme", async (world) => {
    const app = admin(world)
    const { id } = await app.createEmailTheme(unique("theme"))
    ensure(listIds(await app.listEmailThemes()).includes(id), "it is listed")
  }),
  call("adminApp.createEmailDraft, adminApp.listEmailDrafts", async (world) => {
    const app = admin(world)
    const { id } = await app.createEmailDraft({ displayName: unique("draft") })
    ensure(listIds(await app.listEmailDrafts()).includes(id), "it is listed")
  }),
  call("adminApp.getEmailPreview", async (world) => {
    const app = admin(world)
    const [{ id }] = await app.listEmailTemplates()
    ensure((await app.getEmailPreview({ templateId: id })).length > 0, "it is rendered")
  }),
  call("adminApp.createItemQuantityChange, adminApp.listTransactions", async (world) => {
    const app = admin(world)
    const { id } = await app.createUser({ primaryEmail: newEmail() })
    await app.createItemQuantityChange({ userId: id, itemId: "credits", quantity: 5 })
    const type = "manual-item-quantity-change"
    const { transactions } = await app.listTransactions({ type, customerType: "user" })
    const mine = transactions.find(({ customer_id }: Vendor) => customer_id === id)
    const [entry] = mine.entries
    equal([mine.type, entry.type, entry.item_id, entry.quantity], [type, "item_quantity_change", "credits", 5])
  }),
  call("adminApp.sendEmail, adminApp.listOutboxEmails", async (world) => {
    const app = admin(world)
    const user = await app.createUser({ primaryEmail: newEmail() })
    const subject = unique("subject")
    await app.sendEmail({ userIds: [user.id], subject, html: "<p>Hello</p>" })
    await world.mailTo(user.primaryEmail)
    const { items } = await app.listOutboxEmails()
    const mail = items.find((each: Vendor) => each.subject === subject)
    equal([mail.status, mail.to.userId], ["sent", user.id])
  }),
  call("adminApp.queryAnalytics", async (world) => {
    ensure((await admin(world).queryAnalytics({ query: "SELECT 1" })).result, "there is a result")
  })
]
