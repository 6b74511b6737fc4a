"use client"
import { Component, lazy, type ReactNode, Suspense } from "react"
import { useWhenOnline } from "../lib/useWhenOnline.ts"
import type { FatalErrorProps } from "./FatalError.tsx"

/** Without a connection to load more: the error in plain text, until there is one. */
const PlainError = ({ error }: FatalErrorProps) => {
  useWhenOnline(() => location.reload())
  return <p role="alert">{error instanceof Error ? error.message : String(error)}</p>
}

const load = () => import("./FatalError.tsx")

/** Loads when the page is idle, because a later failure may be that of the connection. */
const loadWhenIdle = () => {
  const wait = globalThis.requestIdleCallback ?? setTimeout
  wait(() => void load().catch(() => undefined))
}

const FatalError = lazy(() =>
  load().then(
    (file) => ({ default: file.FatalError }),
    () => ({ default: PlainError })
  )
)

interface Props {
  readonly children: ReactNode
}

/** Catches errors of hooks, such as a read that failed. */
export class ErrorBoundary extends Component<Props, { readonly error: unknown; readonly hasError: boolean }> {
  override state = { error: undefined, hasError: false }

  static getDerivedStateFromError(error: unknown) {
    return { error, hasError: true }
  }

  override componentDidMount() {
    loadWhenIdle()
  }

  override render() {
    const { error, hasError } = this.state
    if (!hasError) return this.props.children
    return (
      <Suspense>
        <FatalError error={error} retry={() => this.setState({ error: undefined, hasError: false })} />
      </Suspense>
    )
  }
}
