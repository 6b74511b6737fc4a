import { useNavigate } from "gatefold/react"
import { useEffect } from "react"

/** Redirects to another page at once. */
export const GoTo = ({ to }: { readonly to: string }) => {
  const navigate = useNavigate()
  useEffect(() => navigate(to, { replace: true }), [navigate, to])
  return null
}
