import type { HandlerStates } from "gatefold/react"
import { PageHeader } from "../../components/PageHeader.tsx"

/** The page that confirms a terminal's login. */
export const CliConfirm = ({ state }: { readonly state: HandlerStates["cliAuthConfirm"] }) => (
  <PageHeader title="Confirm the login" description={state.status} />
)
