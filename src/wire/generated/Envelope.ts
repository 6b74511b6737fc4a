/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import { nothing, toDrafts, toItems, toResults, toTemplates, toThemes } from "../../domain/Envelope.ts"
import * as R from "../Runtime.ts"

export const decodeToItems = <A>(list: R.Decode<ReadonlyArray<A>>) => {
  const wire = R.struct((o) => ({
    items: list(o.items, "items"),
    is_paginated: R.literal(o.is_paginated, "is_paginated", false)
  }))
  return (value: unknown, key?: R.Key) => toItems(wire(value, key))
}

const decodeSuccessWire = R.struct((o) => ({ success: R.literal(o.success, "success", true) }))

export const decodeSuccess = (value: unknown, key?: R.Key) => nothing(decodeSuccessWire(value, key))

const decodeCodeIsValidWire = R.struct((o) => ({ is_code_valid: R.literal(o.is_code_valid, "is_code_valid", true) }))

export const decodeCodeIsValid = (value: unknown, key?: R.Key) => nothing(decodeCodeIsValidWire(value, key))

export const decodeToDrafts = <A>(list: R.Decode<ReadonlyArray<A>>) => {
  const wire = R.struct((o) => ({ drafts: list(o.drafts, "drafts") }))
  return (value: unknown, key?: R.Key) => toDrafts(wire(value, key))
}

const decodeOkWire = R.struct((o) => ({ ok: R.literal(o.ok, "ok", "ok") }))

export const decodeOk = (value: unknown, key?: R.Key) => nothing(decodeOkWire(value, key))

export const decodeToThemes = <A>(list: R.Decode<ReadonlyArray<A>>) => {
  const wire = R.struct((o) => ({ themes: list(o.themes, "themes") }))
  return (value: unknown, key?: R.Key) => toThemes(wire(value, key))
}

export const decodeToResults = <A>(list: R.Decode<ReadonlyArray<A>>) => {
  const wire = R.struct((o) => ({ results: list(o.results, "results") }))
  return (value: unknown, key?: R.Key) => toResults(wire(value, key))
}

const decodeMaybeSuccessWire = R.struct((o) => ({
  success: R.literal(o.success, "success", "maybe, only if user with e-mail exists")
}))

export const decodeMaybeSuccess = (value: unknown, key?: R.Key) => nothing(decodeMaybeSuccessWire(value, key))

export const decodeEmptyAnswer = (value: unknown, key?: R.Key) => nothing(R.present(value, key))

const decodeSuccessInWordsWire = R.struct((o) => ({ success: R.literal(o.success, "success", "true") }))

export const decodeSuccessInWords = (value: unknown, key?: R.Key) => nothing(decodeSuccessInWordsWire(value, key))

export const decodeToTemplates = <A>(list: R.Decode<ReadonlyArray<A>>) => {
  const wire = R.struct((o) => ({ templates: list(o.templates, "templates") }))
  return (value: unknown, key?: R.Key) => toTemplates(wire(value, key))
}
