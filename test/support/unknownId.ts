/** An ID in the form of the service, of nothing. */
export const unknownId = "00000000-0000-4000-8000-000000000000"
