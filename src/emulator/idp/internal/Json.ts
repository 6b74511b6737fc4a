/** The identity provider's answers to programs. */
export const json = (status: number, body: object): Response =>
  Response.json(body, { status, headers: { "cache-control": "no-store", pragma: "no-cache" } })
