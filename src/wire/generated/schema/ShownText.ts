/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import { toShownText } from "../../../domain/text/ShownText.ts"
import * as R from "../../Runtime.ts"

export const decodeShownText = (value: unknown, key?: R.Key) => toShownText(R.string(value, key))
