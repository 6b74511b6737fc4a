import { Handler } from "{{screens}}/handler/Handler"

/** The auth pages below /handler. Sign-ins and emails link to them. */
export default function Page() {
  return <Handler />
}
