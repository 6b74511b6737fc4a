import { Option } from "effect"
import { AsyncResult } from "effect/reactivity"

interface ProblemProps {
  readonly of: AsyncResult.AsyncResult<unknown, { readonly message: string }>
}

/** The message of a mutation that failed. */
export const Problem = ({ of }: ProblemProps) =>
  Option.match(AsyncResult.error(of), {
    onNone: () => null,
    onSome: ({ message }) => <p role="alert">{message}</p>
  })
