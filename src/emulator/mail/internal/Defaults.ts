/** The default templates of mails (docs/protocol/resources.md#mail-templates). */
import type { EmailTemplateType } from "../../../api/schema/EmailTemplate.ts"
import type { Metadata } from "../../../api/schema/Metadata.ts"

/** A subject and a document of the template editor. */
export interface Template {
  readonly subject: string
  readonly content: Metadata
}

const padding = { top: 8, right: 24, bottom: 8, left: 24 }

const makeText = (content: string) => ({
  type: "Text",
  data: { style: { fontSize: 16, padding }, props: { text: content } }
})

const document = (heading: string, sentence: string, button: string, url: string): Metadata => ({
  root: {
    type: "EmailLayout",
    data: {
      backdropColor: "#F8F8F8",
      canvasColor: "#FFFFFF",
      textColor: "#262626",
      fontFamily: "MODERN_SANS",
      childrenIds: ["heading", "sentence", "button", "note"]
    }
  },
  heading: {
    type: "Heading",
    data: { style: { padding, textAlign: "left" }, props: { level: "h2", text: heading } }
  },
  sentence: makeText(sentence),
  button: {
    type: "Button",
    data: {
      style: { padding },
      props: { text: button, url, buttonBackgroundColor: "#262626", buttonTextColor: "#FFFFFF" }
    }
  },
  note: makeText("If you did not request this email, you can ignore it.")
})

const hello = "Hello{{#if userDisplayName}} {{ userDisplayName }}{{/if}},\n"

/** The default template of each mail, in the order in which they are listed. */
export const defaults: Readonly<Record<EmailTemplateType, Template>> = {
  email_verification: {
    subject: "Verify your email at {{ projectDisplayName }}",
    content: document(
      "Verify your email address at {{ projectDisplayName }}",
      `${hello}please follow this link to verify that {{ userPrimaryEmail }} is yours.`,
      "Verify the address",
      "{{ emailVerificationLink }}"
    )
  },
  password_reset: {
    subject: "Reset your password at {{ projectDisplayName }}",
    content: document(
      "Choose a new password at {{ projectDisplayName }}",
      `${hello}follow this link to choose a new password.`,
      "Choose a new password",
      "{{ passwordResetLink }}"
    )
  },
  magic_link: {
    subject: "Sign in to {{ projectDisplayName }}: Your code is {{ otp }}",
    content: document(
      "Sign in to {{ projectDisplayName }}",
      `${hello}this is your code:\n{{ otp }}\nYou can also follow this link to sign in.`,
      "Sign in",
      "{{ magicLink }}"
    )
  },
  team_invitation: {
    subject: "You have been invited to join {{ teamDisplayName }}",
    content: document(
      "Join {{ teamDisplayName }} at {{ projectDisplayName }}",
      `${hello}you have been invited to the team {{ teamDisplayName }}. Follow this link to join it.`,
      "Join the team",
      "{{ teamInvitationLink }}"
    )
  }
}
