import { Button } from "#screens/components/Button"
import { Notice } from "#screens/components/Notice"
import { ControlError } from "../lib/control.ts"

/** The message of an error. Errors of the API are written for developers, who are the readers of the console. */
const describeError = (error: unknown): string =>
  error instanceof Error && error.message !== "" ? error.message : "Something went wrong. Try again."

/** Says what went wrong. Shows nothing without an error. */
export const Failure = ({ error, retry }: { readonly error: unknown; readonly retry?: (() => void) | undefined }) =>
  error === undefined ? null : (
    <Notice tone="danger" role="alert">
      {error instanceof ControlError && error.path !== undefined && error.path !== "" && (
        <p className="gf-notice-title gf-mono">{error.path}</p>
      )}
      <p className="gf-break">{describeError(error)}</p>
      {retry !== undefined && (
        <p>
          <Button size="small" onClick={retry}>
            Try again
          </Button>
        </p>
      )}
    </Notice>
  )
