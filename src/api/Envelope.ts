/** The envelopes of answers (docs/protocol/headers.md#answers). */
import * as Schema from "effect/Schema"
import * as Envelope from "../domain/Envelope.ts"
import { type Page as OnePage, type Pageable as Items, toPageable, type PageableWire, toPage } from "../domain/Page.ts"
import * as Rule from "./schema/Rule.ts"

/** The answer of an endpoint that creates something: status 201. */
export const withCreatedStatus = <S extends Schema.Top>(self: S): S["Rebuild"] => self.annotate({ httpApiStatus: 201 })

const Nothing = Schema.declare((_): _ is void => true)

const saysNothing = <E>(body: Schema.Codec<E, unknown>, example: E) =>
  body.pipe(Schema.decodeTo(Nothing, Rule.transform<void, E>({ decode: Envelope.nothing, encode: () => example })))

/** `{"success": true}`: it was done. */
export const Success = saysNothing(Schema.Struct({ success: Schema.Literal(true) }), { success: true })

/** `{"success": "true"}`: the same in words, as one endpoint says it. */
export const SuccessInWords = saysNothing(Schema.Struct({ success: Schema.Literal("true") }), { success: "true" })

/** `{"is_code_valid": true}`: the code can be used now. */
export const CodeIsValid = saysNothing(Schema.Struct({ is_code_valid: Schema.Literal(true) }), { is_code_valid: true })

/** `{"success": "maybe, …"}`: the answer does not reveal whether the user exists. */
export const MaybeSuccess = saysNothing(
  Schema.Struct({ success: Schema.Literal("maybe, only if user with e-mail exists") }),
  { success: "maybe, only if user with e-mail exists" }
)

/** `{}`: it was done. */
export const EmptyAnswer = saysNothing(Schema.Struct({}), {})

/** `{"ok": "ok"}`: it was done. */
export const Ok = saysNothing(Schema.Struct({ ok: Schema.Literal("ok") }), { ok: "ok" })

/** The list envelope; decodes to the plain list. */
export const List = <S extends Schema.Constraint>(item: S) =>
  Schema.Struct({ items: Schema.Array(item), is_paginated: Schema.Literal(false) }).pipe(
    Schema.decodeTo(
      Schema.Array(Schema.toType(item)),
      Rule.transform({
        decode: Envelope.toItems<S["Type"]>,
        encode: (items) => ({ items, is_paginated: false as const })
      })
    )
  )

const makePageWire = <S extends Schema.Constraint>(item: S) =>
  Schema.Struct({
    items: Schema.Array(item),
    is_paginated: Schema.Boolean,
    pagination: Schema.optional(Schema.Struct({ next_cursor: Schema.NullOr(Schema.String) }))
  })

/** One page of a list: `nextCursor` is the cursor of the next page, or null at the end and in lists without pages. */
export const Page = <S extends Schema.Constraint>(item: S) =>
  makePageWire(item).pipe(
    Schema.decodeTo(
      Schema.Struct({ items: Schema.Array(Schema.toType(item)), nextCursor: Schema.NullOr(Schema.String) }),
      Rule.transform({
        decode: toPage<S["Type"]>,
        encode: (page: OnePage<S["Type"]>): PageableWire<S["Type"]> => ({
          items: page.items,
          is_paginated: true,
          pagination: { next_cursor: page.nextCursor }
        })
      })
    )
  )

/** A list that has pages only if the request has a `limit`. */
export const Pageable = <S extends Schema.Constraint>(item: S) =>
  makePageWire(item).pipe(
    Schema.decodeTo(
      Schema.Struct({
        items: Schema.Array(Schema.toType(item)),
        nextCursor: Schema.optional(Schema.NullOr(Schema.String))
      }),
      Rule.transform({
        decode: toPageable<S["Type"]>,
        encode: ({ items, nextCursor }: Items<S["Type"]>): PageableWire<S["Type"]> => ({
          items,
          is_paginated: nextCursor !== undefined,
          pagination: nextCursor === undefined ? undefined : { next_cursor: nextCursor }
        })
      })
    )
  )
