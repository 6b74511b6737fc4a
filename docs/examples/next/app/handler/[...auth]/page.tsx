import { Handler } from "../../../components/gatefold/handler/Handler"

/** The pages that sign-ins and mails lead to, with the screens of `npx gatefold add handler`. */
export default function Page() {
  return <Handler />
}
