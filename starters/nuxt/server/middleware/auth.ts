/** The session of each request, in `event.context.auth`. */
export default defineEventHandler(async (event) => {
  const request = new Request(getRequestURL(event), { method: event.method, headers: event.headers })
  try {
    event.context.auth = await auth.open(request)
  } catch (refused) {
    if (refused instanceof Response) return refused
    throw refused
  }
  // The cookies of a session that was refreshed for this request.
  for (const [name, value] of await event.context.auth.headers()) appendResponseHeader(event, name, value)
})
