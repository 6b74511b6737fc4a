"use client"
import { createContext, type ReactNode, Suspense, use, useRef } from "react"
import { classNames } from "../lib/classNames.ts"
import { useIsInMain } from "../lib/useIsInMain.ts"
import { ErrorBoundary } from "./ErrorBoundary.tsx"
import { Root } from "./Root.tsx"
import { Toaster } from "./Toaster.tsx"

/** Content around the card of the sign-in pages. */
export interface AuthSlots {
  /** Above the card, such as an image. */
  readonly logo?: ReactNode
  /** Below the card, such as links to terms and privacy policy. */
  readonly legal?: ReactNode
}

export interface ScreenProps {
  /** Shown while its content loads. */
  readonly loading?: ReactNode
  /** For pages with one card in the middle of the window. */
  readonly auth?: AuthSlots | undefined
  readonly children: ReactNode
}

const IsInside = createContext(false)

/** The outermost part of a screen: its styles, its messages, its placeholder and its errors. */
export const Screen = ({ auth, children, loading = null }: ScreenProps) => {
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
          <Main className={classNames("gf-screen", auth !== undefined && "gf-auth")}>
            {auth?.logo !== undefined && <div className="gf-auth-logo">{auth.logo}</div>}
            {content}
            {auth?.legal !== undefined && <div className="gf-auth-legal">{auth.legal}</div>}
          </Main>
        </Root>
      </Toaster>
    </IsInside>
  )
}

const Main = ({ children, className }: { readonly className: string; readonly children: ReactNode }) => {
  const element = useRef<HTMLDivElement>(null)
  return (
    <div ref={element} className={className} role={useIsInMain(element) ? undefined : "main"}>
      {children}
    </div>
  )
}
