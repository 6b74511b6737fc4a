import { useEffect } from "react"

/** The first heading of a page, which also names the tab. */
export const PageTitle = ({ children }: { readonly children: string }) => {
  useEffect(() => {
    document.title = `${children} · Gatefold demo`
  }, [children])
  return <h1>{children}</h1>
}
