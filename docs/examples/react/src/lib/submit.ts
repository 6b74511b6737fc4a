import type { SubmitEvent } from "react"

/** Like `onSubmit`, for forms that are used again: they are emptied once `handle` answers true. */
export const submit =
  (handle: (form: FormData) => Promise<boolean>) =>
  (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = event.currentTarget
    void handle(new FormData(form)).then((isDone) => (isDone ? form.reset() : undefined))
  }
