import { type AppFailure, describeError } from "../lib/describeError.ts"
import { Notice } from "./Notice.tsx"

/** Says why an action failed; nothing when it did not. */
export const FormError = ({ error }: { readonly error: AppFailure | undefined }) =>
  error === undefined ? null : (
    <Notice tone="danger" role="alert">
      <p>{describeError(error)}</p>
    </Notice>
  )
