import { Anonymous, Redirect } from "gatefold"
import { operation, useAction } from "gatefold/react"
import { Button } from "./Button.tsx"
import { FormError } from "./FormError.tsx"

const continueAsGuest = operation("Guest.continue")(function* () {
  yield* Anonymous.signUp
  yield* Redirect.to("afterSignUp", { replace: true })
})

/** Signs up without anything; the account page turns a guest into a full account later. */
export const GuestButton = ({ block = false }: { readonly block?: boolean | undefined }) => {
  const start = useAction(continueAsGuest)
  return (
    <>
      <Button variant="ghost" block={block} isPending={start.isPending} onClick={() => void start.run()}>
        Continue as a guest
      </Button>
      <FormError error={start.error} />
    </>
  )
}
