/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import type { EmailTheme, EmailThemeSummary } from "../../../api/schema/EmailTheme.ts"
import type { EmailThemeId } from "../../../api/schema/Ids.ts"
import * as R from "../../Runtime.ts"
import { pathSegment } from "./Ids.ts"

const encodeEmailThemeChoice2 = (value: unknown, key?: R.Key) => R.literal(value, key, false)

export const encodeEmailThemeChoice = (value: unknown, key?: R.Key) =>
  R.either<unknown>(R.string, encodeEmailThemeChoice2)(value, key)

export const decodeEmailThemeSummary = R.struct((o): EmailThemeSummary => ({
  id: pathSegment<EmailThemeId>(o.id, "id"),
  displayName: R.string(o.display_name, "display_name")
}))

export const decodeEmailTheme = R.struct((o): EmailTheme => ({
  id: pathSegment<EmailThemeId>(o.id, "id"),
  displayName: R.string(o.display_name, "display_name"),
  tsxSource: R.string(o.tsx_source, "tsx_source")
}))
