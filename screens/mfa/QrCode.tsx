import { type Mfa, reveal } from "gatefold"
import { useAction } from "gatefold/react"
import { useEffect } from "react"
import { useText } from "../text/Text.tsx"

/** The QR code of a secret. It is drawn here: the secret goes to no other server. */
export const QrCode = ({ enrolment }: { readonly enrolment: Mfa.Enrolment }) => {
  const t = useText()
  const { data, run } = useAction(enrolment.qrCode)
  useEffect(() => void run(), [run])
  if (data === undefined) return <span className="gf-qr gf-skeleton" />
  const url = `data:image/svg+xml,${encodeURIComponent(reveal(data))}`
  return <img className="gf-qr" src={url} alt={t.twoStepSetup.qrCode} />
}
