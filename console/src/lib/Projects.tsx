/** The projects of the emulator, and the one that was looked at last. */
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
  readonly chosen: string
  readonly choose: (id: string) => void
}

const Current = createContext<Projects>({ projects: [], chosen: "internal", choose: () => undefined })

export const useProjects = () => use(Current)

const key = "gatefold-console-project"

/** An app's project, rather than the one whose users own projects. */
const first = (projects: ReadonlyArray<ListedProject>) =>
  (projects.find(({ id }) => id !== "internal") ?? projects[0])?.id ?? "internal"

/** Reads the projects before the rest of the page. */
export const ProjectsRoot = ({ children }: { readonly children: ReactNode }) => {
  const read = useRead("projects", () => call<ReadonlyArray<ListedProject>>("projects"))
  const [kept, setKept] = useState(() => sessionStorage.getItem(key))
  const choose = useCallback((id: string) => {
    sessionStorage.setItem(key, id)
    setKept(id)
  }, [])
  return (
    <Loaded read={read} rows={6}>
      {(projects) => {
        const chosen = projects.some(({ id }) => id === kept) ? (kept ?? "") : first(projects)
        return <Current value={{ projects, chosen, choose }}>{children}</Current>
      }}
    </Loaded>
  )
}
