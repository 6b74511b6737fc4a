import { SegmentedControl } from "#screens/components/SegmentedControl"
import { useProjects } from "../lib/Projects.tsx"
import type { Scope } from "../lib/useScope.ts"

const options = [
  { value: "one", label: "This project" },
  { value: "all", label: "All projects" }
] as const

/** Chooses between the project of the header and all of them. An app's project and "internal" alone need no choice. */
export const ScopeSwitch = ({ scope }: { readonly scope: Scope }) => {
  const { projects } = useProjects()
  if (projects.length <= 2 && !scope.isAll) return null
  return (
    <SegmentedControl
      label="Projects"
      options={options}
      value={scope.isAll ? "all" : "one"}
      onChange={(value) => scope.setAll(value === "all")}
    />
  )
}
