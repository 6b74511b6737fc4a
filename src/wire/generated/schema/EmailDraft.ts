/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import type { EmailDraft } from "../../../api/schema/EmailDraft.ts"
import type { EmailDraftId } from "../../../api/schema/Ids.ts"
import * as R from "../../Runtime.ts"
import { pathSegment } from "./Ids.ts"

const decodeEmailDraftThemeId2 = (value: unknown, key?: R.Key) => R.literal(value, key, false)

export const decodeEmailDraft = R.struct((o): EmailDraft => {
  const a: R.Mutable<EmailDraft> = {
    id: pathSegment<EmailDraftId>(o.id, "id"),
    displayName: R.string(o.display_name, "display_name"),
    tsxSource: R.string(o.tsx_source, "tsx_source")
  }
  if (o.theme_id !== undefined)
    a.themeId =
      o.theme_id === null
        ? null
        : R.either<(string & {}) | false>(R.string, decodeEmailDraftThemeId2)(o.theme_id, "theme_id")
  if (o.sent_at_millis !== undefined) a.sentAt = R.nullable(o.sent_at_millis, "sent_at_millis", R.dateOfMillis)
  return a
})
