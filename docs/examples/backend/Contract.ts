/**
 * The HTTP API of the example backend: a team's notes. Browsers import
 * this file for their typed client, servers for their handlers.
 */
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import {
  ApiKeyMiddleware,
  ApiKeyId,
  Permission,
  RequireTeamPermission,
  SessionId,
  SignedIn,
  TeamId,
  TeamMember,
  Unauthorized,
  Unavailable,
  UserId
} from "gatefold/backend/middleware"
import { MailPreviews } from "./AdminMailsContract.ts"

/* ------------------------------------------------------------------ account */

/** The claims of the access token, which need no request. */
export const Claims = Schema.Struct({ userId: UserId, sessionId: SessionId, expiresAt: Schema.Date })

/** The user as the service returns it. */
export const Profile = Schema.Struct({
  id: UserId,
  displayName: Schema.NullOr(Schema.String),
  primaryEmail: Schema.NullOr(Schema.String)
})

/** The caller. */
export class Account extends HttpApiGroup.make("account")
  .add(
    HttpApiEndpoint.get("claims", "/api/me", { success: Claims }),
    HttpApiEndpoint.get("profile", "/api/me/profile", { success: Profile, error: [Unauthorized, Unavailable] })
  )
  .middleware(SignedIn) {}

/* -------------------------------------------------------------------- notes */

/** A note of a team. */
export const Note = Schema.Struct({
  id: Schema.String,
  teamId: TeamId,
  authorId: UserId,
  text: Schema.String,
  writtenAt: Schema.Date
})
/** A note of a team. */
export interface Note extends Schema.Schema.Type<typeof Note> {}

/** The writable fields. */
export const NoteText = Schema.String.check(Schema.isTrimmed(), Schema.isMinLength(1), Schema.isMaxLength(500))

/** No such note in this team (404). */
export class NoteNotFound extends Schema.TaggedError<NoteNotFound>()(
  "NoteNotFound",
  { id: Schema.String },
  { httpApiStatus: 404 }
) {
  override get message() {
    return "This note is gone."
  }
}

/** The permission, in a team, to delete its notes. */
export const deleteNotes = "notes:delete"

/** Notes, for the members of a team. */
export class Notes extends HttpApiGroup.make("notes")
  .add(
    HttpApiEndpoint.get("list", "/api/teams/:teamId/notes", {
      params: { teamId: TeamId },
      success: Schema.Array(Note)
    }),
    HttpApiEndpoint.post("add", "/api/teams/:teamId/notes", {
      params: { teamId: TeamId },
      payload: Schema.Struct({ text: NoteText }),
      success: Note
    }),
    HttpApiEndpoint.delete("remove", "/api/teams/:teamId/notes/:noteId", {
      params: { teamId: TeamId, noteId: Schema.String },
      error: NoteNotFound
    })
      .annotate(Permission, deleteNotes)
      .middleware(RequireTeamPermission)
  )
  .middleware(TeamMember)
  .middleware(SignedIn) {}

/* ----------------------------------------------------------------- machines */

/** Whose API key it is. */
export const KeyOwner = Schema.Union([
  Schema.Struct({ type: Schema.Literal("user"), keyId: ApiKeyId, userId: UserId }),
  Schema.Struct({ type: Schema.Literal("team"), keyId: ApiKeyId, teamId: TeamId })
])

/** The operations for programs with a user's or a team's API key, in `x-api-key`. */
export class Machines extends HttpApiGroup.make("machines")
  .add(
    HttpApiEndpoint.get("whose", "/api/key", { success: KeyOwner }),
    /** With a team's key the notes of the team, with a user's key those that the user wrote. */
    HttpApiEndpoint.get("notes", "/api/key/notes", { success: Schema.Array(Note) })
  )
  .middleware(ApiKeyMiddleware) {}

/** The whole API. */
export class Api extends HttpApi.make("notes")
  .add(Account)
  .add(Notes)
  .add(Machines)
  .add(MailPreviews)
  .annotate(OpenApi.Title, "Notes")
  .annotate(OpenApi.Version, "1.0.0") {}
