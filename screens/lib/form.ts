import type { SubmitEvent } from "react"

/**
 * Handles a form in the page. Not by a function as the form's `action`: after
 * that React empties the fields, also when something was wrong with them.
 */
export const onSubmit = (handle: (form: FormData) => void) => (event: SubmitEvent<HTMLFormElement>) => {
  event.preventDefault()
  handle(new FormData(event.currentTarget))
}

/** The same for forms that are used again: they are emptied once `handle` returns true. */
export const onSubmitThenReset =
  (handle: (form: FormData) => Promise<boolean>) =>
  (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = event.currentTarget
    void handle(new FormData(form)).then((isDone) => (isDone ? form.reset() : undefined))
  }

/** The text of a field; empty if it is missing. */
export const readText = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === "string" ? value : ""
}
