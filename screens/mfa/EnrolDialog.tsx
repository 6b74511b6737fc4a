import { Mfa } from "gatefold"
import { useAction, useProject } from "gatefold/react"
import { useEffect } from "react"
import { Dialog } from "../components/Dialog.tsx"
import { FormError } from "../components/FormError.tsx"
import { Skeleton } from "../components/Skeleton.tsx"
import { useToast } from "../components/Toaster.tsx"
import { useText } from "../text/Text.tsx"
import { EnrolForm } from "./EnrolForm.tsx"

/** Makes a secret for an authenticator app. Nothing changes before the first digits are right. */
export const EnrolDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useText()
  const { error, run, value } = useAction(Mfa.createSecret)
  const tell = useToast()
  const { displayName } = useProject()
  useEffect(() => void run({ issuer: displayName }), [displayName, run])
  return (
    <Dialog title={t.twoStepSetup.setUpApp} isWide onClose={onClose}>
      <FormError error={error} />
      {value === undefined ? (
        <Skeleton kind="block" rows={2} />
      ) : (
        <EnrolForm
          enrolment={value}
          onClose={onClose}
          onEnabled={() => {
            onClose()
            tell(t.twoStepSetup.turnedOn)
          }}
        />
      )}
    </Dialog>
  )
}
