import { useResource } from "gatefold/react"
import { Loaded } from "#screens/components/Loaded"
import * as Admin from "../Admin.ts"
import { ProductionMode } from "./ProductionMode.tsx"
import { ProjectDomains } from "./ProjectDomains.tsx"
import { ProjectFlags } from "./ProjectFlags.tsx"
import { ProjectProfile } from "./ProjectProfile.tsx"
import { ProjectProviders } from "./ProjectProviders.tsx"

/** How the project is configured. */
export const ProjectPage = () => {
  const project = useResource(Admin.getProject, undefined, { as: "result" })
  return (
    <Loaded read={project} rows={8}>
      {(project) => (
        <div className="gf-stack-loose">
          <ProductionMode project={project} />
          <ProjectProfile project={project} />
          <ProjectFlags project={project} />
          <ProjectDomains project={project} />
          <ProjectProviders project={project} />
        </div>
      )}
    </Loaded>
  )
}
