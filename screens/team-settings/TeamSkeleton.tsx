import { ShellSkeleton } from "../components/ShellSkeleton.tsx"
import { tabs } from "./tabs.ts"

/** Instead of the teams, at the same places. */
export const TeamSkeleton = ({ isList = false }: { readonly isList?: boolean }) => (
  <ShellSkeleton links={isList ? 1 : Object.keys(tabs).length} />
)
