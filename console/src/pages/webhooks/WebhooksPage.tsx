import { useParams } from "react-router"
import { Badge } from "#screens/components/Badge"
import { Card } from "#screens/components/Card"
import { Empty } from "#screens/components/Empty"
import type { WebhookEndpointOptions } from "../../../../src/emulator/webhooks/WebhookEndpoint.ts"
import type { Received } from "../../../../src/emulator/webhooks/Webhooks.ts"
import { ActButton } from "../../components/ActButton.tsx"
import { Failure } from "../../components/Failure.tsx"
import { ListLink } from "../../components/ListLink.tsx"
import { Loaded } from "../../components/Loaded.tsx"
import { Page } from "../../components/Page.tsx"
import { ScopeSwitch } from "../../components/ScopeSwitch.tsx"
import { Teach } from "../../components/Teach.tsx"
import { Clock } from "../../components/When.tsx"
import { WithDetail } from "../../components/WithDetail.tsx"
import { groupAttempts, useAttempts } from "../../lib/activity.ts"
import { call } from "../../lib/control.ts"
import { useProject } from "../../lib/Project.tsx"
import { useAct } from "../../lib/useAct.ts"
import { usePinned } from "../../lib/usePinned.ts"
import { useRead } from "../../lib/useRead.ts"
import { useScope } from "../../lib/useScope.ts"
import { DeliveryBadge } from "../timeline/Caused.tsx"
import { AddEndpoint } from "./AddEndpoint.tsx"
import { MessageView } from "./MessageView.tsx"
import { formatUrl, receiverUrl } from "./receiver.ts"

/** An endpoint, as the control paths show it: without its secret. */
type Endpoint = Omit<WebhookEndpointOptions, "secret"> & { readonly id: string }

interface Receiver {
  readonly received: ReadonlyArray<Received>
  readonly status: number
}

/** The endpoints of webhooks, and everything that was delivered to them. */
export const WebhooksPage = () => {
  const { messageId } = useParams()
  const { to } = useProject()
  const scope = useScope()
  const endpoints = useRead("endpoints", (signal) => call<ReadonlyArray<Endpoint>>("webhook-endpoints", { signal }))
  const receiver = useRead("receiver", (signal) => call<Receiver>("receiver", { signal }))
  const attempts = useAttempts()
  const shown = endpoints.status === "done" ? endpoints.value.filter(scope.has) : []
  const messages = attempts.status === "done" ? groupAttempts(attempts.value) : []
  const scopedMessages = messages.filter(({ last }) => scope.has(last))
  const opened = messages.find(({ id }) => id === messageId)
  // Wide windows have room for the newest one.
  const pinned = usePinned(scopedMessages, ({ id }) => id)
  const chosen = opened ?? pinned
  return (
    <Page
      title="Webhooks"
      description="Events that your servers receive, signed like those of the service."
      actions={shown.length > 0 && <AddEndpoint />}
      tools={<ScopeSwitch scope={scope} />}
    >
      <Loaded read={endpoints} rows={2}>
        {() => (shown.length === 0 ? <NoEndpoints /> : <Endpoints endpoints={shown} status={readStatus(receiver)} />)}
      </Loaded>
      {(scopedMessages.length > 0 || shown.length > 0) && (
        <Loaded read={attempts}>
          {() =>
            scopedMessages.length === 0 && chosen === undefined ? (
              <Empty title="No deliveries yet">Create or change a user or a team: each event appears here.</Empty>
            ) : (
              <WithDetail
                label="Deliveries"
                isOpen={opened !== undefined}
                list={scopedMessages.map((message) => (
                  <li key={message.id}>
                    <ListLink to={to(`webhooks/${message.id}`)} isShown={message === chosen}>
                      <span className="line">
                        <code className="detail-title gf-truncate">{message.last.type}</code>
                        <DeliveryBadge message={message} />
                      </span>
                      <span className="line line-minor">
                        <span className="gf-truncate">{formatUrl(message.last.url)}</span>
                        <Clock at={message.last.at} />
                      </span>
                    </ListLink>
                  </li>
                ))}
              >
                {chosen === undefined ? (
                  <Empty title="Select a delivery">See its payload, headers and attempts.</Empty>
                ) : (
                  <MessageView
                    key={chosen.id}
                    message={chosen}
                    received={
                      receiver.status === "done"
                        ? receiver.value.received.findLast((webhook) => webhook.messageId === chosen.id)
                        : undefined
                    }
                  />
                )}
              </WithDetail>
            )
          }
        </Loaded>
      )}
    </Page>
  )
}

const readStatus = (read: ReturnType<typeof useRead<Receiver>>): number =>
  read.status === "done" ? read.value.status : 200

const addReceiver = () => call("seed", { method: "POST", body: { webhooks: [{ url: receiverUrl }] } })

const NoEndpoints = () => {
  const act = useAct()
  return (
    <Teach
      icon="hook"
      title="No endpoints yet"
      action={
        <>
          <ActButton variant="primary" act={act} run={addReceiver} done="The built-in receiver is on.">
            Use the built-in receiver
          </ActButton>
          <AddEndpoint />
        </>
      }
    >
      <p>
        The built-in receiver keeps every webhook in the emulator, so you can see payloads and signatures before you
        write a handler. Nothing leaves this process.
      </p>
      <Failure error={act.error} />
    </Teach>
  )
}

const answers = [200, 204, 400, 404, 500, 503]

const Endpoints = ({ endpoints, status }: { readonly endpoints: ReadonlyArray<Endpoint>; readonly status: number }) => {
  const act = useAct()
  const hasReceiver = endpoints.some(({ url }) => url === receiverUrl)
  return (
    <Card
      title="Endpoints"
      actions={
        !hasReceiver && (
          <ActButton size="small" act={act} run={addReceiver}>
            Use the built-in receiver
          </ActButton>
        )
      }
    >
      <Failure error={act.error} />
      <ul className="gf-list">
        {endpoints.map(({ events, id, projectId, url }) => (
          <li key={id}>
            <span className="gf-list-main">
              {url === receiverUrl ? <span>Built-in receiver</span> : <code className="gf-break">{url}</code>}
              <span className="gf-muted gf-small">{events?.join(", ") ?? "All events"}</span>
            </span>
            <span className="actions actions-below">
              {projectId !== undefined && <Badge>One project</Badge>}
              {url === receiverUrl && (
                <label className="gf-row gf-small">
                  Answers with
                  <select
                    className="gf-input answer-status"
                    value={status}
                    onChange={({ currentTarget: { value } }) =>
                      void act.run(
                        () => call("receiver", { method: "POST", body: { status: Number(value) } }),
                        `The receiver answers with ${value}.`
                      )
                    }
                  >
                    {[...new Set([...answers, status])].map((answer) => (
                      <option key={answer}>{answer}</option>
                    ))}
                  </select>
                </label>
              )}
              <ActButton
                size="small"
                label={`Remove ${formatUrl(url)}`}
                act={act}
                run={() => call(`webhook-endpoints/${encodeURIComponent(id)}`, { method: "DELETE" })}
                done="Endpoint removed."
              >
                Remove
              </ActButton>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
