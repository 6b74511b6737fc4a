/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import { isEmpty, toQueryBoolean } from "../../domain/Input.ts"
import { isCode, isNotEmpty } from "../../domain/text/SecretText.ts"
import * as R from "../Runtime.ts"

export const encodeCode = (value: unknown, key?: R.Key) =>
  R.check(
    R.check(R.reveal(value, key), key, isNotEmpty, "a secret that is not empty"),
    key,
    isCode,
    "a code of 45 characters"
  )

export const empty = (value: unknown, key?: R.Key) => R.check(R.present(value, key), key, isEmpty, "no properties")

export const encodeQueryCount = (value: unknown, key?: R.Key) => String(R.between(R.int(value, key), key, 1, Infinity))

export const encodeQueryBoolean = (value: unknown, key?: R.Key) =>
  R.oneOf(toQueryBoolean(R.boolean(value, key)), key, ["true", "false"])
