import { type AppFailure, describeError, findFaultId } from "../lib/describeError.ts"
import { useAuthText } from "../text/AuthText.tsx"
import { Notice } from "./Notice.tsx"
import { RequestId } from "./RequestId.tsx"

export interface FormErrorProps {
  readonly error: AppFailure | undefined
  /** Errors that a field or a dialog shows instead. */
  readonly except?: ReadonlyArray<AppFailure["_tag"]> | undefined
}

/** Says why an action failed; nothing when it did not. */
export const FormError = ({ error, except = [] }: FormErrorProps) => {
  const t = useAuthText()
  return error === undefined || except.includes(error._tag) ? null : (
    <Notice tone="danger" role="alert">
      <p>{describeError(t, error)}</p>
      <RequestId id={findFaultId(error)} />
    </Notice>
  )
}
