/** Emails, notifications and the data vault. */
import type { Notes } from "./Note.ts"

export const mails: Notes = {
  EmailTemplateAlreadyExists: {
    when: "The services define this code but never send it. In 2025-06, a template exists for each kind of email from the start.",
    todo: "Update the existing template (`EmailTemplates.update`)."
  },
  RequiresCustomEmailServer: {
    when: "The project sends emails through the service's shared server, which supports neither your own emails nor your own templates.",
    todo: "Configure a mail server for the project (`EmailConfig.useStandard`).",
    call: "serverApp.emails.send"
  },
  EmailRenderingError: {
    when: "The service can't render a template or theme: it doesn't compile, throws, exports no component, or names an unknown notification category. In the emulator, you also get this error if the optional package `@babel/parser` is missing.",
    todo: "Read `details.error`, correct the source, and preview it with `TsxEmailTemplates.render` before you save.",
    call: "adminApp.tsxEmailTemplates.render",
    handle: "console.error($.details.error)"
  },
  EmailNotEditable: {
    when: "You tried to change, pause or cancel an outbox email that is being sent, was sent, or was cancelled. `details.status` has its state.",
    todo: "Read the email again. If the first one was wrong, send another one.",
    call: "serverApp.outbox.cancel",
    handle: "console.log(`Too late: ${$.details.status}`)"
  },
  EmailCapacityBoostAlreadyActive: {
    when: "Your code called `Emails.boostCapacity` during an earlier boost.",
    todo: "Wait until `details.expiresAt`. Emails continue to be sent.",
    call: "serverApp.emails.boostCapacity",
    handle: "console.log(`Boosted until ${$.details.expiresAt.toISOString()}`)"
  },
  EmailNotFound: {
    when: "The outbox has no email with this ID.",
    todo: "Compare the ID with `Outbox.page`. IDs of other projects aren't found either.",
    call: "serverApp.outbox.get"
  },
  NotificationCategoryNotFound: {
    when: "No email category has this ID or name. The service defines the names, such as `Transactional` and `Marketing`.",
    todo: "Take the ID from `Notifications.list`, or correct the name.",
    call: "serverApp.notifications.setEnabled"
  },
  EmailTemplateNotFound: {
    when: "The project has no template with this ID. It may have been deleted.",
    todo: "Take the ID from `TsxEmailTemplates.list`.",
    call: "adminApp.tsxEmailTemplates.delete"
  },
  EmailThemeNotFound: {
    when: "The project has no email theme with this ID. It may have been deleted.",
    todo: "Take the ID from `EmailThemes.list`.",
    call: "adminApp.emailThemes.get"
  },
  EmailDraftNotFound: {
    when: "The project has no draft with this ID. It may have been sent and deleted.",
    todo: "Take the ID from `EmailDrafts.list`.",
    call: "adminApp.emailDrafts.get"
  },
  NotSupportedByService: {
    when: "The service at `apiUrl` belongs to the generation without this endpoint. `EmailTemplates` exists in 2025-06. Everything else with this error exists in the current service ([which service](../guides/which-service.md)).",
    todo: "For templates, use `tsxEmailTemplates` instead of `emailTemplates`, or the reverse. Otherwise, do without, or use the current service. `FeatureSupport.check` tells you in advance.",
    call: "serverApp.outbox.page"
  },
  DataVaultStoreDoesNotExist: {
    when: "The project's configuration has no data vault store with this ID.",
    todo: "Add it in the project's settings, or with `Configuration.update` ([Data vault](../guides/data-vault.md)).",
    call: "serverApp.dataVault.get",
    handle: "console.error(`No store ${$.details.storeId}`)"
  },
  DataVaultStoreHashedKeyDoesNotExist: {
    when: "The store has no value under this key. Operations don't fail with this error: `DataVault.get` returns null.",
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
    when: "The values of the store were written with another secret than the one that you passed.",
    todo: "Pass the secret that the store was created with, or use another store. Nobody can read the values without it.",
    call: "serverApp.dataVault.get",
    handle: "console.error(`Another secret wrote ${$.storeId}`)"
  },
  DataVaultValueUnreadable: {
    when: "The value exists and the secret is correct, but it isn't the value that you wrote. The service holds a changed or moved value (`changed`), or one in the format of a later version (`unknown-format`).",
    todo: "`changed`: write the value again, and find out who changed it. `unknown-format`: update Gatefold.",
    call: "serverApp.dataVault.get",
    handle: "console.error($.storeId, $.reason)"
  }
}
