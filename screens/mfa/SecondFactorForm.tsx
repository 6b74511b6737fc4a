import { Mfa } from "gatefold"
import { useAction } from "gatefold/react"
import type { ReactNode } from "react"
import { FormError } from "../components/FormError.tsx"
import type { AppFailure } from "../lib/describeError.ts"
import { onSubmit, readText } from "../lib/form.ts"
import { TotpField } from "./TotpField.tsx"

/** The error of a sign-in that needs only the second factor. */
export type SecondFactorError = Extract<AppFailure, { readonly _tag: "MultiFactorAuthenticationRequired" }>

export interface SecondFactorFormProps {
  readonly error: SecondFactorError
  /** The buttons. */
  readonly children: (isPending: boolean) => ReactNode
}

/** Asks for the digits, and finishes the sign-in. */
export const SecondFactorForm = ({ children, error }: SecondFactorFormProps) => {
  const signIn = useAction(Mfa.signIn)
  const { attemptCode } = error.details
  return (
    <form
      className="gf-stack"
      onSubmit={onSubmit((form) => void signIn.run({ attemptCode, totp: readText(form, "totp").trim() }))}
    >
      <TotpField error={signIn.error} autoFocus />
      <FormError error={signIn.error} except={["InvalidTotpCode"]} />
      {children(signIn.isPending)}
    </form>
  )
}
