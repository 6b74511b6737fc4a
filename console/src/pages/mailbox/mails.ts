/** Emails, as the control paths show them. */
import type { Attachment, Mail as Delivered } from "../../../../src/emulator/mail/Mailbox.ts"

/** An email. Its document is at `htmlUrl`, and its files are in base64. */
export interface Mail extends Omit<Delivered, "attachments"> {
  readonly htmlUrl: string
  readonly attachments: ReadonlyArray<
    Omit<Attachment, "content"> & { readonly size: number; readonly contentBase64: string }
  >
}

/** Whether a text is in an email. */
export const hasText = ({ from, subject, text, to }: Mail, term: string): boolean =>
  [from, to, subject, text].some((part) => part.toLowerCase().includes(term.toLowerCase()))
