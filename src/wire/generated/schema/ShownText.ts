/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */
import { isShown, shownText } from "../../../domain/ShownText.ts"
import * as R from "../../runtime.ts"

export const decodeShownText = (value: unknown, key?: R.Key) =>
  R.check(shownText(R.string(value, key)), key, isShown, "text in one line, all of it visible")
