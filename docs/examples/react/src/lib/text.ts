/** The text of a form's field; empty when there is none. */
export const text = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === "string" ? value : ""
}
