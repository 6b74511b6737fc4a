/** The templates and themes that every project has, and the sources that new ones begin with. */
import type { EmailTemplateType } from "../../../api/schema/EmailTemplate.ts"
import { defaultEmailTheme } from "../../projects/ConfigurationSchema.ts"

/** A template or theme of the service. */
export interface BuiltIn {
  readonly id: string
  readonly displayName: string
  readonly source: string
}

/** The content of a template; sentences are JSX. */
interface Content {
  /** The text of a template literal. */
  readonly subject: string
  /** Default: `Transactional`. */
  readonly category?: "Transactional" | "Marketing"
  readonly sentences: ReadonlyArray<string>
  /** The variable with the link of the button, and its text as JSX. */
  readonly button?: readonly [variable: string, text: string]
  /** Texts for previews, by variable. */
  readonly variables?: Readonly<Record<string, string>>
}

const hello = 'Hello{user.displayName ? " " + user.displayName : ""},'

const makeButton = ([variable, text]: readonly [string, string]): string =>
  `      <Button href={variables.${variable}} style={{ backgroundColor: "#262626", borderRadius: 4, color: "#ffffff", padding: 12 }}>
        ${text}
      </Button>`

/** The fields of an object between its braces, one on each line. */
const writeFields = (fields: ReadonlyArray<readonly [string, string]>): string =>
  fields.length === 0 ? "" : `\n${fields.map(([name, text]) => `  ${name}: ${JSON.stringify(text)}`).join(",\n")}\n`

const makeSource = ({ button, category = "Transactional", sentences, subject, variables = {} }: Content): string => {
  const previews = Object.entries(variables)
  const content = [...sentences.map((sentence) => `      <p>${sentence}</p>`), ...(button ? [makeButton(button)] : [])]
  return `import { Button } from "@react-email/components"
import { NotificationCategory, Props, Subject } from "@stackframe/emails"
import { type } from "arktype"

export const variablesSchema = type({${writeFields(previews.map(([name]) => [name, "string"]))}})

export function EmailTemplate({ project, user, variables }: Props<typeof variablesSchema.infer>) {
  return (
    <>
      <Subject value={\`${subject}\`} />
      <NotificationCategory value="${category}" />
${content.join("\n")}
    </>
  )
}

EmailTemplate.PreviewVariables = {${writeFields(previews)}} satisfies typeof variablesSchema.infer
`
}

const unexpected = "If you did not request this email, you can ignore it."

const makeBuiltIn = (id: string, displayName: string, content: Content): BuiltIn => ({
  id,
  displayName,
  source: makeSource(content)
})

/** The template of each mail that both generations of the service send. */
export const ofMail: Readonly<Record<EmailTemplateType, BuiltIn>> = {
  email_verification: makeBuiltIn("e7d009ce-8d47-4528-b245-5bf119f2ffa3", "Email Verification", {
    subject: "Verify your email at ${project.displayName}",
    sentences: [hello, "please follow this link to verify that this email address is yours.", unexpected],
    button: ["emailVerificationLink", "Verify the address"],
    variables: { emailVerificationLink: "<email verification link>" }
  }),
  password_reset: makeBuiltIn("a70fb3a4-56c1-4e42-af25-49d25603abd0", "Password Reset", {
    subject: "Reset your password at ${project.displayName}",
    sentences: [hello, "follow this link to choose a new password.", unexpected],
    button: ["passwordResetLink", "Choose a new password"],
    variables: { passwordResetLink: "<password reset link>" }
  }),
  magic_link: makeBuiltIn("822687fe-8d0a-4467-a0d1-416b6e639478", "Magic Link/OTP", {
    subject: "Sign in to ${project.displayName}: Your code is ${variables.otp}",
    sentences: [
      hello,
      "this is your code:",
      "<strong>{variables.otp}</strong>",
      "You can also follow this link to sign in.",
      unexpected
    ],
    button: ["magicLink", "Sign in"],
    variables: { magicLink: "<magic link>", otp: "3SLSWZ" }
  }),
  team_invitation: makeBuiltIn("e84de395-2076-4831-9c19-8e9a96a868e4", "Team Invitation", {
    subject: "You have been invited to join ${variables.teamDisplayName}",
    sentences: [
      hello,
      "you have been invited to the team {variables.teamDisplayName} at {project.displayName}. Follow this link to join it."
    ],
    button: ["teamInvitationLink", "Join the team"],
    variables: { teamDisplayName: "My Team", teamInvitationLink: "<team invitation link>" }
  })
}

export const signInInvitation = makeBuiltIn("066dd73c-36da-4fd0-b6d6-ebf87683f8bc", "Sign In Invitation", {
  subject: "You have been invited to sign in to ${project.displayName}",
  sentences: [hello, "you have been invited to {project.displayName}. Follow this link to sign in."],
  button: ["signInInvitationLink", "Sign in"],
  variables: { signInInvitationLink: "<sign in invitation link>" }
})

