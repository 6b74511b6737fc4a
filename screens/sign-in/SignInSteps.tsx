import { MagicLink } from "gatefold"
import { type Action, useAction, useProject } from "gatefold/react"
import { useState } from "react"
import { readLastMethod } from "../lib/lastMethod.ts"
import { SecondFactorCard, type SecondFactorError } from "../mfa/SecondFactorCard.tsx"
import { CodeStep } from "./CodeStep.tsx"
import { EmailStep } from "./EmailStep.tsx"
import { PasswordStep } from "./PasswordStep.tsx"

/** Belongs to the code of a mail. */
export type Nonce = NonNullable<Action<typeof MagicLink.send>["value"]>["nonce"]

type Step =
  | { readonly name: "email" | "password" }
  | { readonly name: "code"; readonly nonce: Nonce }
  | { readonly name: "second-factor"; readonly error: SecondFactorError }

/** First the address, then what the account can use; each step is a card. */
export const SignInSteps = () => {
  const { config } = useProject()
  const [step, setStep] = useState<Step>({ name: "email" })
  const [email, setEmail] = useState("")
  const send = useAction(MagicLink.send)
  const sendMail = async (address: string) => {
    const sent = await send.run({ email: address })
    if (sent.ok) setStep({ name: "code", nonce: sent.value.nonce })
    // An account without a verified address cannot use links: the step asks for its password then, and says why.
    else if (sent.error._tag === "UserWithEmailAlreadyExists" && config.credentialEnabled) setStep({ name: "password" })
  }
  const proceed = (address: string) => {
    setEmail(address)
    send.reset()
    const isByLink = config.magicLinkEnabled && (!config.credentialEnabled || readLastMethod() === "link")
    if (isByLink) void sendMail(address)
    else setStep({ name: "password" })
  }
  const goBack = () => {
    send.reset()
    setStep({ name: "email" })
  }
  const onSecondFactor = (error: SecondFactorError) => setStep({ name: "second-factor", error })
  switch (step.name) {
    case "email":
      return <EmailStep email={email} send={send} onEmail={proceed} onSecondFactor={onSecondFactor} />
    case "password":
      return (
        <PasswordStep
          email={email}
          send={send}
          onMail={() => void sendMail(email)}
          onBack={goBack}
          onSecondFactor={onSecondFactor}
        />
      )
    case "code":
      return (
        <CodeStep
          email={email}
          nonce={step.nonce}
          send={send}
          onSendAgain={() => void sendMail(email)}
          onPassword={config.credentialEnabled ? () => setStep({ name: "password" }) : undefined}
          onBack={goBack}
          onSecondFactor={onSecondFactor}
        />
      )
    case "second-factor":
      return <SecondFactorCard error={step.error} onCancel={goBack} />
  }
}
