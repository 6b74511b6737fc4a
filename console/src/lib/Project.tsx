/** The project of the page, and the app that calls its API. */
import { createAdminApp, type PromiseAdminApp } from "gatefold/promise/admin"
import { createContext, type ReactNode, use, useEffect, useState } from "react"
import { useParams } from "react-router"
import { tokenHeader } from "./control.ts"
import { useProjects } from "./Projects.tsx"
import { readToken } from "./token.ts"

/** A project, and how to call it. */
export interface CurrentProject {
  readonly id: string
  readonly app: PromiseAdminApp
  /** The path of a page of the project. */
  readonly to: (path: string) => string
}

const Current = createContext<CurrentProject | undefined>(undefined)

export const useProject = (): CurrentProject => {
  const project = use(Current)
  if (project === undefined) throw new Error("This page is outside of a project")
  return project
}

/** The token replaces keys: the emulator stores only their hashes. */
export const makeApp = (projectId: string): PromiseAdminApp =>
  createAdminApp({
    apiUrl: location.origin,
    projectId,
    publishableClientKey: "pck_console",
    superSecretAdminKey: "sak_console",
    extraRequestHeaders: { [tokenHeader]: readToken() ?? "" },
    dangerouslyAllowBrowser: true
  })

const Provided = ({ children, id }: { readonly id: string; readonly children: ReactNode }) => {
  const [app] = useState(() => makeApp(id))
  // It is never disposed: React mounts everything twice in development, and the app holds no resources.
  return <Current value={{ id, app, to: (path) => `/projects/${id}/${path}` }}>{children}</Current>
}

interface ProjectOfPathProps {
  readonly children: ReactNode
  /** Shown for an unknown project. */
  readonly otherwise: ReactNode
}

/** Provides the project of the URL. */
export const ProjectOfPath = ({ children, otherwise }: ProjectOfPathProps) => {
  const { projectId = "" } = useParams()
  const { choose, projects } = useProjects()
  const isKnown = projects.some(({ id }) => id === projectId)
  useEffect(() => {
    if (isKnown) choose(projectId)
  }, [choose, isKnown, projectId])
  if (!isKnown) return otherwise
  return (
    <Provided key={projectId} id={projectId}>
      {children}
    </Provided>
  )
}
