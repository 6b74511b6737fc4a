"use client"
import { createContext, type ReactNode, Suspense, use } from "react"
import { ErrorBoundary } from "./ErrorBoundary.tsx"
import { Root } from "./Root.tsx"
import { Toaster } from "./Toaster.tsx"

export interface ScreenProps {
  /** Shown while what it shows is being read. */
  readonly loading?: ReactNode
  readonly children: ReactNode
}

const IsInside = createContext(false)

/** What a screen stands in: its styles, its messages, and what is shown before it and instead of it. */
export const Screen = ({ children, loading = null }: ScreenProps) => {
  const content = (
    <ErrorBoundary>
      <Suspense fallback={loading}>{children}</Suspense>
    </ErrorBoundary>
  )
  if (use(IsInside)) return content
  return (
    <IsInside value>
      <Toaster>
        <Root>
          <div className="gf-screen">{content}</div>
        </Root>
      </Toaster>
    </IsInside>
  )
}
