import { Badge } from "#screens/components/Badge"

/** The status of an answer. 0 means that there was none. */
export const StatusBadge = ({ status }: { readonly status: number }) => (
  <Badge tone={status === 0 || status >= 500 ? "danger" : status >= 400 ? "warning" : "success"}>
    {status === 0 ? "No answer" : status}
  </Badge>
)

/** The method of a request, always as wide. */
export const Method = ({ method }: { readonly method: string }) => (
  <span className="method" data-method={method}>
    {method}
  </span>
)
