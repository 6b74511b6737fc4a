import { useNavigate } from "gatefold/react"
import { pages } from "./pages.ts"

/**
 * Signs out on the handler's sign-out page. An action on the current page could
 * show the sign-in page in between: a page that needs a user redirects there as
 * soon as nobody is signed in.
 */
export const useSignOut = (): (() => void) => {
  const navigate = useNavigate()
  return () => navigate(pages.signOut)
}
