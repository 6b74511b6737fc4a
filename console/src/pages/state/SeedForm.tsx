import { useId, useState } from "react"
import { Button } from "#screens/components/Button"
import { Card } from "#screens/components/Card"
import { onSubmit } from "#screens/lib/form"
import { Failure } from "../../components/Failure.tsx"
import { call } from "../../lib/control.ts"
import { readJournal } from "../../lib/live.ts"
import { useAct } from "../../lib/useAct.ts"

/** Adds a seed, or replaces everything by a seed or a snapshot. */
export const SeedForm = () => {
  const act = useAct()
  const [text, setText] = useState("")
  const file = useId()
  const field = useId()
  const run = (path: string, done: string) =>
    act.run(async () => {
      await call(path, { method: "POST", body: text })
      await readJournal()
    }, done)
  const isEmpty = text.trim() === ""
  return (
    <Card title="Load a seed or a snapshot" description="A seed lists users, teams and settings as JSON.">
      <form className="gf-stack" onSubmit={onSubmit(() => void run("seed", "Seed added."))}>
        <div className="gf-field">
          <label className="gf-label" htmlFor={file}>
            File
          </label>
          <input
            id={file}
            type="file"
            accept=".json,application/json"
            onChange={({ currentTarget: { files } }) => void files?.[0]?.text().then(setText)}
          />
        </div>
        <div className="gf-field">
          <label className="gf-label" htmlFor={field}>
            JSON
          </label>
          <textarea
            id={field}
            className="gf-input gf-mono json-field"
            rows={8}
            spellCheck={false}
            autoComplete="off"
            placeholder={'{ "users": [{ "email": "ann@example.org", "password": "correct horse" }] }'}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
        </div>
        <Failure error={act.error} />
        <div className="gf-row">
          <Button variant="primary" type="submit" isPending={act.isPending} disabled={isEmpty}>
            Add the seed
          </Button>
          <Button isPending={act.isPending} disabled={isEmpty} onClick={() => void run("import", "Seed imported.")}>
            Replace everything by the seed
          </Button>
          <Button
            isPending={act.isPending}
            disabled={isEmpty}
            onClick={() => void run("restore", "Snapshot restored.")}
          >
            Restore the snapshot
          </Button>
        </div>
      </form>
    </Card>
  )
}
