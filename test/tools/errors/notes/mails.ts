import type { Notes } from "./Note.ts"

/** Mails, notifications and the data vault. */
export const mails: Notes = {
  EmailTemplateAlreadyExists: {
    when: "Never: services know the code and send it nowhere. Templates of 2025-06 exist for each kind of mail from the beginning.",
    todo: "Update the template that is there (`EmailTemplates.update`)."
  },
  RequiresCustomEmailServer: {
    when: "The project sends mails by the service's shared server, and that does not send mails of your own or take templates of your own.",
    todo: "Give the project a mail server (`EmailConfig.useStandard`).",
    call: "serverApp.emails.send"
  },
  EmailRenderingError: {
    when: "The source of a template or theme cannot be made into a mail: it does not compile, throws, exports no component, or names a notification category that there is not. In the emulator also when the optional package `@babel/parser` is missing.",
    todo: "Read `details.error`, correct the source, and look at it with `TsxEmailTemplates.render` before you save.",
    call: "adminApp.tsxEmailTemplates.render",
    handle: "console.error($.details.error)"
  },
  EmailNotEditable: {
    when: "A mail of the outbox was to be changed, paused or cancelled, and is on its way, was sent, or was cancelled: `details.status` says where it is.",
    todo: "Read the mail again, and send another one if the first was wrong.",
    call: "serverApp.outbox.cancel",
    handle: "console.log(`Too late: ${$.details.status}`)"
  },
  EmailCapacityBoostAlreadyActive: {
    when: "`Emails.boostCapacity` was called while an earlier boost lasts.",
    todo: "Wait until `details.expiresAt`; the mails are on their way meanwhile.",
    call: "serverApp.emails.boostCapacity",
    handle: "console.log(`Boosted until ${$.details.expiresAt.toISOString()}`)"
  },
  EmailNotFound: {
    when: "The outbox has no mail with this id.",
    todo: "Compare the id with `Outbox.list`; ids of another project are not found either.",
    call: "serverApp.outbox.get"
  },
  NotificationCategoryNotFound: {
    when: "There is no category of mails with this id or name. Names are those of the service, such as `Transactional` and `Marketing`.",
    todo: "Take the id from `Notifications.list`, or correct the name.",
    call: "serverApp.notifications.setEnabled"
  },
  EmailTemplateNotFound: {
    when: "The project has no template with this id; it may have been deleted.",
    todo: "Take the id from `TsxEmailTemplates.list`.",
    call: "adminApp.tsxEmailTemplates.delete"
  },
  EmailThemeNotFound: {
    when: "The project has no theme of mails with this id; it may have been deleted.",
    todo: "Take the id from `EmailThemes.list`.",
    call: "adminApp.emailThemes.get"
  },
  EmailDraftNotFound: {
    when: "The project has no draft with this id; it may have been sent and deleted.",
    todo: "Take the id from `EmailDrafts.list`.",
    call: "adminApp.emailDrafts.get"
  },
  NotInThisService: {
    when: "The service that `apiUrl` names is of the generation that has no such endpoint. `EmailTemplates` is that of 2025-06; what else carries this error is the current service's ([which service](../guides/which-service.md)).",
    todo: "For templates use `tsxEmailTemplates` in place of `emailTemplates`, or the reverse. Otherwise do without, or use the current service. `FeatureSupport.check` tells beforehand.",
    call: "serverApp.outbox.list"
  },
  DataVaultStoreDoesNotExist: {
    when: "The project's configuration has no data vault store with this id.",
    todo: "Add it in the project's settings, or with `Configuration.update` ([Data vault](../guides/data-vault.md)).",
    call: "serverApp.dataVault.get",
    handle: "console.error(`No store ${$.details.storeId}`)"
  },
  DataVaultStoreHashedKeyDoesNotExist: {
    when: "The store has no value under this key. Operations do not fail with it: `DataVault.get` answers null.",
    todo: "Write a value with `DataVault.set`.",
    example: `import { createServerApp } from "gatefold/promise/server"

await using app = createServerApp({
  projectId: "your-project-id",
  publishableClientKey: "pck_your_key",
  secretServerKey: process.env["STACK_SECRET_SERVER_KEY"] ?? ""
})

const place = { storeId: "calendar-tokens", key: "ann", secret: process.env["VAULT_SECRET"] ?? "" }
const value = await app.dataVault.get(place)
if (value === null) await app.dataVault.set({ ...place, value: "a new token" })`
  },
  DataVaultSecretMismatch: {
    when: "The values of the store were written with another secret than the one that was passed.",
    todo: "Pass the secret with which the store was begun, or use another store. Nobody can read the values without it.",
    call: "serverApp.dataVault.get",
    handle: "console.error(`Another secret wrote ${$.storeId}`)"
  },
  DataVaultValueUnreadable: {
    when: "A value is there and the secret is right, but it is not what was written: changed or moved at the service (`changed`), or in a format of a later version (`unknown-format`).",
    todo: "`changed`: write the value again, and find out who changed it. `unknown-format`: update Gatefold.",
    call: "serverApp.dataVault.get",
    handle: "console.error($.storeId, $.reason)"
  }
}
