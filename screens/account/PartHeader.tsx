import type { ReactNode } from "react"
import { PageHeader } from "../components/PageHeader.tsx"
import type { Text } from "../text/en.ts"
import { useText } from "../text/Text.tsx"

export interface PartHeaderProps {
  /** The name of the part in the catalog of texts. */
  readonly name: keyof Text["account"]["parts"]
  readonly actions?: ReactNode
}

/** The heading of a part of the account. */
export const PartHeader = ({ actions, name }: PartHeaderProps) => {
  const { account } = useText()
  return <PageHeader title={account.parts[name]} description={account.hints[name]} actions={actions} />
}
