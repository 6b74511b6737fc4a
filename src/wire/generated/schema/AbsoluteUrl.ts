/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import { isAbsoluteUrl, isWebUrl } from "../../../domain/url/AbsoluteUrl.ts"
import * as R from "../../Runtime.ts"

export const absoluteUrl = <A extends string = string>(value: unknown, key?: R.Key): A =>
  R.check(R.string(value, key), key, isAbsoluteUrl, "an absolute URL") as A

export const webUrl = <A extends string = string>(value: unknown, key?: R.Key): A =>
  R.check(R.string(value, key), key, isWebUrl, "the URL of a page") as A

export const imageUrl = <A extends string = string>(value: unknown, key?: R.Key): A =>
  R.atMost(R.check(R.string(value, key), key, isAbsoluteUrl, "an absolute URL"), key, 1000000) as A
