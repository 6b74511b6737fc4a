import { Anonymous, Redirect } from "gatefold"
import { operation, useAction } from "gatefold/react"
import { useAuthText } from "../text/AuthText.tsx"
import { FormError } from "./FormError.tsx"

const continueAsGuest = operation("Guest.continue")(function* () {
  yield* Anonymous.signUp
  yield* Redirect.to("afterSignUp", { replace: true })
})

/** Signs up a guest, without any input; the account page turns a guest into a full account later. */
export const GuestButton = () => {
  const t = useAuthText()
  const start = useAction(continueAsGuest)
  return (
    <>
      <button
        type="button"
        className="gf-link-button gf-link-button-quiet"
        aria-disabled={start.isPending || undefined}
        onClick={() => (start.isPending ? undefined : void start.run())}
      >
        {t.signIn.asGuest}
      </button>
      <FormError error={start.error} />
    </>
  )
}
