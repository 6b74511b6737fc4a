import { useState } from "react"
import { Badge } from "#screens/components/Badge"
import { Button } from "#screens/components/Button"
import { Card } from "#screens/components/Card"
import { DialogButton } from "../../components/DialogButton.tsx"
import { Failure } from "../../components/Failure.tsx"
import { Page } from "../../components/Page.tsx"
import { When } from "../../components/When.tsx"
import { call, send } from "../../lib/control.ts"
import { readJournal } from "../../lib/live.ts"
import { useAct } from "../../lib/useAct.ts"
import { keepSnapshot, keptSnapshot } from "./keptSnapshot.ts"
import { SeedForm } from "./SeedForm.tsx"

/** Lets the browser save a text as a file. */
const saveAs = (name: string, text: string) => {
  const url = URL.createObjectURL(new Blob([text], { type: "application/octet-stream" }))
  const link = document.createElement("a")
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

/** The whole state: snapshots, seeds, export and import. */
export const StatePage = () => (
  <Page title="State" description="All that is in the emulator, of all projects.">
    <Snapshot />
    <SeedForm />
    <Export />
    <Reset />
  </Page>
)

const Snapshot = () => {
  const act = useAct()
  const [kept, setKept] = useState(keptSnapshot)
  const take = () =>
    act.run(async () => {
      keepSnapshot(await (await send("snapshot")).text())
      setKept(keptSnapshot())
    }, "The snapshot was taken.")
  const restore = () =>
    act.run(async () => {
      await send("restore", { method: "POST", body: kept?.text })
      await readJournal()
    }, "The state of the snapshot is back.")
  return (
    <Card
      title="Snapshot"
      description="Everything as it is now, mails and clock included, for as long as this page is open."
    >
      <div className="gf-row">
        <Button variant="primary" isPending={act.isPending} onClick={() => void take()}>
          Take a snapshot
        </Button>
        <Button isPending={act.isPending} disabled={kept === undefined} onClick={() => void restore()}>
          Restore
        </Button>
        <Button
          disabled={kept === undefined}
          onClick={() => (kept === undefined ? undefined : saveAs("gatefold-snapshot.json", kept.text))}
        >
          Download
        </Button>
        {kept !== undefined && (
          <Badge>
            Taken <When at={kept.at} />
          </Badge>
        )}
      </div>
      <Failure error={act.error} />
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
    <Card title="Export" description="Everything but mails and requests, as a seed for this or another emulator.">
      <div>
        <Button isPending={act.isPending} onClick={() => void save()}>
          Export as a seed
        </Button>
      </div>
      <Failure error={act.error} />
    </Card>
  )
}

const Reset = () => (
  <Card title="Reset" description="As new: the projects and seeds that the emulator was started with." tone="danger">
    <div>
      <DialogButton
        button="Reset the emulator"
        variant="danger-quiet"
        title="Reset the emulator?"
        submit="Reset"
        tone="danger"
        done="The emulator is as new."
        act={async () => {
          await call("reset", { method: "POST" })
          await readJournal()
        }}
      >
        <p>Users, teams, mails and requests of all projects go. Take a snapshot before to have them back.</p>
      </DialogButton>
    </div>
  </Card>
)
