import { useAction } from "gatefold/react"
import { Badge } from "#screens/components/Badge"
import { Button } from "#screens/components/Button"
import { Card } from "#screens/components/Card"
import { FormError } from "#screens/components/FormError"
import { Notice } from "#screens/components/Notice"
import * as Admin from "../Admin.ts"
import type { ProjectProps } from "./ProjectProps.ts"

/** Whether the project is in production mode, and the problems to fix first. */
export const ProductionMode = ({ project: { findings, isProductionMode } }: ProjectProps) => {
  const set = useAction(Admin.setProductionMode)
  return (
    <Card
      title="Production mode"
      description="Redirects go only to https pages on your own domains."
      actions={isProductionMode ? <Badge tone="success">On</Badge> : <Badge>Off</Badge>}
    >
      <FormError error={set.error} />
      {findings.length > 0 && (
        <Notice
          tone="warning"
          title={findings.length === 1 ? "One thing to fix first" : `${findings.length} things to fix first`}
        >
          <ul className="findings">
            {findings.map((finding) => (
              <li key={`${finding.problem} ${finding.domain}`} className="gf-break">
                {finding.message}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <div>
        <Button isPending={set.isPending} onClick={() => void set.run({ on: !isProductionMode })}>
          {isProductionMode ? "Turn off" : "Turn on"}
        </Button>
      </div>
    </Card>
  )
}
