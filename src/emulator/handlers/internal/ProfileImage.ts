/** Images of users, teams and members (docs/protocol/resources.md#users). */
import * as Effect from "effect/Effect"
import { isPicture, isUploaded } from "../../../domain/Picture.ts"
import { Caller } from "../../access/Caller.ts"
import { badRequest, type TextAnswer } from "../../errors/TextAnswer.ts"

const kinds = "a base64 data URL of a PNG, JPEG, GIF, WebP, AVIF or BMP image"

/** Clients upload images as base64 data URLs; servers may also use http(s) URLs. */
export const requireAllowed = (image: string | null | undefined): Effect.Effect<void, TextAnswer, Caller> =>
  Effect.flatMap(Caller, ({ level }) => {
    const isClient = level === "client"
    if (typeof image !== "string" || (isClient ? isUploaded(image) : isPicture(image))) return Effect.void
    const text = `The profile image must be ${isClient ? kinds : `an http(s) URL or ${kinds}`}.`
    return Effect.fail(badRequest(text))
  })
