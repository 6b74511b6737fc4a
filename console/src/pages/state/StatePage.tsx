import { Button } from "#screens/components/Button"
import { Card } from "#screens/components/Card"
import { Field } from "#screens/components/Field"
import { onSubmitThenReset, readText } from "#screens/lib/form"
import { DialogButton } from "../../components/DialogButton.tsx"
import { Failure } from "../../components/Failure.tsx"
import { Glyph } from "../../components/Glyph.tsx"
import { Loaded } from "../../components/Loaded.tsx"
import { Page } from "../../components/Page.tsx"
import { FullTime } from "../../components/When.tsx"
import { call, send } from "../../lib/control.ts"
import { readJournal } from "../../lib/live.ts"
import { useAct } from "../../lib/useAct.ts"
import { useRead } from "../../lib/useRead.ts"
import { SeedForm } from "./SeedForm.tsx"

/** A state that the emulator keeps in its memory. */
interface Saved {
  readonly id: string
  readonly name: string
  readonly at: number
}

/** Lets the browser save a text as a file. */
const saveAs = (name: string, text: string) => {
  const url = URL.createObjectURL(new Blob([text], { type: "application/octet-stream" }))
  const link = document.createElement("a")
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

/** The whole state: saved states, seeds, export and reset. */
export const StatePage = () => (
  <Page title="State" description="Save everything in the emulator, and come back to it in one click.">
    <SavedStates />
    <SeedForm />
    <div className="columns">
      <Export />
      <Reset />
    </div>
  </Page>
)

const SavedStates = () => {
  const act = useAct()
  const read = useRead("saves", (signal) => call<ReadonlyArray<Saved>>("saves", { signal }))
  const save = (form: FormData) =>
    act.run(() => call("saves", { method: "POST", body: { name: readText(form, "name").trim() } }), "State saved.")
  const restore = ({ id, name }: Saved) =>
    act.run(async () => {
      await send(`saves/${id}`, { method: "POST" })
      await readJournal()
    }, `Restored “${name}”.`)
  const download = ({ id, name }: Saved) =>
    act.run(async () => {
      const snapshot = await (await send(`saves/${id}`)).text()
      saveAs(`${name.replaceAll(/\W+/g, "-").toLowerCase()}.snapshot.json`, snapshot)
    })
  return (
    <Card
      title="Saved states"
      description="Users, teams, emails, requests and the clock. The emulator keeps the last 10 until it stops."
    >
      <form className="gf-inline-form" onSubmit={onSubmitThenReset(save)}>
        <Field label="Name" name="name" placeholder="Before the import" maxLength={100} autoComplete="off" />
        <Button variant="primary" type="submit" isPending={act.isPending}>
          <Glyph name="save" />
          Save state
        </Button>
      </form>
      <Failure error={act.error} />
      <Loaded read={read} rows={1}>
        {(saved) =>
          saved.length === 0 ? (
            <p className="gf-muted gf-small">Nothing saved yet. Save before you try something, then restore.</p>
          ) : (
            <ul className="gf-list saved">
              {saved.map((state) => (
                <li key={state.id}>
                  <span className="gf-list-main">
                    <span className="gf-truncate">{state.name}</span>
                    <span className="gf-muted gf-small">
                      <FullTime at={state.at} />
                    </span>
                  </span>
                  <span className="actions">
                    <Button
                      size="small"
                      aria-label={`Restore ${state.name}`}
                      isPending={act.isPending}
                      onClick={() => void restore(state)}
                    >
                      Restore
                    </Button>
                    <Button
                      size="small"
                      variant="ghost"
                      aria-label={`Download ${state.name}`}
                      onClick={() => void download(state)}
                    >
                      Download
                    </Button>
                    <Button
                      size="small"
                      variant="ghost"
                      aria-label={`Delete ${state.name}`}
                      onClick={() => void act.run(() => call(`saves/${state.id}`, { method: "DELETE" }))}
                    >
                      Delete
                    </Button>
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}

const Export = () => {
  const act = useAct()
  const save = () =>
    act.run(async () => {
      const seed = await call<unknown>("export")
      saveAs("gatefold-seed.json", `${JSON.stringify(seed, undefined, 2)}\n`)
    })
  return (
    <Card title="Export" description="All projects, users and teams as a seed file. Emails and requests are not in it.">
      <div>
        <Button isPending={act.isPending} onClick={() => void save()}>
          Export a seed
        </Button>
      </div>
      <Failure error={act.error} />
    </Card>
  )
}

const Reset = () => (
  <Card title="Reset" description="Back to the projects and seeds that the emulator started with." tone="danger">
    <div>
      <DialogButton
        button="Reset the emulator"
        variant="danger-quiet"
        title="Reset the emulator?"
        submit="Reset"
        tone="danger"
        done="The emulator was reset."
        act={async () => {
          await call("reset", { method: "POST" })
          await readJournal()
        }}
      >
        <p>This deletes users, teams, emails and requests of all projects. Save the state first to get them back.</p>
      </DialogButton>
    </div>
  </Card>
)
