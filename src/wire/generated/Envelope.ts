/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */
import { nothing } from "../../domain/Envelope.ts"
import * as R from "../runtime.ts"

const decodeSuccessWire = R.struct((o) => ({ success: R.literal(o.success, "success", true) }))

export const decodeSuccess = (value: unknown, key?: R.Key) => nothing(decodeSuccessWire(value, key))

const decodeCodeIsValidWire = R.struct((o) => ({ is_code_valid: R.literal(o.is_code_valid, "is_code_valid", true) }))

export const decodeCodeIsValid = (value: unknown, key?: R.Key) => nothing(decodeCodeIsValidWire(value, key))

const decodeOkWire = R.struct((o) => ({ ok: R.literal(o.ok, "ok", "ok") }))

export const decodeOk = (value: unknown, key?: R.Key) => nothing(decodeOkWire(value, key))

const decodeMaybeSuccessWire = R.struct((o) => ({
  success: R.literal(o.success, "success", "maybe, only if user with e-mail exists")
}))

export const decodeMaybeSuccess = (value: unknown, key?: R.Key) => nothing(decodeMaybeSuccessWire(value, key))

export const decodeEmptyAnswer = (value: unknown, key?: R.Key) => nothing(R.present(value, key))

const decodeSuccessInWordsWire = R.struct((o) => ({ success: R.literal(o.success, "success", "true") }))

export const decodeSuccessInWords = (value: unknown, key?: R.Key) => nothing(decodeSuccessInWordsWire(value, key))
