import { AsyncResult } from "effect/reactivity"
import type { ReactNode } from "react"

interface AnswerProps<A> {
  readonly of: AsyncResult.AsyncResult<A, { readonly message: string }>
  readonly children: (value: A) => ReactNode
}

/** Shows the value of a query, or why there is none. While it reads again, the former value stays. */
export const Answer = <A,>({ children, of }: AnswerProps<A>) =>
  AsyncResult.matchWithError(of, {
    onInitial: () => <p>Loading…</p>,
    onError: (error) => <p role="alert">{error.message}</p>,
    onDefect: () => <p role="alert">Something went wrong. Reload the page.</p>,
    onSuccess: ({ value }) => children(value)
  })
