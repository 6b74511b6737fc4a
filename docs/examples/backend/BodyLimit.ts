/** Nobody has to say more at once than a note, or a question of an admin. */
import { ByteSize, Effect } from "effect"
import { HttpIncomingMessage, HttpRouter } from "effect/http"

/** The middleware for the whole server: longer bodies are not read to their end. */
export const BodyLimit = HttpRouter.middleware(
  Effect.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.kilobytes(64)),
  { global: true }
)
