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
  readonly category: "Transactional" | "Marketing"
  readonly sentences: ReadonlyArray<string>
  /** The variable with the link of the button, and its text as JSX. */
  readonly button?: readonly [variable: string, text: string]
  /** Texts for previews, by variable. */
  readonly variables?: Readonly<Record<string, string>>
}

const hello = 'Hello{user.displayName ? " " + user.displayName : ""},'

const buttonStyle = '{{ backgroundColor: "#262626", borderRadius: 4, color: "#ffffff", padding: 12 }}'

const makeSource = ({ button, category, sentences, subject, variables = {} }: Content): string => {
  const types = Object.keys(variables).map((name) => `  ${name}: "string"`)
  const previews = Object.entries(variables).map(([name, value]) => `  ${name}: ${JSON.stringify(value)}`)
  return [
    'import { Button } from "@react-email/components"',
    'import { NotificationCategory, Props, Subject } from "@stackframe/emails"',
    'import { type } from "arktype"',
    "",
    `export const variablesSchema = type({${types.length === 0 ? "" : `\n${types.join(",\n")}\n`}})`,
    "",
    "export function EmailTemplate({ project, user, variables }: Props<typeof variablesSchema.infer>) {",
    "  return (",
    "    <>",
    `      <Subject value={\`${subject}\`} />`,
    `      <NotificationCategory value="${category}" />`,
    ...sentences.map((sentence) => `      <p>${sentence}</p>`),
    ...(button === undefined
      ? []
      : [
          `      <Button href={variables.${button[0]}} style=${buttonStyle}>`,
          `        ${button[1]}`,
          "      </Button>"
        ]),
    "    </>",
    "  )",
    "}",
    "",
    `EmailTemplate.PreviewVariables = {${previews.length === 0 ? "" : `\n${previews.join(",\n")}\n`}} satisfies typeof variablesSchema.infer`,
    ""
  ].join("\n")
}

const unexpected = "If you did not request this email, you can ignore it."

const verification: BuiltIn = {
  id: "e7d009ce-8d47-4528-b245-5bf119f2ffa3",
  displayName: "Email Verification",
  source: makeSource({
    subject: "Verify your email at ${project.displayName}",
    category: "Transactional",
    sentences: [hello, "please follow this link to verify that this email address is yours.", unexpected],
    button: ["emailVerificationLink", "Verify the address"],
    variables: { emailVerificationLink: "<email verification link>" }
  })
}

const passwordReset: BuiltIn = {
  id: "a70fb3a4-56c1-4e42-af25-49d25603abd0",
  displayName: "Password Reset",
  source: makeSource({
    subject: "Reset your password at ${project.displayName}",
    category: "Transactional",
    sentences: [hello, "follow this link to choose a new password.", unexpected],
    button: ["passwordResetLink", "Choose a new password"],
    variables: { passwordResetLink: "<password reset link>" }
  })
}

const magicLink: BuiltIn = {
  id: "822687fe-8d0a-4467-a0d1-416b6e639478",
  displayName: "Magic Link/OTP",
  source: makeSource({
    subject: "Sign in to ${project.displayName}: Your code is ${variables.otp}",
    category: "Transactional",
    sentences: [
      hello,
      "this is your code:",
      "<strong>{variables.otp}</strong>",
      "You can also follow this link to sign in.",
      unexpected
    ],
    button: ["magicLink", "Sign in"],
    variables: { magicLink: "<magic link>", otp: "3SLSWZ" }
  })
}

const teamInvitation: BuiltIn = {
  id: "e84de395-2076-4831-9c19-8e9a96a868e4",
  displayName: "Team Invitation",
  source: makeSource({
    subject: "You have been invited to join ${variables.teamDisplayName}",
    category: "Transactional",
    sentences: [
      hello,
      "you have been invited to the team {variables.teamDisplayName} at {project.displayName}. Follow this link to join it."
    ],
    button: ["teamInvitationLink", "Join the team"],
    variables: { teamDisplayName: "My Team", teamInvitationLink: "<team invitation link>" }
  })
}

export const signInInvitation: BuiltIn = {
  id: "066dd73c-36da-4fd0-b6d6-ebf87683f8bc",
  displayName: "Sign In Invitation",
  source: makeSource({
    subject: "You have been invited to sign in to ${project.displayName}",
    category: "Transactional",
    sentences: [hello, "you have been invited to {project.displayName}. Follow this link to sign in."],
    button: ["signInInvitationLink", "Sign in"],
    variables: { signInInvitationLink: "<sign in invitation link>" }
  })
}

