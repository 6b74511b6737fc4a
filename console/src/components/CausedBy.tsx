import { Link } from "react-router"
import { useProject } from "../lib/Project.tsx"
import { findRequestName, shortenPath } from "../lib/requestNames.ts"
import { useLive } from "../lib/useLive.ts"
import { Glyph } from "./Glyph.tsx"

interface CausedByProps {
  /** The role of the request, such as "Sent by". */
  readonly verb: string
  readonly requestId: string | undefined
}

/** Leads to the request that an email or a webhook came from. */
export const CausedBy = ({ requestId, verb }: CausedByProps) => {
  const { to } = useProject()
  const { requests } = useLive()
  if (requestId === undefined) return null
  const request = requests.find((entry) => entry.requestId === requestId)
  return (
    <p className="caused-by">
      <Glyph name="activity" />
      <span>
        {verb}{" "}
        <Link to={to(`requests/${requestId}`)}>
          {request === undefined
            ? `request ${requestId}`
            : (findRequestName(request) ?? `${request.method} ${shortenPath(request.path)}`)}
        </Link>
      </span>
    </p>
  )
}
