import type { ActiveFault } from "../../../../src/emulator/faults/Faults.ts"
import { Badge } from "#screens/components/Badge"
import { Button } from "#screens/components/Button"
import { Card } from "#screens/components/Card"
import { Empty } from "#screens/components/Empty"
import { Table } from "#screens/components/Table"
import { Failure } from "../../components/Failure.tsx"
import { Loaded } from "../../components/Loaded.tsx"
import { Page } from "../../components/Page.tsx"
import { When } from "../../components/When.tsx"
import { call } from "../../lib/control.ts"
import { useAct } from "../../lib/useAct.ts"
import { useRead } from "../../lib/useRead.ts"
import { AddFault } from "./AddFault.tsx"

/** A field of a rule, in words. */
const partOf = ([name, value]: readonly [string, unknown]): string =>
  `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`

/** The rules by which the emulator breaks requests. The console's own are never hit. */
export const FaultsPage = () => {
  const act = useAct()
  const read = useRead("faults", (signal) => call<ReadonlyArray<ActiveFault>>("faults", { signal }))
  return (
    <Page
      title="Faults"
      description="Break requests of your app on purpose. Those of this console are never hit."
      actions={
        <>
          <Button
            isPending={act.isPending}
            onClick={() => void act.run(() => call("faults", { method: "DELETE" }), "All rules were removed.")}
          >
            Clear
          </Button>
          <AddFault />
        </>
      }
    >
      <Failure error={act.error} />
      <Card title="Rules in use">
        <Loaded read={read}>
          {(faults) =>
            faults.length === 0 ? (
              <Empty title="Nothing is broken">Add a rule to see how your app takes it.</Empty>
            ) : (
              <Table label="Faults" columns={["Rule", "What it says", "Hits", "Added", ""]}>
                {faults.map(({ addedAt, hits, id, matched, rule }) => (
                  <tr key={id}>
                    <th scope="row">
                      <code>{id}</code>
                    </th>
                    <td>
                      <span className="gf-row">
                        {Object.entries(rule)
                          .filter(([name]) => name !== "id")
                          .map((field) => (
                            <Badge key={field[0]}>{partOf(field)}</Badge>
                          ))}
                      </span>
                    </td>
                    <td>
                      {hits} of {matched}
                    </td>
                    <td>
                      <When at={addedAt} />
                    </td>
                    <td className="gf-cell-actions">
                      <Button
                        size="small"
                        aria-label={`Remove ${id}`}
                        isPending={act.isPending}
                        onClick={() =>
                          void act.run(() => call(`faults/${encodeURIComponent(id)}`, { method: "DELETE" }))
                        }
                      >
                        Remove
                      </Button>
                    </td>
                  </tr>
                ))}
              </Table>
            )
          }
        </Loaded>
      </Card>
    </Page>
  )
}
