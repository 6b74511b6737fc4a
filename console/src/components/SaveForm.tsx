import { type ReactNode, useState } from "react"
import { Button } from "#screens/components/Button"
import { onSubmit } from "#screens/lib/form"
import { useAct } from "../lib/useAct.ts"
import { Failure } from "./Failure.tsx"

export interface SaveFormProps {
  readonly save: (form: FormData) => Promise<unknown>
  /** The confirmation after success. */
  readonly done: string
  readonly children: ReactNode
}

/** A form that can be saved once something in it has changed. Give it a key of the saved values. */
export const SaveForm = ({ children, done, save }: SaveFormProps) => {
  const act = useAct()
  const [isChanged, setChanged] = useState(false)
  return (
    <form
      className="gf-stack narrow"
      onInput={({ currentTarget }) => setChanged([...currentTarget.elements].some(hasChanged))}
      onSubmit={onSubmit((form) => void act.run(() => save(form), done))}
    >
      {children}
      <Failure error={act.error} />
      <div>
        <Button variant="primary" type="submit" isPending={act.isPending} isOff={!isChanged}>
          Save
        </Button>
      </div>
    </form>
  )
}

const hasChanged = (field: Element): boolean =>
  field instanceof HTMLInputElement && (field.value !== field.defaultValue || field.checked !== field.defaultChecked)
