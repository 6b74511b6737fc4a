import { SegmentedControl } from "#screens/components/SegmentedControl"
import type { Scope } from "../lib/useScope.ts"

const options = [
  { value: "one", label: "This project" },
  { value: "all", label: "All projects" }
] as const

/** Chooses between the project of the header and all of them. */
export const ScopeSwitch = ({ scope }: { readonly scope: Scope }) => (
  <SegmentedControl
    label="Projects"
    options={options}
    value={scope.isAll ? "all" : "one"}
    onChange={(value) => scope.setAll(value === "all")}
  />
)
