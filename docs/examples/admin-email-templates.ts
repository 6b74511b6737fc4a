/** Templates, themes and drafts of mails, as the current service has them. */
import { Console, Effect } from "effect"
import { Password } from "gatefold"
import { EmailConfig, EmailDrafts, EmailThemes, Project, TsxEmailTemplates } from "gatefold/admin"
import { Emulator, mailServer } from "gatefold/emulator"
import { admin, run } from "./demo.ts"

const resetMail = `import { Button, Text } from "@react-email/components"
import { NotificationCategory, type Props, Subject } from "@stackframe/emails"

export function EmailTemplate({ project, user, variables }: Props) {
  return (
    <>
      <Subject value={\`A new password for \${project.displayName}\`} />
      <NotificationCategory value="Transactional" />
      <Text>Dear {user.displayName ?? "customer"},</Text>
      <Button href={variables.passwordResetLink}>Choose a new password</Button>
    </>
  )
}

EmailTemplate.PreviewVariables = { passwordResetLink: "https://shop.example.com/reset" }
`

const shopTheme = `import { Body, Container, Head, Html, Link } from "@react-email/components"

export function EmailTheme({ children, unsubscribeLink }) {
  return (
    <Html>
      <Head />
      <Body style={{ backgroundColor: "#fdf6e3" }}>
        <Container>{children}</Container>
        {unsubscribeLink && <Link href={unsubscribeLink}>No more mails</Link>}
      </Body>
    </Html>
  )
}
`

export const example = Effect.gen(function* () {
  const { mailbox } = yield* Emulator
  yield* Password.signUp({ email: "ann@example.org", password: "correct horse battery" })

  yield* EmailConfig.useStandard(mailServer) // Templates need the project's own mail server.
  const templates = yield* TsxEmailTemplates.list
  const reset = templates.find(({ displayName }) => displayName === "Password Reset")
  if (reset === undefined) return yield* Effect.die("the service has no such template")
  yield* TsxEmailTemplates.update({ id: reset.id, tsxSource: resetMail })

  const theme = yield* EmailThemes.create({ displayName: "Shop" })
  yield* EmailThemes.update({ id: theme, tsxSource: shopTheme })
  yield* Project.update({ config: { emailTheme: theme } })

  yield* Password.sendResetCode({ email: "ann@example.org" })
  const mail = yield* mailbox.take({ to: "ann@example.org", subject: "A new password" })
  yield* Console.log(mail.subject, "says", mail.text)

  // Preview the email before anyone gets it.
  const preview = yield* TsxEmailTemplates.render({ templateTsxSource: resetMail, themeId: theme })
  yield* Console.log(preview.subject, "as HTML:", preview.html)
  const wrong = "export const EmailTemplate = () => <Unknown />"
  yield* TsxEmailTemplates.render({ templateTsxSource: wrong }).pipe(
    Effect.catchTag("EmailRenderingError", ({ details }) => Console.log("Not a mail:", details.error))
  )

  const draft = yield* EmailDrafts.create({ displayName: "Spring sale", themeId: theme })
  for (const { displayName } of yield* EmailDrafts.list) yield* Console.log("Draft:", displayName)
  yield* EmailDrafts.delete(draft)
}).pipe(Effect.provide(admin))

run(import.meta.main, example)
