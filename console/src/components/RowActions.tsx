import { useState } from "react"
import type { IconName } from "#screens/components/Icon"
import { MenuItem } from "#screens/components/MenuItem"
import { RowMenu } from "#screens/components/RowMenu"
import { FormDialog, type FormDialogProps } from "./FormDialog.tsx"

export interface RowAction extends Omit<FormDialogProps, "onClose"> {
  readonly icon: IconName
  readonly label: string
}

export interface RowActionsProps {
  /** The name of the row's item, for screen readers. */
  readonly what: string
  readonly actions: ReadonlyArray<RowAction>
}

/** The actions of a table row, behind three dots. Each opens a dialog. */
export const RowActions = ({ actions, what }: RowActionsProps) => {
  const [opened, setOpened] = useState<string>()
  const action = actions.find(({ label }) => label === opened)
  return (
    <>
      <RowMenu what={what}>
        {actions.map(({ icon, label, tone }) => (
          <MenuItem
            key={label}
            icon={icon}
            label={label}
            isDanger={tone === "danger"}
            onSelect={() => setOpened(label)}
          />
        ))}
      </RowMenu>
      {action !== undefined && <FormDialog {...action} onClose={() => setOpened(undefined)} />}
    </>
  )
}
