import { FormError } from "../../components/FormError.tsx"
import type { AppFailure } from "../../lib/describeError.ts"
import { SecondFactor } from "./SecondFactor.tsx"

export interface SignInErrorProps {
  /** The action that signs in. */
  readonly action: { readonly error: AppFailure | undefined; readonly reset: () => void }
  readonly except?: ReadonlyArray<AppFailure["_tag"]> | undefined
}

/** Why a sign-in failed; when only the second factor is missing, it is asked for. */
export const SignInError = ({ action, except = [] }: SignInErrorProps) => (
  <>
    <FormError error={action.error} except={["MultiFactorAuthenticationRequired", ...except]} />
    <SecondFactor error={action.error} onCancel={action.reset} />
  </>
)
