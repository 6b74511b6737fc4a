import { useNavigate } from "react-router"

/**
 * Signs out, on the handler's page for that. Not by an action here: whatever
 * is only shown to signed-in users goes away in the middle of it, and the
 * pages that need a user would send this one to the sign-in page meanwhile.
 */
export const useSignOut = (): (() => void) => {
  const navigate = useNavigate()
  return () => void navigate("/handler/sign-out")
}
