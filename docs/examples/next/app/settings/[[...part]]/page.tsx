import { Account } from "../../../components/gatefold/account/Account"

/** The account, in the browser, with the screens of `npx gatefold add account`. */
export default function Page() {
  return <Account path="/settings" />
}