const paymentReceipt: BuiltIn = {
  id: "70372aee-0441-4d80-974c-2e858e40123a",
  displayName: "Payment Receipt",
  source: makeSource({
    subject: "Your receipt from ${project.displayName}",
    category: "Transactional",
    sentences: [hello, "we have received your payment. Thank you."]
  })
}

const paymentFailed: BuiltIn = {
  id: "f64b1afe-27ec-4a28-a277-7178f3261f9a",
  displayName: "Payment Failed",
  source: makeSource({
    subject: "Your payment to ${project.displayName} has failed",
    category: "Transactional",
    sentences: [hello, "your payment has failed. Please see whether your means of payment is still good."]
  })
}

/** The templates of the service's own mails, with the ids that they have everywhere, in the order of lists. */
export const templates: ReadonlyArray<BuiltIn> = [
  verification,
  passwordReset,
  magicLink,
  teamInvitation,
  signInInvitation,
  paymentReceipt,
  paymentFailed
]

/** The template of each mail that both generations of the service send. */
export const ofMail: Readonly<Record<EmailTemplateType, BuiltIn>> = {
  email_verification: verification,
  password_reset: passwordReset,
  magic_link: magicLink,
  team_invitation: teamInvitation
}

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

export const newTemplate = makeSource({
  subject: "Hello ${user.displayName}!",
  category: "Transactional",
  sentences: [hello]
})

export const previewUser = { displayName: "John Doe" }

export const newDraft = makeSource({
  subject: "News from ${project.displayName}",
  category: "Marketing",
  sentences: [hello]
})

/** A template that shows finished HTML. */
export const toTemplate = (html: string): string =>
  [
    "export function EmailTemplate() {",
    `  return <div dangerouslySetInnerHTML={{ __html: ${JSON.stringify(html)} }} />`,
    "}",
    ""
  ].join("\n")

interface Colors {
  readonly backdrop: string
  readonly canvas: string
  readonly text: string
  readonly border: string
  readonly mode: "light" | "dark"
}

const makeTheme = ({ backdrop, border, canvas, mode, text }: Colors): string =>
  [
    'import { Body, Container, Head, Html, Link } from "@react-email/components"',
    'import { ProjectLogo, ThemeProps } from "@stackframe/emails"',
    "",
    "export function EmailTheme({ children, projectLogos, unsubscribeLink }: ThemeProps) {",
    "  return (",
    "    <Html>",
    "      <Head />",
    `      <Body style={{ backgroundColor: "${backdrop}", color: "${text}", fontFamily: "Helvetica, Arial, sans-serif" }}>`,
    `        <Container style={{ backgroundColor: "${canvas}", border: "${border}", padding: 24 }}>`,
    `          <ProjectLogo data={projectLogos} mode="${mode}" />`,
    "          {children}",
    "        </Container>",
    "        {unsubscribeLink && (",
    '          <p style={{ fontSize: 12, textAlign: "center" }}>',
    "            <Link href={unsubscribeLink}>Unsubscribe</Link> from these mails",
    "          </p>",
    "        )}",
    "      </Body>",
    "    </Html>",
    "  )",
    "}",
    "",
    "EmailTheme.PreviewProps = { projectLogos: {} } satisfies Partial<ThemeProps>",
    ""
  ].join("\n")

const light = makeTheme({
  backdrop: "#f5f5f5",
  canvas: "#ffffff",
  text: "#262626",
  border: "1px solid #e5e5e5",
  mode: "light"
})

/** The themes of the service, with the ids that they have everywhere, in the order of lists. */
export const themes: ReadonlyArray<BuiltIn> = [
  { id: defaultEmailTheme, displayName: "Default Light", source: light },
  {
    id: "a0172b5d-cff0-463b-83bb-85124697373a",
    displayName: "Default Dark",
    source: makeTheme({
      backdrop: "#171717",
      canvas: "#262626",
      text: "#f5f5f5",
      border: "1px solid #404040",
      mode: "dark"
    })
  },
  {
    id: "c7e2d94f-8a1b-4e6d-b3f5-9d0a2e7c1b8f",
    displayName: "Default Colorful",
    source: makeTheme({
      backdrop: "#e0f2fe",
      canvas: "#ffffff",
      text: "#1e3a5f",
      border: "2px solid #0284c7",
      mode: "light"
    })
  }
]

export const newTheme = light

/** Replaces a theme, and adds nothing around the mail. */
export const noTheme = [
  'import { Body, Head, Html } from "@react-email/components"',
  "",
  "export function EmailTheme({ children }) {",
  "  return (",
  "    <Html>",
  "      <Head />",
  "      <Body>{children}</Body>",
  "    </Html>",
  "  )",
  "}",
  ""
].join("\n")
