/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import { isObjectText } from "../../../domain/text/Json.ts"
import { isCredential, isNotEmpty, isPasswordLength, isWellFormed, redact } from "../../../domain/text/SecretText.ts"
import * as R from "../../Runtime.ts"

export const decodePollingCode = (value: unknown, key?: R.Key) => redact(R.string(value, key))

export const decodeAccessToken = (value: unknown, key?: R.Key) =>
  redact(R.check(R.string(value, key), key, isCredential, "visible ASCII characters, and not the word undefined"))

export const decodeApiKeyValue = (value: unknown, key?: R.Key) =>
  redact(R.check(R.string(value, key), key, isNotEmpty, "a secret that is not empty"))

export const encodeApiKeyValue = (value: unknown, key?: R.Key) =>
  R.check(R.reveal(value, key), key, isNotEmpty, "a secret that is not empty")

export const encodeAccessToken = (value: unknown, key?: R.Key) =>
  R.check(R.reveal(value, key), key, isCredential, "visible ASCII characters, and not the word undefined")

export const decodeConfigurationText = (value: unknown, key?: R.Key) =>
  redact(R.check(R.string(value, key), key, isObjectText, "a JSON object as text"))

export const encodeConfigurationText = (value: unknown, key?: R.Key) =>
  R.check(R.reveal(value, key), key, isObjectText, "a JSON object as text")

export const encodePassword = (value: unknown, key?: R.Key) =>
  R.check(
    R.check(R.reveal(value, key), key, isPasswordLength, "a password of at most 70 characters"),
    key,
    isWellFormed,
    "a password without unpaired surrogates"
  )
