/** Where the notes are: in this process. A database would be another layer of the same service. */
import { Clock, Context, Effect, Layer, Random } from "effect"
import type { TeamId, UserId } from "gatefold/backend/middleware"
import { type Note, NoteNotFound } from "./Contract.ts"

/** The notes of all teams. */
export class NoteStore extends Context.Service<
  NoteStore,
  {
    readonly ofTeam: (teamId: TeamId) => Effect.Effect<ReadonlyArray<Note>>
    readonly ofAuthor: (authorId: UserId) => Effect.Effect<ReadonlyArray<Note>>
    readonly add: (note: Pick<Note, "teamId" | "authorId" | "text">) => Effect.Effect<Note>
    /** The team counts: the id of another team's note finds nothing. */
    readonly remove: (teamId: TeamId, id: string) => Effect.Effect<void, NoteNotFound>
  }
>()("example/NoteStore") {
  static readonly layerMemory = Layer.sync(NoteStore, () => {
    const notes = new Map<string, Note>()
    const all = (matches: (note: Note) => boolean) => Effect.sync(() => [...notes.values()].filter(matches))
    return {
      ofTeam: (teamId) => all((note) => note.teamId === teamId),
      ofAuthor: (authorId) => all((note) => note.authorId === authorId),
      add: Effect.fnUntraced(function* (input) {
        const id = String(yield* Random.nextIntBetween(1e15, 9e15))
        const note = { ...input, id, writtenAt: new Date(yield* Clock.currentTimeMillis) }
        notes.set(id, note)
        return note
      }),
      remove: (teamId, id) =>
        Effect.suspend(() => {
          if (notes.get(id)?.teamId !== teamId) return Effect.fail(new NoteNotFound({ id }))
          notes.delete(id)
          return Effect.void
        })
    }
  })
}
