import { Anonymous, Redirect } from "gatefold"
import { Effect } from "effect"
import { useAction } from "gatefold/react"
import { Button } from "../../components/Button.tsx"
import { FormError } from "../../components/FormError.tsx"

const continueAsGuest = Effect.andThen(Anonymous.signUp, Redirect.to("afterSignUp", { replace: true }))

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
