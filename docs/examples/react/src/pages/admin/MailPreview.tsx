import { Button } from "#screens/components/Button"
import { Dialog } from "#screens/components/Dialog"
import { type OutboxMail, previewPath } from "../../../../backend/AdminMailsContract.ts"

export interface MailPreviewProps {
  readonly mail: OutboxMail
  readonly onClose: () => void
}

/** The content of an email. Others wrote it, so its frame runs no scripts and can't reach this page. */
export const MailPreview = ({ mail, onClose }: MailPreviewProps) => (
  <Dialog title={mail.subject ?? "Email"} onClose={onClose}>
    {/* before the frame: it has the focus at first, and keys that are pressed in the frame do not come out of it */}
    <div className="gf-dialog-actions">
      <Button onClick={onClose}>Close</Button>
    </div>
    <iframe className="mail-frame" title={`Email: ${mail.subject}`} sandbox="" src={previewPath(mail.id)} />
  </Dialog>
)
