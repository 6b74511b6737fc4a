/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import type { EmailTemplate } from "../../../api/schema/EmailTemplate.ts"
import * as R from "../../Runtime.ts"

export const decodeEmailTemplate = R.struct((o): EmailTemplate => ({
  type: R.string(o.type, "type"),
  subject: R.string(o.subject, "subject"),
  content: R.json(o.content, "content"),
  isDefault: R.boolean(o.is_default, "is_default")
}))

export const emailTemplateType = (value: unknown, key?: R.Key) =>
  R.oneOf(value, key, ["email_verification", "password_reset", "magic_link", "team_invitation"])
