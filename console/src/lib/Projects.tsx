/** The projects of the emulator, the one that was looked at last, and which service it is. */
import { createContext, type ReactNode, use, useCallback, useState } from "react"
import { Loaded } from "../components/Loaded.tsx"
import { call } from "./control.ts"
import { useRead } from "./useRead.ts"

/** A project of the list. */
export interface ListedProject {
  readonly id: string
  readonly displayName: string
  readonly description: string
  readonly createdAt: number
}

interface Projects {
  readonly projects: ReadonlyArray<ListedProject>
  /** Whether it has what only the current service has; an emulator of both does. */
  readonly isCurrent: boolean
  readonly chosen: string
  readonly choose: (id: string) => void
}

const Current = createContext<Projects>({ projects: [], isCurrent: true, chosen: "internal", choose: () => undefined })

export const useProjects = () => use(Current)

const key = "gatefold-console-project"

/** An app's project, rather than the one whose users own projects. */
const first = (projects: ReadonlyArray<ListedProject>) =>
  (projects.find(({ id }) => id !== "internal") ?? projects[0])?.id ?? "internal"

/** Reads the projects before the rest of the page. */
export const ProjectsRoot = ({ children }: { readonly children: ReactNode }) => {
  const read = useRead("projects", async () => {
    const [projects, { service }] = await Promise.all([
      call<ReadonlyArray<ListedProject>>("projects"),
      call<{ readonly service: string }>("service")
    ])
    return { projects, isCurrent: service !== "2025-06" }
  })
  const [kept, setKept] = useState(() => sessionStorage.getItem(key))
  const choose = useCallback((id: string) => {
    sessionStorage.setItem(key, id)
    setKept(id)
  }, [])
  return (
    <Loaded read={read} rows={6}>
      {({ isCurrent, projects }) => {
        const chosen = projects.some(({ id }) => id === kept) ? (kept ?? "") : first(projects)
        return <Current value={{ projects, isCurrent, chosen, choose }}>{children}</Current>
      }}
    </Loaded>
  )
}
