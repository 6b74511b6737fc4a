import { useId, useState } from "react"
import { Button, buttonClass } from "#screens/components/Button"
import { Card } from "#screens/components/Card"
import { JsonField, messageOfJson } from "../../../../docs/examples/react/src/pages/admin/users/JsonField.tsx"
import { DialogButton } from "../../components/DialogButton.tsx"
import { Failure } from "../../components/Failure.tsx"
import { call } from "../../lib/control.ts"
import { readJournal } from "../../lib/live.ts"
import { useAct } from "../../lib/useAct.ts"

const example = `{
  "users": [
    { "email": "ann@example.org", "password": "correct horse" }
  ]
}`

/** Whether a text is a snapshot, which only the emulator can read. */
const isSnapshot = (text: string): boolean => /^\s*\{\s*"format"\s*:\s*"gatefold-emulator-snapshot"/.test(text)

/** Adds a seed, or replaces everything by a seed or a snapshot. */
export const SeedForm = () => {
  const act = useAct()
  const [text, setText] = useState("")
  const [fileName, setFileName] = useState<string>()
  const file = useId()
  const load = async (path: string) => {
    await call(path, { method: "POST", body: text })
    await readJournal()
  }
  const isReady = text.trim() !== "" && messageOfJson(text) === undefined
  const isReplacing = isSnapshot(text)
  const submit = () =>
    isReplacing ? act.run(() => load("restore"), "Snapshot restored.") : act.run(() => load("seed"), "Seed added.")
  return (
    <Card
      title="Load a seed or a snapshot"
      description="A seed adds users, teams and settings. A snapshot replaces everything."
    >
      <div className="gf-stack">
        <div className="gf-field">
          <label className="gf-label" htmlFor={file}>
            File
          </label>
          <div className="file-drop">
            <input
              id={file}
              type="file"
              accept=".json,application/json"
              onChange={({ currentTarget: { files } }) => {
                setFileName(files?.[0]?.name)
                void files?.[0]?.text().then(setText)
              }}
            />
            <span className={buttonClass({ size: "small" })} aria-hidden>
              Choose file
            </span>
            <span className="gf-truncate" aria-hidden>
              {fileName ?? "or drop a JSON file here"}
            </span>
          </div>
        </div>
        <JsonField
          label="JSON"
          hint="Choose or drop a file above, or write a seed here."
          empty="Nothing to load yet."
          placeholder={example}
          rows={6}
          value={text}
          onChange={setText}
        />
        <Failure error={act.error} />
        <div className="gf-row">
          <Button variant="primary" isPending={act.isPending} disabled={!isReady} onClick={() => void submit()}>
            {isReplacing ? "Restore the snapshot" : "Add the seed"}
          </Button>
          {isReady && !isReplacing && (
            <DialogButton
              button="Replace everything"
              variant="danger-quiet"
              title="Replace everything?"
              submit="Replace everything"
              tone="danger"
              done="Seed imported."
              act={() => load("import")}
            >
              <p>
                This deletes users, teams, emails and requests of all projects, and then adds the seed. Save the state
                first to get them back.
              </p>
            </DialogButton>
          )}
        </div>
      </div>
    </Card>
  )
}
