/** The handlers for the endpoints in `Contract.ts`. Their middleware has already checked the caller. */
import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CurrentApiKey, CurrentTeam, CurrentUser } from "gatefold/backend"
import { Api } from "./Contract.ts"
import { NoteStore } from "./NoteStore.ts"

const AccountLive = HttpApiBuilder.group(Api, "account", (handlers) =>
  handlers
    .handle("claims", () =>
      Effect.map(CurrentUser, ({ claims }) => ({
        userId: claims.userId,
        sessionId: claims.sessionId,
        expiresAt: new Date(claims.expiresAtMillis)
      }))
    )
    // This is the first call here that asks the service.
    .handle("profile", () => Effect.flatMap(CurrentUser, ({ get }) => get))
)

const NotesLive = HttpApiBuilder.group(
  Api,
  "notes",
  Effect.fnUntraced(function* (handlers) {
    const notes = yield* NoteStore
    return handlers
      .handle("list", () => Effect.flatMap(CurrentTeam, ({ id }) => notes.ofTeam(id)))
      .handle(
        "add",
        Effect.fn("notes.add")(function* ({ payload: { text } }) {
          const { id: authorId } = yield* CurrentUser
          const { id: teamId } = yield* CurrentTeam
          return yield* notes.add({ teamId, authorId, text })
        })
      )
      .handle("remove", ({ params: { noteId } }) => Effect.flatMap(CurrentTeam, ({ id }) => notes.remove(id, noteId)))
  })
)

const MachinesLive = HttpApiBuilder.group(
  Api,
  "machines",
  Effect.fnUntraced(function* (handlers) {
    const notes = yield* NoteStore
    return handlers
      .handle("whose", () => Effect.map(CurrentApiKey, (key) => ({ ...key, keyId: key.id })))
      .handle("notes", () =>
        Effect.flatMap(CurrentApiKey, (key) =>
          key.type === "team" ? notes.ofTeam(key.teamId) : notes.ofAuthor(key.userId)
        )
      )
  })
)

/** The handlers of all groups. */
export const HandlersLive = Layer.mergeAll(AccountLive, NotesLive, MachinesLive)
