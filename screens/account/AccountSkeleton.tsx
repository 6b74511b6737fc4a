import { ShellSkeleton } from "../components/ShellSkeleton.tsx"
import { parts } from "./parts.ts"

/** Instead of the account, at the same places. */
export const AccountSkeleton = () => <ShellSkeleton links={Object.keys(parts).length} />
