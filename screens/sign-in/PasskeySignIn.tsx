import { Passkey } from "gatefold"
import { useAction } from "gatefold/react"
import { useEffect, useState } from "react"
import { Button } from "../components/Button.tsx"
import { FormError } from "../components/FormError.tsx"
import { Icon } from "../components/Icon.tsx"
import { lastUsedDescriptionId, LastUsed } from "../components/LastUsed.tsx"
import { readLastMethod, rememberMethod } from "../lib/lastMethod.ts"
import type { SecondFactorError } from "../mfa/SecondFactorCard.tsx"
import { useAuthText } from "../text/AuthText.tsx"

export interface PasskeySignInProps {
  /** Whether the page has a field where the browser can offer passkeys. */
  readonly hasField: boolean
  readonly onSecondFactor: (error: SecondFactorError) => void
}

/** Signs in with a passkey: by a button, or as one of the browser's suggestions in the field for the address. */
export const PasskeySignIn = ({ hasField, onSecondFactor }: PasskeySignInProps) => {
  const t = useAuthText()
  const [last] = useState(readLastMethod)
  const byButton = useAction(Passkey.signIn)
  const bySuggestion = useAction(Passkey.signIn)
  const { isPending } = byButton
  const { reset, run } = bySuggestion
  const follow = (result: Awaited<ReturnType<typeof run>>) => {
    if (result.ok) rememberMethod("passkey")
    else if (result.error._tag === "MultiFactorAuthenticationRequired") onSecondFactor(result.error)
  }
  useEffect(() => {
    // A browser has one ceremony at a time.
    if (!hasField || isPending) return
    let isHere = true
    const offer = async () => {
      if (await hasSuggestions()) if (isHere) follow(await run({ autofill: true }))
    }
    void offer()
    return () => {
      isHere = false
      reset()
    }
    // Only who waits counts, not what is done then.
  }, [hasField, isPending, run, reset])
  // The user has not asked for the ceremony of suggestions.
  const suggested = bySuggestion.error?._tag === "PasskeyWebAuthnError" ? undefined : bySuggestion.error
  return (
    <>
      <Button
        block
        isPending={isPending}
        aria-describedby={lastUsedDescriptionId(last === "passkey")}
        onClick={() => void byButton.run().then(follow)}
      >
        <Icon name="fingerprint" />
        {t.signIn.withPasskey}
        {last === "passkey" && <LastUsed />}
      </Button>
      <FormError error={byButton.error ?? suggested} except={["MultiFactorAuthenticationRequired"]} />
    </>
  )
}

const hasSuggestions = async (): Promise<boolean> => {
  try {
    return (await globalThis.PublicKeyCredential?.isConditionalMediationAvailable?.()) ?? false
  } catch {
    return false
  }
}
