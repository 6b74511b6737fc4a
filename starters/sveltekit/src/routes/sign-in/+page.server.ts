import { type Actions, fail } from "@sveltejs/kit"

export const actions = {
  default: async ({ locals, request }) => {
    const form = await request.formData()
    const person = { email: String(form.get("email")), password: String(form.get("password")) }
    const result = form.has("new")
      ? await locals.auth.password.signUp.result(person)
      : await locals.auth.password.signIn.result(person)
    return result.ok ? undefined : fail(400, { problem: result.error.message })
  }
} satisfies Actions
