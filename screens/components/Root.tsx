import { type ReactNode, Suspense } from "react"
import { classNames } from "../lib/classNames.ts"
import { useLanguage } from "../text/Language.ts"

export interface RootProps {
  /** For parts in a page of the app, such as its header: they take the color of its text. */
  readonly isInline?: boolean | undefined
  /** Shown while its texts are being loaded. */
  readonly loading?: ReactNode
  readonly children: ReactNode
}

/** The outermost element of each screen: it has the styles, the language and its direction. */
export const Root = ({ children, isInline = false, loading = null }: RootProps) => {
  const { dir, language } = useLanguage()
  return (
    <div className={classNames("gf", isInline && "gf-inline")} lang={language} dir={dir}>
      <Suspense fallback={loading}>{children}</Suspense>
    </div>
  )
}
