"use client"
import { Component, type ReactNode } from "react"
import { FatalError } from "./FatalError.tsx"

interface Props {
  readonly children: ReactNode
}

/** Catches what hooks throw, such as a read that failed. */
export class ErrorBoundary extends Component<Props, { readonly error: unknown; readonly hasError: boolean }> {
  override state = { error: undefined, hasError: false }

  static getDerivedStateFromError(error: unknown) {
    return { error, hasError: true }
  }

  override render() {
    const { error, hasError } = this.state
    if (!hasError) return this.props.children
    return <FatalError error={error} retry={() => this.setState({ error: undefined, hasError: false })} />
  }
}
