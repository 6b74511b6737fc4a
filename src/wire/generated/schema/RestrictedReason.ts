/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import type { RestrictedReason } from "../../../api/schema/RestrictedReason.ts"
import * as R from "../../Runtime.ts"

export const decodeRestrictedReason = R.struct((o): RestrictedReason => ({ type: R.string(o.type, "type") }))
