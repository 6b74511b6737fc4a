/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import { isPathSegment } from "../../../domain/url/PathSegment.ts"
import * as R from "../../Runtime.ts"

export const pathSegment = <A extends string = string>(value: unknown, key?: R.Key): A =>
  R.check(R.string(value, key), key, isPathSegment, "an id that is safe as one path segment") as A
