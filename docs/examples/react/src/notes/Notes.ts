/** The notes of a team, of the example backend, as operations for the hooks. */
import type { TeamId } from "gatefold/backend/middleware"
import { operation } from "gatefold/react"
import { backend } from "../lib/backend.ts"

export const list = operation("Notes.list")((teamId: TeamId) =>
  backend.notes(({ notes }) => notes.list({ params: { teamId } }))
)

export const add = operation("Notes.add", { changes: ["Notes.list"] })(
  ({ teamId, text }: { readonly teamId: TeamId; readonly text: string }) =>
    backend.notes(({ notes }) => notes.add({ params: { teamId }, payload: { text } }))
)

export const remove = operation("Notes.remove", { changes: ["Notes.list"] })(
  (params: { readonly teamId: TeamId; readonly noteId: string }) =>
    backend.notes(({ notes }) => notes.remove({ params }))
)
