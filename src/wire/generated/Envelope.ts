/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import { draftsOf, itemsOf, nothing, resultsOf, templatesOf, themesOf } from "../../domain/Envelope.ts"
import * as R from "../Runtime.ts"

export const decodeItemsOf = <A>(list: R.Decode<ReadonlyArray<A>>) => {
  const wire = R.struct((o) => ({
    items: list(o.items, "items"),
    is_paginated: R.literal(o.is_paginated, "is_paginated", false)
  }))
  return (value: unknown, key?: R.Key) => itemsOf(wire(value, key))
}

const decodeSuccessWire = R.struct((o) => ({ success: R.literal(o.success, "success", true) }))

export const decodeSuccess = (value: unknown, key?: R.Key) => nothing(decodeSuccessWire(value, key))

const decodeCodeIsValidWire = R.struct((o) => ({ is_code_valid: R.literal(o.is_code_valid, "is_code_valid", true) }))

export const decodeCodeIsValid = (value: unknown, key?: R.Key) => nothing(decodeCodeIsValidWire(value, key))

export const decodeDraftsOf = <A>(list: R.Decode<ReadonlyArray<A>>) => {
  const wire = R.struct((o) => ({ drafts: list(o.drafts, "drafts") }))
  return (value: unknown, key?: R.Key) => draftsOf(wire(value, key))
}

const decodeOkWire = R.struct((o) => ({ ok: R.literal(o.ok, "ok", "ok") }))

export const decodeOk = (value: unknown, key?: R.Key) => nothing(decodeOkWire(value, key))

export const decodeThemesOf = <A>(list: R.Decode<ReadonlyArray<A>>) => {
  const wire = R.struct((o) => ({ themes: list(o.themes, "themes") }))
  return (value: unknown, key?: R.Key) => themesOf(wire(value, key))
}

export const decodeResultsOf = <A>(list: R.Decode<ReadonlyArray<A>>) => {
  const wire = R.struct((o) => ({ results: list(o.results, "results") }))
  return (value: unknown, key?: R.Key) => resultsOf(wire(value, key))
}

const decodeMaybeSuccessWire = R.struct((o) => ({
  success: R.literal(o.success, "success", "maybe, only if user with e-mail exists")
}))

export const decodeMaybeSuccess = (value: unknown, key?: R.Key) => nothing(decodeMaybeSuccessWire(value, key))

export const decodeEmptyAnswer = (value: unknown, key?: R.Key) => nothing(R.present(value, key))

const decodeSuccessInWordsWire = R.struct((o) => ({ success: R.literal(o.success, "success", "true") }))

export const decodeSuccessInWords = (value: unknown, key?: R.Key) => nothing(decodeSuccessInWordsWire(value, key))

export const decodeTemplatesOf = <A>(list: R.Decode<ReadonlyArray<A>>) => {
  const wire = R.struct((o) => ({ templates: list(o.templates, "templates") }))
  return (value: unknown, key?: R.Key) => templatesOf(wire(value, key))
}
