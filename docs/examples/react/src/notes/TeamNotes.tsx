import { RequirePermission, useAction, useResource, useTeamMembers } from "gatefold/react"
import { Button } from "#screens/components/Button"
import { Card } from "#screens/components/Card"
import { Field } from "#screens/components/Field"
import { FormError } from "#screens/components/FormError"
import { Icon } from "#screens/components/Icon"
import { Loaded } from "#screens/components/Loaded"
import { RelativeTime } from "#screens/components/RelativeTime"
import { onSubmitThenReset, readText } from "#screens/lib/form"
import type { TeamProps } from "#screens/lib/Team"
import { deleteNotes } from "../../../backend/Contract.ts"
import * as Notes from "./Notes.ts"

/** Notes of a team: not Gatefold's but the app's own, from its backend, by the same hooks. */
export const TeamNotes = ({ team }: TeamProps) => {
  const notes = useResource(Notes.list, team.id, { as: "result" })
  const members = useTeamMembers(team.id, { as: "result" }).value
  const add = useAction(Notes.add)
  const remove = useAction(Notes.remove)
  const run = async (form: FormData) => (await add.run({ teamId: team.id, text: readText(form, "text").trim() })).ok
  const authorOf = (userId: string) => members?.find((member) => member.userId === userId)?.displayName ?? "Somebody"
  return (
    <Card title="Notes" description="From the app's own backend, which lets members of the team in.">
      <form className="gf-stack" onSubmit={onSubmitThenReset(run)}>
        <FormError error={add.error} />
        <div className="gf-inline-form">
          <Field label="New note" name="text" autoComplete="off" maxLength={500} required />
          <Button type="submit" isPending={add.isPending}>
            Add
          </Button>
        </div>
      </form>
      <FormError error={remove.error} />
      <Loaded read={notes} rows={1}>
        {(notes) =>
          notes.length === 0 ? (
            <p className="gf-muted gf-small">Nobody has written anything yet.</p>
          ) : (
            <ul className="gf-list" aria-label="Notes of the team">
              {notes.map((note) => (
                <li key={note.id}>
                  <span className="gf-list-main">
                    <span className="gf-break">{note.text}</span>
                    <span className="gf-muted gf-small">
                      {authorOf(note.authorId)}, <RelativeTime date={note.writtenAt} />
                    </span>
                  </span>
                  <RequirePermission permission={deleteNotes} teamId={team.id}>
                    <Button
                      size="small"
                      variant="ghost"
                      aria-label={`Delete the note “${note.text}”`}
                      isPending={remove.isPending}
                      onClick={() => void remove.run({ teamId: team.id, noteId: note.id })}
                    >
                      <Icon name="trash" />
                    </Button>
                  </RequirePermission>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}
