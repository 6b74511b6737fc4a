/** The tabs React, Promises and Effect: a choice in one place holds on every page, and after a reload. */
import { formKey } from "./restoreForm.ts"

const root = () => document.documentElement

/** Checks the radio button of the shown tab in each group: the chosen form, or the first where it is missing. */
const check = () => {
  for (const group of document.querySelectorAll(".forms")) {
    const inputs = [...group.querySelectorAll<HTMLInputElement>(":scope > .form-tabs input")]
    const shown = inputs.find(({ value }) => value === root().dataset["form"]) ?? inputs[0]
    if (shown !== undefined) shown.checked = true
  }
}

const show = (form: string) => {
  root().dataset["form"] = form
  check()
}

const choose = (input: HTMLInputElement) => {
  const top = () => input.parentElement?.getBoundingClientRect().top ?? 0
  const before = top()
  show(input.value)
  // Groups above have other heights now; the tab stays under the pointer.
  window.scrollBy({ top: top() - before, behavior: "instant" })
  try {
    localStorage.setItem(formKey, input.value)
  } catch {
    // Without storage, the choice holds until the page is reloaded.
  }
}

/** Shows the tab that the address leads to, without keeping it as a choice. */
const followHash = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  const form = target?.closest<HTMLElement>("[data-form]")
  if (target === null || form === null || form === undefined || form === root()) return
  show(form.dataset["form"] ?? "")
  target.scrollIntoView()
}

/** Shows the tabs of a page that has just been rendered. */
export const updateForms = (): void => {
  check()
  followHash()
}

/** Listens for choices. */
export const listenForForms = (): void => {
  document.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLInputElement && target.matches(".form-tabs input")) choose(target)
  })
  window.addEventListener("hashchange", followHash)
}
