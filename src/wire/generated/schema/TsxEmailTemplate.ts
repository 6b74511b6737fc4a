/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import type { EmailTemplateId } from "../../../api/schema/Ids.ts"
import type { TsxEmailTemplate } from "../../../api/schema/TsxEmailTemplate.ts"
import * as R from "../../Runtime.ts"
import { pathSegment } from "./Ids.ts"

const decodeTsxEmailTemplateThemeId2 = (value: unknown, key?: R.Key) => R.literal(value, key, false)

export const decodeTsxEmailTemplate = R.struct((o): TsxEmailTemplate => {
  const a: R.Mutable<TsxEmailTemplate> = {
    id: pathSegment<EmailTemplateId>(o.id, "id"),
    displayName: R.string(o.display_name, "display_name"),
    tsxSource: R.string(o.tsx_source, "tsx_source")
  }
  if (o.theme_id !== undefined)
    a.themeId =
      o.theme_id === null
        ? null
        : R.either<(string & {}) | false>(R.string, decodeTsxEmailTemplateThemeId2)(o.theme_id, "theme_id")
  return a
})
