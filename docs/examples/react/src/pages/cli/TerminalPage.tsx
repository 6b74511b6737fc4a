import { useAction } from "gatefold/react"
import { Button } from "#screens/components/Button"
import { Card } from "#screens/components/Card"
import { FormError } from "#screens/components/FormError"
import { Icon } from "#screens/components/Icon"
import { PageHeader } from "#screens/components/PageHeader"
import * as Developer from "../../panel/Developer.ts"
import { TerminalScreen } from "./TerminalScreen.tsx"

/** A login of a terminal: the program runs on the demo's server, and the confirmation in this browser. */
export default function TerminalPage() {
  const start = useAction(Developer.startTerminalLogin)
  return (
    <div className="gf-page">
      <PageHeader title="Terminal" description="A command line signs you in through your browser." />
      <Card
        title="A program on a command line"
        description="It prints a link and waits until you confirm it. Notes that you take first belong to a guest. If you sign up through the link, your account keeps them."
        actions={
          <>
            <Button isPending={start.isPending} onClick={() => void start.run({ asGuest: true })}>
              Note something first
            </Button>
            <Button variant="primary" isPending={start.isPending} onClick={() => void start.run({ asGuest: false })}>
              <Icon name="terminal" /> {start.value === undefined ? "Run the program" : "Run it again"}
            </Button>
          </>
        }
      >
        <FormError error={start.error} />
        <TerminalScreen key={start.value?.id} login={start.value} />
      </Card>
    </div>
  )
}
