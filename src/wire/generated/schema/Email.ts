/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import { isEmail } from "../../../domain/text/EmailAddress.ts"
import * as R from "../../Runtime.ts"

export const email = <A extends string = string>(value: unknown, key?: R.Key): A =>
  R.check(
    R.check(R.string(value, key), key, isEmail, "an email address of at most 254 characters"),
    key,
    isEmail,
    "an email address"
  ) as A

const strictEmailPattern = /\.[a-zA-Z]{2,}$/

export const strictEmail = <A extends string = string>(value: unknown, key?: R.Key): A =>
  R.matches(
    R.check(
      R.check(R.string(value, key), key, isEmail, "an email address of at most 254 characters"),
      key,
      isEmail,
      "an email address"
    ),
    key,
    strictEmailPattern,
    "an email address with a complete domain"
  ) as A
