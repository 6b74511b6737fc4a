import { useNavigate } from "gatefold/react"
import { pages } from "./pages.ts"

/**
 * Signs out, on the handler's page for that. By an action of this page the
 * user would come home as well, but perhaps by way of the sign-in page: that
 * is where a page that needs a user sends whoever is none any more.
 */
export const useSignOut = (): (() => void) => {
  const navigate = useNavigate()
  return () => navigate(pages.signOut)
}
