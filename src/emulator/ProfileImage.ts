/** Images of users, teams and members (wire/entities §1 to §3). */
import * as Effect from "effect/Effect"
import { TextError } from "./TextError.ts"

const IMAGE = /^data:image\/(?:png|jpeg|jpg|gif|webp|avif|bmp|svg\+xml);base64,[A-Za-z0-9+/]+={0,2}$/

/** Clients upload images as base64 data URLs; only servers may link to one elsewhere. */
export const requireUploaded = (image: string | null | undefined): Effect.Effect<void, TextError> =>
  typeof image === "string" && !IMAGE.test(image)
    ? Effect.fail(new TextError({ status: 400, text: "The profile image must be a base64-encoded image data URL." }))
    : Effect.void
