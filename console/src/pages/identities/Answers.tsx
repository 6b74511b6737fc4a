import { useState } from "react"
import { Badge } from "#screens/components/Badge"
import { Card } from "#screens/components/Card"
import { SelectField } from "#screens/components/SelectField"
import { readText } from "#screens/lib/form"
import { isOutcome, type Outcome, outcomes } from "../../../../src/emulator/idp/Outcome.ts"
import type { SignInAnswer, Identity as Given } from "../../../../src/emulator/idp/SignInAnswer.ts"
import { ActButton } from "../../components/ActButton.tsx"
import { DialogButton } from "../../components/DialogButton.tsx"
import { Failure } from "../../components/Failure.tsx"
import { Loaded } from "../../components/Loaded.tsx"
import { call } from "../../lib/control.ts"
import { useAct } from "../../lib/useAct.ts"
import { useRead } from "../../lib/useRead.ts"
import { parseIdentity } from "./identity.ts"
import { IdentityFields } from "./IdentityFields.tsx"

interface State {
  readonly autoApprove: Given | null
  readonly script: ReadonlyArray<SignInAnswer>
}

const change = (change: Partial<State>) => call("identity-provider", { method: "POST", body: change })

const formatIdentity = (identity: Given | undefined): string =>
  identity?.displayName ?? identity?.email ?? identity?.accountId ?? "Ada Lovelace"

/** How the identity provider answers. By default, its page asks. */
export const Answers = () => {
  const act = useAct()
  const read = useRead("identity provider", (signal) => call<State>("identity-provider", { signal }))
  return (
    <Card title="Sign-in behavior" description="By default, the provider shows a page where you pick a person.">
      <Failure error={act.error} />
      <Loaded read={read} rows={2}>
        {({ autoApprove, script }) => (
          <>
            <div className="gf-row-between">
              <p>
                {autoApprove === null ? (
                  "Every sign-in shows the provider’s page."
                ) : (
                  <>
                    Every sign-in is approved as <strong>{formatIdentity(autoApprove)}</strong>, without the page.
                  </>
                )}
              </p>
              <span className="gf-row">
                {autoApprove !== null && (
                  <ActButton
                    size="small"
                    act={act}
                    run={() => change({ autoApprove: null })}
                    done="The provider’s page asks again."
                  >
                    Show the page
                  </ActButton>
                )}
                <DialogButton
                  button="Approve without asking"
                  size="small"
                  title="Approve every sign-in"
                  submit="Approve without asking"
                  act={(form) => change({ autoApprove: parseIdentity(form) })}
                >
                  <IdentityFields identity={{ displayName: "Ada Lovelace", email: "ada@example.com" }} />
                </DialogButton>
              </span>
            </div>
            <div className="gf-row-between">
              <h3>Scripted answers</h3>
              <span className="gf-row">
                {script.length > 0 && (
                  <ActButton size="small" act={act} run={() => change({ script: [] })}>
                    Remove all
                  </ActButton>
                )}
                <AddAnswer script={script} />
              </span>
            </div>
            {script.length === 0 ? (
              <p className="gf-muted gf-small">
                Script the next sign-ins, for example to deny one or to simulate an outage.
              </p>
            ) : (
              <ol className="gf-list">
                {script.map(({ identity, outcome = "approve" }, index) => (
                  <li key={index}>
                    <Badge>{index + 1}</Badge>
                    <span className="gf-list-main">{outcomes[outcome]}</span>
                    {outcome !== "deny" && outcome !== "unavailable" && <span>{formatIdentity(identity)}</span>}
                  </li>
                ))}
              </ol>
            )}
          </>
        )}
      </Loaded>
    </Card>
  )
}

const AddAnswer = ({ script }: Pick<State, "script">) => {
  const [outcome, setOutcome] = useState<Outcome>("approve")
  const hasIdentity = outcome !== "deny" && outcome !== "unavailable"
  return (
    <DialogButton
      button="Add answer"
      size="small"
      title="Script an answer"
      submit="Add answer"
      act={(form) => {
        const chosen = readText(form, "outcome")
        const answer: SignInAnswer = {
          outcome: isOutcome(chosen) ? chosen : "approve",
          ...(hasIdentity && { identity: parseIdentity(form) })
        }
        return change({ script: [...script, answer] })
      }}
    >
      <SelectField
        label="Answer"
        name="outcome"
        value={outcome}
        onChange={({ currentTarget: { value } }) => (isOutcome(value) ? setOutcome(value) : undefined)}
      >
        {Object.entries(outcomes).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      {hasIdentity && <IdentityFields identity={{ displayName: "Ada Lovelace", email: "ada@example.com" }} />}
    </DialogButton>
  )
}
