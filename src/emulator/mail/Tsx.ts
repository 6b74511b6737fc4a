/** Sources of TSX templates: the built-in ones, and checks of others. */
import { escapeHtml } from "../HtmlEscape.ts"

/** A built-in template. */
interface BuiltIn {
  readonly id: string
  readonly display_name: string
  readonly source: string
  readonly theme: null
  readonly is_removed: 0
}

/** A component with a heading and sentences, each of them JSX. */
export const sourceOf = (heading: string, sentences: ReadonlyArray<string>): string =>
  [
    "export function EmailTemplate({ project, user, variables }) {",
    "  return (",
    "    <>",
    `      <h2>{${JSON.stringify(heading)}}</h2>`,
    ...sentences.map((sentence) => `      <p>${sentence}</p>`),
    "    </>",
    "  )",
    "}",
    ""
  ].join("\n")

const HELLO = 'Hello{user.displayName ? " " + user.displayName : ""},'

const link = (variable: string, text: string) => `<a href={variables.${variable}}>${text}</a>`

const builtInOf = (id: string, display_name: string, ...sentences: ReadonlyArray<string>): BuiltIn => ({
  id,
  display_name,
  source: sourceOf(display_name, [HELLO, ...sentences]),
  theme: null,
  is_removed: 0
})

/** The templates of the service's own mails, with the ids that they have everywhere. */
export const builtIn: ReadonlyArray<BuiltIn> = [
  builtInOf(
    "e7d009ce-8d47-4528-b245-5bf119f2ffa3",
    "Email Verification",
    link("emailVerificationLink", "Verify the address")
  ),
  builtInOf(
    "a70fb3a4-56c1-4e42-af25-49d25603abd0",
    "Password Reset",
    link("passwordResetLink", "Choose a new password")
  ),
  builtInOf(
    "822687fe-8d0a-4467-a0d1-416b6e639478",
    "Magic Link/OTP",
    "Your code is {variables.otp}.",
    link("magicLink", "Sign in")
  ),
  builtInOf(
    "e84de395-2076-4831-9c19-8e9a96a868e4",
    "Team Invitation",
    link("teamInvitationLink", "Join {variables.teamDisplayName}")
  ),
  builtInOf(
    "066dd73c-36da-4fd0-b6d6-ebf87683f8bc",
    "Sign In Invitation",
    link("signInInvitationLink", "Sign in to {project.displayName}")
  ),
  builtInOf("70372aee-0441-4d80-974c-2e858e40123a", "Payment Receipt", "We have received your payment."),
  builtInOf("f64b1afe-27ec-4a28-a277-7178f3261f9a", "Payment Failed", "Your payment has failed.")
]

const component = /\bexport\s+(?:async\s+)?(?:function|const|let|var|class)\s+EmailTemplate\b/

/** Why a source is not a template; undefined if it may be one. */
export const problemOf = (source: string): string | undefined =>
  component.test(source) ? undefined : "The source exports no component EmailTemplate."

/**
 * In place of a rendered template: its source as text. The emulator does not run code from requests.
 */
export const show = (source: string): string =>
  `<!doctype html><html><head><meta charset="utf-8"></head><body><pre>${escapeHtml(source)}</pre></body></html>`
