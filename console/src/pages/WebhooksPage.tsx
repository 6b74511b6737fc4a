import type { Attempt, EndpointOptions } from "../../../src/emulator/webhooks/Webhooks.ts"
import { Badge } from "#screens/components/Badge"
import { Button } from "#screens/components/Button"
import { Card } from "#screens/components/Card"
import { Empty } from "#screens/components/Empty"
import { Field } from "#screens/components/Field"
import { Table } from "#screens/components/Table"
import { text } from "#screens/lib/form"
import { DialogButton } from "../components/DialogButton.tsx"
import { Failure } from "../components/Failure.tsx"
import { Loaded } from "../components/Loaded.tsx"
import { Page } from "../components/Page.tsx"
import { Clock } from "../components/When.tsx"
import { call } from "../lib/control.ts"
import { listOf } from "../lib/forms.ts"
import { useAct } from "../lib/useAct.ts"
import { useRead } from "../lib/useRead.ts"

type Endpoint = Omit<EndpointOptions, "secret">

/** The endpoints of webhooks, and every attempt to deliver to them. */
export const WebhooksPage = () => {
  const act = useAct()
  const endpoints = useRead("endpoints", (signal) => call<ReadonlyArray<Endpoint>>("webhook-endpoints", { signal }))
  const attempts = useRead("attempts", (signal) => call<ReadonlyArray<Attempt>>("webhooks", { signal }))
  return (
    <Page
      title="Webhooks"
      description="What your servers are told of changes, signed as by the service."
      actions={<AddEndpoint />}
    >
      <Card title="Endpoints">
        <Loaded read={endpoints} rows={1}>
          {(endpoints) =>
            endpoints.length === 0 ? (
              <Empty title="No endpoints">Add one here, or with the option webhooks of the emulator.</Empty>
            ) : (
              <ul className="gf-list">
                {endpoints.map((endpoint) => (
                  <li key={endpoint.id}>
                    <span className="gf-list-main">
                      <code className="gf-break">{endpoint.url}</code>
                      <span className="gf-muted gf-small">{endpoint.events?.join(", ") ?? "All events"}</span>
                    </span>
                    {endpoint.projectId !== undefined && <Badge>{endpoint.projectId}</Badge>}
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </Card>
      <Card title="Attempts" description="Newest first. A failed one is repeated, by the emulator’s clock.">
        <Failure error={act.error} />
        <Loaded read={attempts}>
          {(attempts) =>
            attempts.length === 0 ? (
              <Empty title="Nothing was delivered yet" />
            ) : (
              <Table label="Attempts" columns={["Event", "Endpoint", "Answer", "At", ""]}>
                {attempts.toReversed().map((attempt) => (
                  <tr key={`${attempt.messageId} ${attempt.url} ${attempt.attempt} ${attempt.at}`}>
                    <th scope="row">
                      <code>{attempt.type}</code>
                    </th>
                    <td className="gf-break">{attempt.url}</td>
                    <td>
                      <span className="gf-row">
                        <Badge tone={attempt.delivered ? "success" : "danger"}>{attempt.status ?? "none"}</Badge>
                        {attempt.attempt > 1 && <span className="gf-muted">attempt {attempt.attempt}</span>}
                      </span>
                    </td>
                    <td>
                      <Clock at={attempt.at} />
                    </td>
                    <td className="gf-cell-actions">
                      <Button
                        size="small"
                        aria-label={`Deliver ${attempt.type} again`}
                        isPending={act.isPending}
                        onClick={() =>
                          void act.run(
                            () => call(`webhooks/${encodeURIComponent(attempt.messageId)}`, { method: "POST" }),
                            "It was delivered again."
                          )
                        }
                      >
                        Redeliver
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

const AddEndpoint = () => (
  <DialogButton
    button="Add endpoint"
    variant="primary"
    title="Add endpoint"
    submit="Add endpoint"
    done="The endpoint gets every event from now on."
    act={(form) => {
      const events = listOf(text(form, "events"))
      const secret = text(form, "secret").trim()
      const endpoint = {
        url: text(form, "url").trim(),
        ...(events.length > 0 && { events }),
        ...(secret !== "" && { secret })
      }
      return call("seed", { method: "POST", body: { webhooks: [endpoint] } })
    }}
  >
    <Field label="URL" name="url" required placeholder="http://localhost:3000/api/webhooks" autoComplete="off" />
    <Field
      label="Events"
      name="events"
      placeholder="user.created, team.created"
      autoComplete="off"
      hint="Empty: all."
    />
    <Field label="Secret" name="secret" placeholder="whsec_…" autoComplete="off" hint="Empty: made up." />
  </DialogButton>
)
