import type { ProjectSettings } from "../../../../../backend/AdminProjectContract.ts"

/** The props of the cards on the project page. */
export interface ProjectProps {
  readonly project: ProjectSettings
}
