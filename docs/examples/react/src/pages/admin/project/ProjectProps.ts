import type { ProjectSettings } from "../../../../../backend/AdminProjectContract.ts"

/** What the cards of the project's page take. */
export interface ProjectProps {
  readonly project: ProjectSettings
}
