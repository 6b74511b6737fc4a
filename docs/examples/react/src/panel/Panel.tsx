import { ClockControl } from "./ClockControl.tsx"
import { Mailbox } from "./Mailbox.tsx"
import { Requests } from "./Requests.tsx"

/** What the emulator knows and a visitor would not see. */
export default function Panel() {
  return (
    <div className="gf-stack-loose">
      <Mailbox />
      <Requests />
      <ClockControl />
    </div>
  )
}
