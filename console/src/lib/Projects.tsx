/** The projects of the emulator, the chosen one, and the generation of the service. */
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
  /** Whether it is the project of the emulator's options. */
  readonly isApp: boolean
}

interface Projects {
  readonly projects: ReadonlyArray<ListedProject>
  /** Whether it offers what only the current service does. An emulator of both generations does. */
  readonly isCurrent: boolean
  readonly chosen: string
  readonly choose: (id: string) => void
}

const Current = createContext<Projects>({ projects: [], isCurrent: true, chosen: "internal", choose: () => undefined })

export const useProjects = () => use(Current)

const key = "gatefold-console-project"

/** The app's project. Without one, any other than "internal", whose users own the projects. */
const pickFirst = (projects: ReadonlyArray<ListedProject>) =>
  (projects.find(({ isApp }) => isApp) ?? projects.find(({ id }) => id !== "internal") ?? projects[0])?.id ?? "internal"

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
        const chosen = projects.some(({ id }) => id === kept) ? (kept ?? "") : pickFirst(projects)
        return <Current value={{ projects, isCurrent, chosen, choose }}>{children}</Current>
      }}
    </Loaded>
  )
}
