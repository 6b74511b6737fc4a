import { useResource } from "gatefold/react"
import { Skeleton } from "#screens/components/Skeleton"
import { useKept } from "../lib/useKept.ts"
import { ClockControl } from "./ClockControl.tsx"
import * as Developer from "./Developer.ts"
import { fewMails, Mailbox } from "./Mailbox.tsx"
import { Requests, shownRequests } from "./Requests.tsx"

/** Shows the emulator's data, which visitors of the app don't see. */
export default function Panel() {
  const reads = [
    useKept(useResource(Developer.mails, fewMails, { as: "result" })),
    useKept(useResource(Developer.requests, shownRequests, { as: "result" })),
    useKept(useResource(Developer.clock, undefined, { as: "result" }))
  ]
  // Together, because what is below would move when the first one comes.
  if (reads.some(({ status }) => status === "pending")) return <Skeleton rows={8} />
  return (
    <div className="gf-stack-loose">
      <Mailbox />
      <Requests />
      <ClockControl />
    </div>
  )
}
