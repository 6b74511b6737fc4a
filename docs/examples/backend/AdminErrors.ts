/** The shared parts of the admin procedures. */
import { Schema } from "effect"

/** The service refused the request. The message says why. */
export class Refused extends Schema.TaggedError<Refused>()("Refused", { reason: Schema.String }) {
  override get message() {
    return this.reason
  }
}

/** Admins do not do this to themselves. */
export class NotYourself extends Schema.TaggedError<NotYourself>()("NotYourself", {}) {
  override get message() {
    return "Ask another admin to do this to your own account."
  }
}

/** How many come at once. */
export const Limit = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100 }))

/** A page of a list. */
export const Page = <Item extends Schema.Constraint>(item: Item) =>
  Schema.Struct({
    items: Schema.Array(item),
    /** Where the next page starts; null at the end. */
    nextCursor: Schema.NullOr(Schema.String)
  })
