import { useProject } from "gatefold/react"
import { useEffect } from "react"

/** The first heading of a page, which also names the tab. */
export const PageTitle = ({ children }: { readonly children: string }) => {
  const app = useProject({ as: "result" }).value?.displayName
  useEffect(() => {
    document.title = app === undefined ? children : `${children} · ${app}`
  }, [app, children])
  return <h1>{children}</h1>
}
