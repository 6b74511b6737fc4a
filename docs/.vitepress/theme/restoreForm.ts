/** Where the browser keeps the form of code that the reader chose. */
export const formKey = "gatefold-form"

/** The script that restores the choice before a page is painted. Storage can be blocked. */
export const restoreForm = `try { document.documentElement.dataset.form = localStorage.getItem("${formKey}") ?? "" } catch {}`
