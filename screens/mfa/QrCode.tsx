import { type Mfa, reveal } from "gatefold"
import { useText } from "../text/Text.tsx"

/** The QR code of a secret. It is drawn here: the secret goes to no other server. */
export const QrCode = ({ enrolment }: { readonly enrolment: Mfa.Enrolment }) => {
  const t = useText()
  const url = `data:image/svg+xml,${encodeURIComponent(reveal(enrolment.qrCode))}`
  return <img className="gf-qr" src={url} alt={t.twoStepSetup.qrCode} />
}
