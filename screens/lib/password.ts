/** What the service asks of new passwords; the longest is `Password.maxLength` of gatefold. */
export const minPasswordLength = 8