/** The templates of the service's own mails, with the ids that they have everywhere, in the order of lists. */
export const templates: ReadonlyArray<BuiltIn> = [
  ofMail.email_verification,
  ofMail.password_reset,
  ofMail.magic_link,
  ofMail.team_invitation,
  signInInvitation,
  makeBuiltIn("70372aee-0441-4d80-974c-2e858e40123a", "Payment Receipt", {
    subject: "Your receipt from ${project.displayName}",
    sentences: [hello, "we have received your payment. Thank you."]
  }),
  makeBuiltIn("f64b1afe-27ec-4a28-a277-7178f3261f9a", "Payment Failed", {
    subject: "Your payment to ${project.displayName} has failed",
    sentences: [hello, "your payment has failed. Please see whether your means of payment is still good."]
  })
]

/** A row of what may be built in. */
interface Row {
  readonly id: string
  readonly display_name: string
  readonly source: string
  readonly is_removed: number
}

/** The built-in entries with their later changes, then the added ones. Leaves out removed entries. */
export const withBuiltIn = <R extends Row>(
  builtIn: ReadonlyArray<BuiltIn>,
  rows: ReadonlyArray<R>
): ReadonlyArray<R | Omit<Row, "is_removed">> => {
  const stored = new Map(rows.map((row) => [row.id, row]))
  const first = builtIn.flatMap(({ displayName, id, source }) => {
    const row = stored.get(id)
    return row === undefined ? [{ id, display_name: displayName, source }] : [row]
  })
  const added = rows.filter(({ id }) => !builtIn.some((source) => source.id === id))
  return [...first, ...added].filter((row) => !("is_removed" in row) || row.is_removed === 0)
}

export const newTemplate = makeSource({ subject: "Hello ${user.displayName}!", sentences: [hello] })

export const previewUser = { displayName: "John Doe" }

export const newDraft = makeSource({
  subject: "News from ${project.displayName}",
  category: "Marketing",
  sentences: [hello]
})

/** A template that shows finished HTML. */
export const toTemplate = (html: string): string => `export function EmailTemplate() {
  return <div dangerouslySetInnerHTML={{ __html: ${JSON.stringify(html)} }} />
}
`

interface Colors {
  readonly backdrop: string
  readonly canvas: string
  readonly text: string
  readonly border: string
  readonly mode: "light" | "dark"
}

const makeTheme = ({ backdrop, border, canvas, mode, text }: Colors): string =>
  `import { Body, Container, Head, Html, Link } from "@react-email/components"
import { ProjectLogo, ThemeProps } from "@stackframe/emails"

export function EmailTheme({ children, projectLogos, unsubscribeLink }: ThemeProps) {
  return (
    <Html>
      <Head />
      <Body style={{ backgroundColor: "${backdrop}", color: "${text}", fontFamily: "Helvetica, Arial, sans-serif" }}>
        <Container style={{ backgroundColor: "${canvas}", border: "${border}", padding: 24 }}>
          <ProjectLogo data={projectLogos} mode="${mode}" />
          {children}
        </Container>
        {unsubscribeLink && (
          <p style={{ fontSize: 12, textAlign: "center" }}>
            <Link href={unsubscribeLink}>Unsubscribe</Link> from these mails
          </p>
        )}
      </Body>
    </Html>
  )
}

EmailTheme.PreviewProps = { projectLogos: {} } satisfies Partial<ThemeProps>
`

const light: Colors = {
  backdrop: "#f5f5f5",
  canvas: "#ffffff",
  text: "#262626",
  border: "1px solid #e5e5e5",
  mode: "light"
}

const dark: Colors = {
  backdrop: "#171717",
  canvas: "#262626",
  text: "#f5f5f5",
  border: "1px solid #404040",
  mode: "dark"
}

const colorful: Colors = {
  backdrop: "#e0f2fe",
  canvas: "#ffffff",
  text: "#1e3a5f",
  border: "2px solid #0284c7",
  mode: "light"
}

export const newTheme = makeTheme(light)

/** The themes of the service, with the ids that they have everywhere, in the order of lists. */
export const themes: ReadonlyArray<BuiltIn> = [
  { id: defaultEmailTheme, displayName: "Default Light", source: newTheme },
  { id: "a0172b5d-cff0-463b-83bb-85124697373a", displayName: "Default Dark", source: makeTheme(dark) },
  { id: "c7e2d94f-8a1b-4e6d-b3f5-9d0a2e7c1b8f", displayName: "Default Colorful", source: makeTheme(colorful) }
]

/** Replaces a theme, and adds nothing around the mail. */
export const noTheme = `import { Body, Head, Html } from "@react-email/components"

export function EmailTheme({ children }) {
  return (
    <Html>
      <Head />
      <Body>{children}</Body>
    </Html>
  )
}
`
